import type { Connections, Line, WorkflowNode } from '../../n8n/types.ts';
import { cellsOf } from '../worlds/world.ts';

/** The name of the node that shows what another one, which doesn't run, would get. */
export const shownName = (name: string) => `${name}, what it gets`;

/** Evaluates the expressions of a node that doesn't run, so that its words can be seen. */
export function shownBefore({
	name,
	id,
	position,
	parameters,
}: WorkflowNode): WorkflowNode | undefined {
	const assignments = cellsOf(parameters)
		.flatMap(([path, value]) => {
			// All that comes in becomes a row.
			if (value === 'autoMapInputData')
				return [{ name: 'item', value: '={{ $json }}', type: 'object' }];
			const isExpression = typeof value === 'string' && value.startsWith('=');
			return isExpression ? [{ name: path.join(' '), value, type: 'string' }] : [];
		})
		.map((one, place) => ({ id: `${place}`, ...one }));
	if (assignments.length === 0) return undefined;
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

/**
 * The connections of a copy: what leads to a node that doesn't run leads to what shows its words first, and what leads
 * to a wait, which lets its items through, leads to both.
 */
export function connectionsOf(nodes: WorkflowNode[], connections: Connections): Connections {
	const shown = new Map(nodes.filter(({ shows }) => shows).map((node) => [node.name, node]));
	const names = new Set(nodes.map(({ name }) => name));
	const to = (line: Line): Line[] => {
		const before = shown.get(shownName(line.node));
		const first = before ? [{ ...line, node: before.name }] : [];
		return before && !before.waits ? first : [line, ...first];
	};
	// Without those of an agent's model and tools.
	const among = [...names]
		.filter((name) => connections[name])
		.map((name) => [
			name,
			(connections[name].main ?? []).map((next) =>
				(next ?? []).filter(({ node }) => names.has(node)).flatMap(to),
			),
		]);
	const onward = [...shown.values()]
		.filter(({ waits }) => waits === undefined)
		.map(({ name }) => [
			name,
			[[{ node: name.slice(0, -shownName('').length), type: 'main', index: 0 }]],
		]);
	return Object.fromEntries([...among, ...onward].map(([name, main]) => [name, { main }]));
}
