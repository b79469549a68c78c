import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { repositoryRoot } from '../../dev/places';
import { operationFields, optionsOf } from '../support/description';
import { sandboxForTests } from './openSandbox';

type Document = { paths: Record<string, Record<string, { 'x-assumed': boolean }>> };

const sandbox = sandboxForTests();
let document: Document;
beforeAll(async () => {
	document = await sandbox.read('openapi.json');
});

const rowsOf = (file: string) =>
	readFileSync(join(repositoryRoot, file), 'utf8')
		.split('\n')
		.filter((line) => line.startsWith('| '))
		.map((line) => line.split('|').map((cell) => cell.trim()));

/** The operations of the document by method and path. */
const described = () =>
	Object.entries(document.paths).flatMap(([path, methods]) =>
		Object.entries(methods).map(
			([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const,
		),
	);

test('each operation says where the key goes', () => {
	for (const [name, operation] of described()) {
		const place = name.startsWith('GET') ? 'query' : 'header';
		expect([name, operation]).toEqual([
			name,
			expect.objectContaining({ security: [{ [place]: [] }] }),
		]);
	}
});

const ofNode = operationFields.flatMap((field) =>
	optionsOf(field).map(({ name, routing }) => {
		const resource = String(field.displayOptions?.show?.resource?.[0]);
		return { resource, name, request: routing?.request };
	}),
);

/** Without a request: they send nothing. */
const local = ['Preview', 'Summarize Delivery Reports'];

test('two operations of the node make no request', () => {
	expect(ofNode.filter(({ request }) => !request).map(({ name }) => name)).toEqual(local);
});

test.each(ofNode.filter(({ name }) => !local.includes(name)))(
	'$resource $name is described, and marked as assumed if docs/reference.md marks it',
	({ resource, name, request }) => {
		const path = String(request?.url).replace(/^\{(email|viber)Path\}$/, '/$1');
		const { 'x-assumed': isAssumed } = document.paths[path][String(request?.method).toLowerCase()];
		const rows = rowsOf('docs/reference.md').filter(
			([, of, operation]) => of.toLowerCase() === resource && operation === name,
		);
		expect(rows).toHaveLength(1);
		expect(isAssumed).toBe(rows[0][3].includes('*assumed*'));
	},
);

test('what its README tells of a request is of one that the service has, told once', () => {
	const told = rowsOf('sandbox/README.md').flatMap(([, requests]) =>
		[...requests.matchAll(/`((?:GET|POST) \/[^_`][^`]*)`/g)].map(([, request]) => request),
	);
	expect(told.length).toBeGreaterThan(10);
	expect(new Set(told).size).toBe(told.length);
	expect(described().map(([request]) => request)).toEqual(expect.arrayContaining(told));
	expect(described()).toHaveLength(18);
});
