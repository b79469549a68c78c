/**
 * `node scanProcess.ts source|published FOLDER`: what the rules of n8n's scanner find in a folder, as
 * a JSON list. The scanner itself only takes a package from npm, and says nothing of warnings.
 */
import {
	buildScanConfig,
	SOURCE_FILE_PATTERNS,
} from '@n8n/scan-community-package/scanner/scanner.mjs';
import { ESLint } from 'eslint';
import { relative } from 'node:path';
import type { ScannedPart } from './scan.ts';

const files: Record<ScannedPart, string[]> = {
	source: SOURCE_FILE_PATTERNS,
	published: ['**/*.js', 'package.json'],
};

const [part, folder] = process.argv.slice(2) as [ScannedPart, string];
// As analyzePackage in the scanner has it: no comment in a file switches a rule off.
const eslint = new ESLint({
	cwd: folder,
	allowInlineConfig: false,
	overrideConfigFile: true,
	overrideConfig: await buildScanConfig(),
});
const results = await eslint.lintFiles(files[part]);
const problems = results.flatMap(({ filePath, messages }) =>
	messages.map(
		({ line, message, ruleId }) => `${relative(folder, filePath)}:${line}: ${message} (${ruleId})`,
	),
);
console.log(JSON.stringify(problems));
