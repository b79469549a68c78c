/** `npm run schemas`: writes what n8n shows of the node's outputs, and the contract of the service in OpenAPI. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { repositoryRoot } from '../places.ts';
import { madeFiles, outputFolder } from './files.ts';

rmSync(join(repositoryRoot, outputFolder), { recursive: true, force: true });
for (const [path, text] of Object.entries(await madeFiles())) {
	const file = join(repositoryRoot, path);
	mkdirSync(dirname(file), { recursive: true });
	writeFileSync(file, text);
}
