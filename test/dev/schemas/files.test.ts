import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

import { repositoryRoot } from '../../../dev/places';
import { endpointsFile } from '../../../dev/schemas/endpoints';
import { contractFile, madeFiles, outputFolder } from '../../../dev/schemas/files';
import { node, operationFields, operations, optionsOf } from '../../support/description';
import { folderForTests } from '../../support/folder';

const folder = folderForTests();
const read = (file: string) => readFileSync(join(repositoryRoot, file), 'utf8');

let made: Record<string, string>;
beforeAll(async () => {
	made = await madeFiles();
});

test('what is in the repository is what `npm run schemas` makes', () => {
	const outputs = globSync(`${outputFolder}/**/*.json`, { cwd: repositoryRoot });
	const kept = [...outputs, contractFile, endpointsFile];
	expect(Object.fromEntries(kept.map((file) => [file, read(file)]))).toEqual(made);
});

test('each output is where n8n looks for it, by the version of the node, a resource, and an operation, and has fields', () => {
	const outputs = Object.entries(made).filter(([file]) => file.startsWith(outputFolder));
	expect(outputs.length).toBeGreaterThan(5);
	for (const [file, text] of outputs) {
		const [, version, resource, operation] = /__schema__\/v(\d+)\.0\.0\/(\w+)\/(\w+)\.json$/.exec(
			file,
		)!;
		expect(Number(version)).toBe(node.description.version);
		expect(operations[resource]).toContain(operation);
		// n8n takes a file without any field for none.
		expect(JSON.parse(text)).toMatchObject({ type: 'object', properties: expect.any(Object) });
		expect(Object.keys(JSON.parse(text).properties)).not.toEqual([]);
	}
});

test('each operation that docs/reference.md does not mark as assumed has one, and no other: n8n cannot mark it', () => {
	const rows = read('docs/reference.md').matchAll(/^\| (\w+) \| ([^|]+) \| ([^|]+) \| [^|]+ \|$/gm);
	const certain = [...rows]
		.filter(([, resource, , filled]) => resource !== 'resource' && !filled.includes('*assumed*'))
		.map(([, resource, name]) => `${resource} ${name}`);
	const ofFile = Object.keys(made).flatMap((file) => {
		const [, resource, value] = /\/(\w+)\/(\w+)\.json$/.exec(file) ?? [];
		const menu = operationFields.find(({ displayOptions }) =>
			displayOptions?.show?.resource?.includes(resource),
		);
		if (!menu) return [];
		const { name } = optionsOf(menu).find((option) => option.value === value)!;
		return `${resource} ${name}`.toLowerCase();
	});
	expect(certain.length).toBeGreaterThan(5);
	expect(ofFile.sort()).toEqual(certain.map((one) => one.toLowerCase()).sort());
});

test('the contract is valid OpenAPI 3.1', () => {
	expect(parse(read(contractFile))).toMatchObject({ openapi: '3.1.0' });
	// A program, because jest cannot load the package on each version of Node.js: it is an ES module.
	const program = '@seriousme/openapi-schema-validator/bin/validate-api-cli.js';
	const validator = join(repositoryRoot, 'node_modules', program);
	const validate = (file: string) =>
		execFileSync(process.execPath, [validator, file], { encoding: 'utf8', stdio: 'pipe' });
	expect(validate(join(repositoryRoot, contractFile))).toContain('valid');
	const wrong = join(folder, 'wrong.yaml');
	writeFileSync(wrong, read(contractFile).replaceAll('responses:', 'answers:'));
	expect(() => validate(wrong)).toThrow();
});

test('each assumed operation of the contract says so in words too, and no other one', () => {
	const { paths } = parse(read(contractFile)) as {
		paths: Record<string, Record<string, { description: string; responses: object }>>;
	};
	const operationsOf = Object.values(paths).flatMap((methods) => Object.values(methods));
	const isAssumed = ({ description }: { description: string }) =>
		description.includes('*Assumed:*');
	expect(operationsOf.filter(isAssumed).length).toBeGreaterThan(10);
	expect(operationsOf.filter((one) => !isAssumed(one)).length).toBe(3);
	for (const one of operationsOf) {
		const { 200: answer } = one.responses as Record<string, object>;
		const isMarked = JSON.stringify({ ...one, responses: answer }).includes('"x-assumed":true');
		expect([one.description, isMarked]).toEqual([one.description, isAssumed(one)]);
	}
});

test('each of the 18 endpoints has an operation that uses it, and a test that names it', () => {
	const rows = [
		...made[endpointsFile].matchAll(/^\| `(\w+ \S+)` \| ([^|]+) \| ([^|]+) \| (.*) \|$/gm),
	];
	expect(rows.length).toBe(18);
	const uses = rows.map(([, endpoint, operation, , test]) => [endpoint, operation, test]);
	for (const use of uses) {
		const operation = expect.stringMatching(/^\w+: (?!.*undefined)\w/);
		expect(use).toEqual([use[0], operation, expect.stringMatching(/^\[\w+\]$/)]);
	}
	const links = [...made[endpointsFile].matchAll(/^(\[\w+\]): \.\.\/(.+)$/gm)];
	expect(new Set(uses.map(([, , test]) => test))).toEqual(new Set(links.map(([, name]) => name)));
	for (const [, , file] of links) expect(read(file)).not.toBe('');
	expect(rows.filter(([, , , open]) => open === 'nothing').length).toBe(3);
});
