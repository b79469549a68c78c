import { createRequire } from 'node:module';
import { join } from 'node:path';

import { n8nVersion } from '../../dev/n8n/releases';
import { cacheFolder } from '../../dev/places';
import { patterns } from '../../nodes/MessagingService/patterns';

const packages = join(cacheFolder(), `n8n-${n8nVersion}`, 'node_modules');
const requireOfN8n = createRequire(join(packages, 'n8n/package.json'));

/** A file of the installed n8n; not all of them are for others. */
export const ofN8n = <Exports>(file: string) => requireOfN8n(join(packages, file)) as Exports;

/** n8n's descriptions of its own nodes' parameters, by which its workflow SDK checks them. */
export const nodeDefinitions = join(packages, 'n8n-nodes-base/dist/node-definitions/');

type Builder = {
	toJSON(): { name: string; nodes: Array<{ type: string }>; connections: object };
};

/** n8n's workflow SDK, which makes a workflow of the code that assistants write. */
export const workflowSdk = () =>
	ofN8n<{
		parseWorkflowCodeToBuilder(code: string): Builder;
		validateWorkflowBuilder(
			builder: Builder,
			options: object,
		): { valid: boolean; blocking: object[] };
	}>('@n8n/workflow-sdk/dist/index.js');

/** The code of the pattern of an operation. */
export function codeOf(operation: string): string {
	const { content } = patterns.find(
		({ displayOptions }) => displayOptions?.show?.operation?.[0] === operation,
	)!;
	return /<pattern title="[^"]+">([^]*)<\/pattern>/.exec(content)![1];
}
