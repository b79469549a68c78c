import type { WorkflowNode } from '../../n8n/types.ts';
import { cellsOf } from '../worlds/world.ts';
import { connectionsAmong } from './nodeKinds.ts';

/** The name of the node that shows what another one, which doesn't run, would get. */
const shownName = (name: string) => `${name}, what it gets`;

/** Evaluates the expressions of a node that doesn't run, so that its words can be seen. */
export function shownBefore({
	name,
	id,
	position,
	parameters,
}: WorkflowNode): WorkflowNode | undefined {
	const expressions = cellsOf(parameters).filter(
		([, value]) => typeof value === 'string' && value.startsWith('='),
	);
	if (expressions.length === 0) return undefined;
	const assignments = expressions.map(([path, value], place) => ({
		...{ id: `${place}`, name: path.join(' '), value, type: 'string' },
	}));
	return {
		name: shownName(name),
		...{ id: `${String(id)}-shown`, position, type: 'n8n-nodes-base.set', typeVersion: 3.4 },
		parameters: {
			assignments: { assignments },
			options: { ignoreConversionErrors: true, dotNotation: false },
		},
		onError: 'continueRegularOutput',
		shows: true,
	};
}

/** The connections of a copy: what leads to a node that doesn't run leads to what shows its words first. */
export function connectionsOf(nodes: WorkflowNode[], connections: Record<string, unknown>) {
	const names = new Set(nodes.map(({ name }) => name));
	const to = (name: string) => (names.has(shownName(name)) ? shownName(name) : name);
	const among = Object.entries(connectionsAmong(names, connections)).map(([name, { main }]) => [
		name,
		{ main: main.map((next) => (next ?? []).map((one) => ({ ...one, node: to(one.node) }))) },
	]);
	const shown = nodes
		.filter(({ name }) => names.has(shownName(name)))
		.map(({ name }) => [shownName(name), { main: [[{ node: name, type: 'main', index: 0 }]] }]);
	return Object.fromEntries([...among, ...shown]) as Record<string, unknown>;
}
