import { createRequire } from 'node:module';
import n8nCommunityNodes from '@n8n/eslint-plugin-community-nodes';
import n8nNodesBase from 'eslint-plugin-n8n-nodes-base';
import redos from 'eslint-plugin-redos';
import tseslint from 'typescript-eslint';

import { plainComments } from './dev/lint/plainComments.mjs';
import { plainMessages } from './dev/lint/plainMessages.mjs';

// recheck brings a program for many a processor, five times as quick as its JavaScript, which runs everywhere.
const { platform, arch } = process;
const program = `recheck-${{ darwin: 'macos', linux: 'linux' }[platform]}-${arch}/recheck`;
try {
	process.env.RECHECK_BIN = createRequire(import.meta.url).resolve(program);
	process.env.RECHECK_BACKEND = 'native';
} catch {
	process.env.RECHECK_SYNC_BACKEND = 'pure';
}
// Its limits are steps. By the clock, a busy machine finds patterns slow that are not.
const noClock = {
	timeout: null,
	seedingTimeout: null,
	incubationTimeout: null,
	attackTimeout: null,
};

const shipped = ['credentials/**/*.ts', 'nodes/**/*.ts'];

/** One rule set of eslint-plugin-n8n-nodes-base, made for the files that it is about. */
const n8nNodesBaseRules = (name, files) => ({
	files,
	plugins: { 'n8n-nodes-base': n8nNodesBase },
	rules: n8nNodesBase.configs[name].rules,
});

export default tseslint.config(
	{ ignores: ['dist/', 'node_modules/', '.mutants/', 'gulpfile.js', '*.cjs', 'eslint.config.mjs'] },
	{
		files: ['**/*.ts'],
		languageOptions: { parser: tseslint.parser },
		extends: [tseslint.configs.recommended],
	},
	{
		files: ['package.json', ...shipped],
		extends: [n8nCommunityNodes.configs.recommended],
	},
	{
		files: ['package.json'],
		languageOptions: { parser: tseslint.parser, parserOptions: { extraFileExtensions: ['.json'] } },
	},
	n8nNodesBaseRules('community', ['package.json']),
	n8nNodesBaseRules('credentials', ['credentials/**/*.ts']),
	{
		files: ['credentials/**/*.ts'],
		rules: {
			// For n8n's own repository, where it is a slug: here it has to be a URL, which
			// @n8n/community-nodes/credential-documentation-url checks. n8n switches it off too.
			'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
		},
	},
	n8nNodesBaseRules('nodes', ['nodes/**/*.ts']),
	{
		files: ['nodes/**/*.ts'],
		rules: {
			// Both want the bare 'main', which @n8n/community-nodes/node-connection-type-literal and
			// n8n's types refuse; n8n switches them off in its own configuration too.
			'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
			'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
		},
	},
	{
		files: shipped,
		rules: { '@typescript-eslint/no-explicit-any': 'error', 'no-console': 'error' },
	},
	{
		// Patterns that are put together from texts are in test/dev/patterns.slow.test.ts.
		files: [...shipped, 'sandbox/**/*.{ts,js}'],
		plugins: { redos },
		rules: { 'redos/no-vulnerable': ['error', { ignoreErrors: false, ...noClock }] },
	},
	{
		files: shipped,
		plugins: {
			house: { rules: { 'plain-comments': plainComments, 'plain-messages': plainMessages } },
		},
		rules: { 'house/plain-comments': 'error', 'house/plain-messages': 'error' },
	},
	{
		// What the doctor shares with the node is one room.
		files: ['dev/doctor/**/*.ts'],
		ignores: ['dev/doctor/node.ts'],
		rules: { 'no-restricted-imports': ['error', { patterns: ['**/nodes/**'] }] },
	},
	// n8n's scanner heeds no comment that switches a rule off (dev/release/scan.ts).
	{ files: ['package.json', ...shipped], linterOptions: { noInlineConfig: true } },
);
