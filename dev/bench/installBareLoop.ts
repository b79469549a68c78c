import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** Puts the benchmark's own node where n8n finds it when it starts. */
export function installBareLoop(dataFolder: string): void {
	const source = readFileSync(join(import.meta.dirname, 'BareLoop.node.ts'), 'utf8');
	const { outputText } = ts.transpileModule(source, {
		compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
	});
	const folder = join(dataFolder, '.n8n/custom');
	mkdirSync(folder, { recursive: true });
	writeFileSync(join(folder, 'BareLoop.node.js'), outputText);
}
