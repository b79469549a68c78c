/** The endpoints of the specification, each with the operation of the node that uses it, and a test of it. */
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { repositoryRoot } from '../places.ts';

export const endpointsFile = 'docs/endpoints.md';

/** What the contract in OpenAPI says of an endpoint. */
interface Endpoint {
	description?: string;
}
export type Paths = Record<string, Record<string, Endpoint>>;

const read = (file: string) => readFileSync(join(repositoryRoot, file), 'utf8');

/** The operations that make a request, by it: their place in the menu, and in a workflow's JSON. */
const operations = globSync('nodes/MessagingService/resources/*/*.ts', { cwd: repositoryRoot })
	.sort()
	.flatMap((file) => {
		const [, name, value] = /name: '([^']+)',\n\s+value: '?(\w+)/.exec(read(file)) ?? [];
		const [, method, path] = /request: { method: '(\w+)', url: '([^']+)' }/.exec(read(file)) ?? [];
		const resource = basename(dirname(file));
		const label = resource === 'sms' ? 'SMS' : resource[0].toUpperCase() + resource.slice(1);
		// The paths of email and Viber are the credential's.
		const url = path?.replace(/^{(\w+)Path}$/, '/$1');
		return path ? [{ label: `${label}: ${name}`, key: `${resource} ${value}`, method, url }] : [];
	});

/** Where it is tested, by its name there: the first of these files that has it. */
const tests = ['resources/ofTheSandbox', 'run/send', 'resources/contact', 'resources/alike']
	.map((name) => `test/nodes/${name}.test.ts`)
	.map((file) => ({ file, text: read(file) }));

function rowOf(method: string, path: string, { description = '' }: Endpoint): string {
	const used = operations.filter(({ url }) => url === path);
	const same = used.filter((one) => one.method === method.toUpperCase());
	const labels = (same.length ? same : used).map(({ label }) => label);
	const how = same.length ? '' : `, Method: ${method.toUpperCase()}`;
	const test = tests.find(({ text }) => used.some(({ key }) => text.includes(`'${key}'`)))?.file;
	const [, open = 'nothing'] = /leaves open (.*)\.$/.exec(description.replaceAll('the ', '')) ?? [];
	const name = basename(test ?? '', '.test.ts');
	return `| \`${method.toUpperCase()} ${path}\` | ${labels.join('; ')}${how} | ${open} | [${name}] |`;
}

export function endpointsPage(paths: Paths): string {
	const rows = Object.entries(paths).flatMap(([path, methods]) =>
		Object.entries(methods).map(([method, endpoint]) => rowOf(method, path, endpoint)),
	);
	const links = tests
		.map(({ file }) => `[${basename(file, '.test.ts')}]: ../${file}`)
		.filter((link) => rows.some((row) => row.includes(link.split(':')[0])));
	return `# Endpoints

\`npm run schemas\` makes this page. [Assumptions](assumptions.md) says how you change what is assumed.
The paths of email and Viber are assumed too.

| Endpoint | Operation | Assumed | Test |
|---|---|---|---|
${rows.join('\n')}

${links.join('\n')}
`;
}
