import type { CheckHost } from '../../../dev/check/checkWorkflow';
import { checkWorkflow } from '../../../dev/check/checkWorkflow';
import type { Play, Round, Sent } from '../../../dev/check/play/round';
import type { World } from '../../../dev/check/worlds/world';
import { behindEach, ourNode } from '../../../dev/check/copy/nodeKinds';
import type { Workflow } from '../../../dev/n8n/types';
import { chain, type Step } from '../../n8n/workflow';
import { sent } from './relations/madeUp';

/** What a made-up n8n sends of the items that come to a node of ours, or an error, if it fails there. */
type Sends = (node: string, items: object[]) => Sent[] | string;
let mockSends: Sends;
const mockRound = (workflow: Workflow, trigger: string, world: World): Round => {
	const items = world.pins[trigger].map(({ json }) => json);
	const messages: Sent[] = [];
	let error: string | undefined;
	let last: string | undefined;
	const runs: Round['runs'] = {};
	const run = (name: string, given: typeof items) => {
		const node = workflow.nodes.find((one) => one.name === name)!;
		const own = node.type === ourNode && given.length > 0 ? mockSends(name, given) : [];
		const failed = typeof own === 'string' ? own : undefined;
		const pinned = world.pins[name]?.map(({ json }) => json) ?? given;
		const output = failed ? given.map(() => ({ error: failed })) : pinned;
		const order = Object.keys(runs).length;
		runs[name] = [{ given: order === 0 ? [] : given, outputs: [output], order, warnings: [] }];
		if (node.type.endsWith('.stopAndError')) [error, last] = ['No number', name];
		else if (failed && !node.onError) error = failed;
		else for (const next of behindEach(workflow.connections, name).flat()) run(next, output);
		if (typeof own !== 'string') messages.push(...own.map((one) => ({ ...one, by: name })));
	};
	run(trigger, items);
	return {
		...{ status: error ? 'error' : 'success', error, last, runs, messages, shown: [] },
		...{ isEndless: false, waitsForEver: [], attempts: messages.map(({ to }) => ({ to })) },
		requests: messages.map(({ to }, number) => ({
			...{ number, method: 'POST', path: '/v1/sms/single', body: { to }, status: 200 },
		})) as Round['requests'],
	};
};
jest.mock('../../../dev/check/play/player', () => ({
	playerOf: (_: unknown, { trigger }: { trigger: string }) => ({
		play: async (workflow: Workflow, world: World): Promise<Play> => ({
			...{ world, workflow: { ...workflow, pinData: world.pins } },
			trigger: workflow.nodes.find(({ name }) => name === trigger)!,
			rounds: [world.pins, ...(world.times === 2 ? [world.later ?? world.pins] : [])].map((pins) =>
				mockRound(workflow, trigger, { ...world, pins }),
			),
		}),
	}),
}));

const host = {
	credentialId: 'sandbox',
	requireN8n: async () => undefined,
	client: { nodeTypes: async () => [] },
} as unknown as CheckHost;
const check = async (workflow: Workflow) => await checkWorkflow(host, workflow, {});
const owner = '+37069999999';
const form: Step = {
	name: 'Form',
	type: 'n8n-nodes-base.formTrigger',
	parameters: { formFields: { values: [{ fieldLabel: 'Phone' }] } },
};
const at3 = { rule: { interval: [{ field: 'days', triggerAtHour: 3 }] } };
const schedule: Step = { name: 'Night', type: 'n8n-nodes-base.scheduleTrigger', parameters: at3 };
const parameters = { resource: 'sms', operation: 'send' };
const send: Step = { name: 'Send', parameters };

/** A workflow with two triggers that lead to a node. */
function twoDoors(...triggers: Step[]): Workflow {
	const { nodes, connections, ...rest } = chain(triggers[0], send);
	const [other] = chain(triggers[1]).nodes;
	const given = [nodes[0], other, nodes[1]];
	return {
		...rest,
		nodes: given,
		connections: { ...connections, [other.name]: connections[triggers[0].name] },
	};
}

test('where all triggers fail, nothing was played', async () => {
	mockSends = () => 'No text';
	await expect(check(twoDoors(form, schedule))).rejects.toThrow(
		'fails although all is well: No text',
	);
});

test.each([[[form, schedule]], [[schedule, form]]])(
	'what depends on a trigger is played from it, whichever comes first',
	async (triggers) => {
		mockSends = (_, [item]) => [sent(String((item as { Phone?: string }).Phone ?? owner), 'Hello')];
		const { rows } = await check(twoDoors(...triggers));
		const played = rows.map(({ situation }) => situation);
		expect(played).toContain('strangers, from “Form”');
		expect(played).toContain('night, from “Night”');
		expect(played.filter((name) => name.startsWith('no money'))).toHaveLength(1);
	},
);

describe('a node that can send nothing', () => {
	const office: Step = { name: 'Office', parameters, onError: 'continueRegularOutput' };
	const fails = ({ rows, notJudged }: Awaited<ReturnType<typeof check>>) => ({
		findings: rows[0].findings.map(({ happened }) => happened),
		played: rows.length,
		names: notJudged.flatMap(({ names }) => names),
	});

	test('is told beside what else is found, where another one sends', async () => {
		mockSends = (name) => (name === 'Office' ? 'No number' : [sent(owner, 'Hello')]);
		const said = fails(await check(chain(form, office, send)));
		expect(said.findings).toContain('“Office” sends nothing although all is well: No number');
		expect(said.played).toBeGreaterThan(2);
		expect(said.names).toEqual([]);
	});

	test('is told alone, where nothing else goes out, and what was not played too', async () => {
		mockSends = () => 'No number';
		const said = fails(await check(chain(schedule, office)));
		expect(said.findings).toHaveLength(1);
		expect(said.played).toBe(1);
		expect(said.names).toContain('night');
	});
});

test('an error of the user’s own, where their own data leads, is a finding', async () => {
	mockSends = () => [];
	const stop: Step = { name: 'Stop', type: 'n8n-nodes-base.stopAndError', parameters: {} };
	const workflow = chain(form, stop, send);
	await expect(check(workflow)).rejects.toThrow('fails although all is well');
	const pinData = { Form: [{ json: { Phone: owner } }] };
	const { rows } = await check({ ...workflow, pinData });
	expect(rows[0].findings.map(({ where }) => where)).toContain('Stop');
});
