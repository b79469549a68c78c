import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { WorkflowNode } from '../../n8n/types.ts';
import { keepsData } from '../copy/nodeKinds.ts';

/** What a workflow keeps from one time that it runs to the next: n8n keeps it only of what runs by itself. */
export interface Memory {
	address: string;
	forget(): void;
}

/** Keeps something on this machine, as long as this process runs. */
export async function startMemory(): Promise<Memory> {
	let kept: unknown = {};
	const server = createServer((request, response) => {
		const answer = () =>
			response.setHeader('content-type', 'application/json').end(JSON.stringify(kept));
		if (request.method !== 'PUT') return void answer();
		const keep = (body: unknown) => {
			kept = body;
			answer();
		};
		// What was ended in the middle keeps nothing.
		json(request).then(keep, () => response.destroy());
	});
	server.listen(0, '127.0.0.1').unref();
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	return {
		address: `http://127.0.0.1:${port}/`,
		forget() {
			kept = {};
		},
	};
}

/**
 * The same with its static data in a memory, in as many lines.
 * @param of the workflow, by which its data is another one's
 */
export function remembering(node: WorkflowNode, { address }: Memory, of = ''): WorkflowNode {
	if (!keepsData(node)) return node;
	const [url, own, all] = [address, `${of} node ${node.name}`, `${of} global`].map((text) =>
		JSON.stringify(text),
	);
	const before =
		`const kept = await this.helpers.httpRequest({ url: ${url}, json: true }); ` +
		`const keptFor = (kind) => (kept[kind === 'node' ? ${own} : ${all}] ??= {}); ` +
		'return await (async ($getWorkflowStaticData) => { ';
	// As n8n does, also of what then fails.
	const behind = `})(keptFor).finally(() =>
	this.helpers.httpRequest({ method: 'PUT', url: ${url}, body: kept, json: true }));`;
	return {
		...node,
		parameters: {
			...node.parameters,
			jsCode: `${before}${String(node.parameters.jsCode)}\n${behind}`,
		},
	};
}
