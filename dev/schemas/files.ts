/** The files that `npm run schemas` makes, by their path in the repository. */
import { stringify } from 'yaml';
import { buildApp } from '../../sandbox/app.ts';
import { endpointsFile, endpointsPage, type Paths } from './endpoints.ts';
import { outputs, type Schema } from './outputs.ts';

/** n8n looks for the outputs here, by the node's version, the resource, and the operation. */
export const outputFolder = 'nodes/MessagingService/__schema__/v1.0.0';

export const contractFile = 'docs/openapi.yaml';

/** A schema without the words of refusals and without bounds, which are the sandbox's own. */
function shape({ type, properties, required, items, enum: words, format }: Schema): Schema {
	const inside = Object.entries(properties ?? {}).map(([name, value]) => [name, shape(value)]);
	return {
		type,
		...(properties && { properties: Object.fromEntries(inside) }),
		...(required?.length && { required }),
		...(items && { items: shape(items) }),
		...(words && { enum: words }),
		...(format && { format }),
	};
}

const outputFiles = () =>
	Object.entries(outputs).map(([place, output]) => [
		`${outputFolder}/${place}.json`,
		`${JSON.stringify(shape(output), null, '\t')}\n`,
	]);

/** What the sandbox says of itself, before anybody has used it. */
async function contract() {
	const app = await buildApp();
	try {
		return app.swagger();
	} finally {
		await app.close();
	}
}

export async function madeFiles(): Promise<Record<string, string>> {
	const header = '# Made by `npm run schemas` of what the local sandbox takes and answers.\n';
	const made = await contract();
	return Object.fromEntries([
		...outputFiles(),
		[contractFile, header + stringify(made)],
		[endpointsFile, endpointsPage(made.paths as Paths)],
	]);
}
