import fc from 'fast-check';

import { behindEach, ourNode } from '../../../../dev/check/copy/nodeKinds';
import { playable } from '../../../../dev/check/copy/replaced';
import type { WorkflowNode } from '../../../../dev/n8n/types';
import { wholeOf } from '../../../../dev/check/copy/whole';
import { Failure } from '../../../../dev/failure';
import { readExamples } from '../../../../dev/provisioning';
import { chain, type Step } from '../../../n8n/workflow';

const form: Step = {
	name: 'Form',
	type: 'n8n-nodes-base.formTrigger',
	parameters: { formFields: { values: [{ fieldLabel: 'Phone number' }] } },
};
const send: Step = {
	name: 'Send',
	parameters: { resource: 'sms', operation: 'send', to: '={{ $json["Phone number"] }}' },
	credentials: { messagingServiceApi: { id: 'of-the-user', name: 'Production' } },
};
const reason = (run: () => unknown) => {
	try {
		run();
	} catch (error) {
		if (error instanceof Failure) return `${error.message} ${error.whatToDo}`;
		throw error;
	}
	return undefined;
};

test("the credential is the sandbox's, and what stands in place of what is said first", () => {
	const { workflow, replaced } = playable(chain(form, send), 'sandbox');
	expect(workflow.nodes[1].credentials).toEqual({
		messagingServiceApi: { id: 'sandbox', name: 'Messaging Service: local sandbox' },
	});
	expect(replaced).toEqual([
		{ what: 'The credential', by: "the sandbox's" },
		{
			what: 'Form',
			by: 'items that the check has made',
			items: [expect.objectContaining({ 'Phone number': '+370 600 12345' })],
		},
	]);
	expect(workflow.pinData.Form[0].json['Phone number']).toBe('+370 600 12345');
});

test.each([
	['DEFAULT', undefined],
	['Europe/Vilnius', 'Europe/Vilnius'],
])('the time zone %s of a workflow is %s', (timezone, own) => {
	const { workflow } = playable({ ...chain(form, send), settings: { timezone } }, 'sandbox');
	expect(workflow.settings?.timezone).toBe(own);
});

test.each([
	...['httpRequest', 'executeCommand', 'ssh', 'readWriteFile', 'emailSend', 'executeWorkflow'].map(
		(name) => `n8n-nodes-base.${name}`,
	),
	'somebody.else',
])('%s needs pinned data, and returns that', (type) => {
	const workflow = chain(form, { name: 'World', type, credentials: { x: { name: 'x' } } }, send);
	expect(reason(() => playable(workflow, ''))).toMatch(
		/Pin data in “World” first: .*may touch the world.*select Pin/,
	);
	const pinData = { World: [{ json: { orderNumber: 1 } }] };
	const { workflow: copy, replaced } = playable({ ...workflow, pinData }, '');
	expect(copy.pinData.World).toEqual(pinData.World);
	expect(copy.nodes[1]).toMatchObject({ type: 'n8n-nodes-base.noOp', parameters: {} });
	expect(copy.nodes[1]).not.toHaveProperty('credentials');
	expect(replaced).toContainEqual({ what: 'World', by: 'its pinned data' });
});

describe('a node that may touch the world, and on which no message hangs,', () => {
	const mail: Step = { name: 'Mail', type: 'n8n-nodes-base.emailSend' };
	const mark: Step = { name: 'Mark', type: 'n8n-nodes-base.googleSheets' };

	test('needs no pinned data: it gives what comes to it', () => {
		const { workflow, replaced } = playable(chain(form, send, mark, mail), '');
		for (const name of ['Mark', 'Mail']) {
			expect(replaced).toContainEqual({ what: name, by: 'what comes to it' });
			expect(workflow.pinData).not.toHaveProperty(name);
			expect(workflow.nodes).toContainEqual(
				expect.objectContaining({ name, type: 'n8n-nodes-base.noOp', parameters: {} }),
			);
		}
	});

	test('nor does it in a loop, which only collects what it gives', () => {
		const loop: Step = { name: 'Loop', type: 'n8n-nodes-base.splitInBatches' };
		const workflow = chain(form, loop, send, mark);
		workflow.connections.Loop = { main: [[], [{ node: 'Send', type: 'main', index: 0 }]] };
		workflow.connections.Mark = { main: [[{ node: 'Loop', type: 'main', index: 0 }]] };
		expect(playable(workflow, '').workflow.pinData).not.toHaveProperty('Mark');
	});

	test.each(["={{ $('Mark').item.json.id }}", '={{ $node["Mark"].json.id }}'])(
		'needs it if another node reads it: %s',
		(text) => {
			const reader: Step = { name: 'Read', type: 'n8n-nodes-base.set', parameters: { text } };
			expect(reason(() => playable(chain(form, send, mark, reader), ''))).toMatch(/“Mark” first/);
		},
	);
});

describe('a node that writes a row of each item', () => {
	const write = (type: string, operation?: string, more: Partial<Step> = {}): Step => ({
		...{ name: 'Write', type: `n8n-nodes-base.${type}`, parameters: { operation }, ...more },
	});
	const choose: Step = { name: 'Choose', type: 'n8n-nodes-base.filter' };
	const byName: Step = {
		...send,
		parameters: { ...send.parameters, to: '={{ $("Form").item.json["Phone number"] }}' },
	};

	test.each([
		[write('googleSheets', 'append'), byName],
		[write('airtable', 'update'), choose, byName],
		[write('emailSend'), byName],
		[write('telegram', 'sendMessage'), byName, send],
	])('%j needs no pinned data where what is behind it reads others', (...steps) => {
		const { workflow, replaced } = playable(chain(form, ...steps), '');
		expect(replaced).toContainEqual({ what: 'Write', by: 'what comes to it' });
		expect(workflow.pinData).not.toHaveProperty('Write');
	});

	test.each([
		[write('googleSheets', 'append'), send],
		[write('googleSheets', 'read'), byName],
		[write('emailSend'), choose, send],
		[write('emailSend'), { name: 'Sum', type: 'n8n-nodes-base.aggregate' }, byName],
	])('%j needs it elsewhere', (...steps) => {
		expect(reason(() => playable(chain(form, ...steps), ''))).toMatch(/“Write” first/);
	});

	test('nor does it where only what is behind its error output reads it', () => {
		const workflow = chain(form, write('emailSend'), byName, { ...send, name: 'Tell' });
		const lines = (node: string) => [{ node, type: 'main', index: 0 }];
		workflow.connections = {
			...workflow.connections,
			Write: { main: [lines('Send'), lines('Tell')] },
			Send: { main: [] },
		};
		expect(playable(workflow, '').replaced).toContainEqual({
			what: 'Write',
			by: 'what comes to it',
		});
	});

	test('keeps what it does that finds nothing, or is answered with an error', () => {
		const settings = (more: object) => {
			const workflow = chain(form, write('googleSheets', 'read', more), send);
			workflow.pinData = { Write: [{ json: {} }] };
			const { nodes } = playable(workflow, '').workflow;
			const { onError, alwaysOutputData } = nodes.find(({ name }) => name === 'Write')!;
			return [onError, alwaysOutputData];
		};
		expect(settings({})).toEqual([undefined, undefined]);
		const all = { onError: 'continueErrorOutput', alwaysOutputData: true };
		expect(settings(all)).toEqual(['continueErrorOutput', true]);
		// As older versions of n8n save it.
		expect(settings({ continueOnFail: true })).toEqual(['continueRegularOutput', undefined]);
	});

	test('once for all items gives one', () => {
		const once = write('emailSend', undefined, { executeOnce: true });
		const { workflow } = playable(chain(form, once, byName), '');
		expect(workflow.nodes[1]).toMatchObject({ type: 'n8n-nodes-base.noOp', executeOnce: true });
	});
});

describe('a workflow that a node calls, and that sends nothing,', () => {
	const calledBy = (type: string): Step => ({
		...{ name: 'Texts', type: 'n8n-nodes-base.executeWorkflow' },
		parameters: {
			source: 'parameter',
			workflowJson: JSON.stringify(
				chain(
					{ name: 'Called', type: 'n8n-nodes-base.executeWorkflowTrigger' },
					{ name: 'Inner', type: `n8n-nodes-base.${type}` },
				),
			),
		},
	});
	const copyOf = (called: Step) =>
		playable(wholeOf(chain(form, called, send), []).workflow, '').workflow.nodes[1];

	test('is played all the same', () => {
		expect(copyOf(calledBy('set'))).toMatchObject({ type: 'n8n-nodes-base.executeWorkflow' });
	});

	test('needs pinned data if it may touch the world', () => {
		expect(reason(() => copyOf(calledBy('httpRequest')))).toMatch(/Pin data in “Texts” first/);
	});
});

test('whatever a workflow is made of, only nodes of the list and this node run, with no credential but its own', () => {
	const type = fc.oneof(
		fc
			.constantFrom('set', 'if', 'code', 'wait', 'httpRequest', 'slack', 'function', 'noOp')
			.map((name) => `n8n-nodes-base.${name}`),
		fc.string(),
	);
	const node = fc.record({
		type,
		disabled: fc.boolean(),
		isPinned: fc.boolean(),
		hasKey: fc.boolean(),
	});
	fc.assert(
		fc.property(fc.array(node, { maxLength: 6 }), (nodes) => {
			const steps = nodes.map(({ hasKey, type: kind, disabled }, place) => ({
				...{ type: kind, disabled, name: `N${place}` },
				...(hasKey && { credentials: { other: { name: 'x' } } }),
			}));
			const pinned = nodes.flatMap(({ isPinned }, place) => (isPinned ? [`N${place}`] : []));
			const pinData = Object.fromEntries(pinned.map((name) => [name, [{ json: {} }]]));
			let copy: WorkflowNode[] = [];
			reason(() => {
				copy = playable({ ...chain(form, ...steps, send), pinData }, 'sandbox').workflow.nodes;
			});
			for (const one of copy.filter(({ disabled }) => !disabled)) {
				expect(Object.keys(one.credentials ?? {})).toEqual(
					one.name === 'Send' ? ['messagingServiceApi'] : [],
				);
				expect(one.type).toMatch(
					/^n8n-nodes-base\.(set|if|code|wait|noOp|function|formTrigger)$|\.messagingService$/,
				);
			}
		}),
	);
});

test('waits are cut short, also between tries, and the window of hours is open', () => {
	const options = {
		skipMessages: { values: { sendWindow: true, opens: '09:00', weekdays: ['monday'] } },
	};
	const wait = { name: 'Wait', type: 'n8n-nodes-base.wait', parameters: { unit: 'days' } };
	const parameters = { ...send.parameters, options };
	const steps = [form, wait, { ...send, parameters, retryOnFail: true, waitBetweenTries: 5_000 }];
	const { workflow, replaced } = playable(chain(...steps), '');
	const moment = { resume: 'timeInterval', amount: 0.1, unit: 'seconds' };
	expect(workflow.nodes[1].parameters).toEqual(moment);
	expect(workflow.nodes[2]).toMatchObject({
		...{ waitBetweenTries: 100, opensOn: ['monday'] },
		parameters: { options: { skipMessages: { values: { opens: '00:00', closes: '24:00' } } } },
	});
	expect(replaced.map(({ what }) => what)).toEqual(['The credential', 'Form', 'Wait', 'Send']);
});

test('the time for which a wait waits is shown beside it, and its items go through', () => {
	const parameters = { resume: 'specificTime', dateTime: '={{ $json.at }}' };
	const wait: Step = { name: 'Wait', type: 'n8n-nodes-base.wait', parameters };
	const { workflow } = playable(chain(form, wait, send), '');
	const shown = 'Wait, what it gets';
	const ends = (from: string) => behindEach(workflow.connections, from).flat();
	expect(ends('Form')).toEqual(['Wait', shown]);
	expect(ends('Wait')).toEqual(['Send']);
	expect(ends(shown)).toEqual([]);
	expect(workflow.nodes.find(({ name }) => name === shown)?.waits).toBe('Wait');
});

test('of several triggers, one that leads to a message is played', async () => {
	const examples = await readExamples();
	const played = examples.map(({ name, workflow }) => {
		let trigger;
		reason(() => (trigger = playable(workflow, '').trigger.name));
		return [name, trigger];
	});
	expect(Object.fromEntries(played)).toMatchObject({
		'delivery-report-polling': 'To try it by hand',
		'viber-then-sms': 'When another workflow calls',
		'low-balance-alert': 'Every morning',
	});
	// One has this node as a tool of an AI agent, and one calls another workflow: itself.
	const not = played.filter(([, trigger]) => trigger === undefined).map(([name]) => name);
	expect(not).toEqual(['ai-agent-sms-after-approval', 'opt-out-by-link']);
});

test('a workflow without this node is refused', () => {
	expect(reason(() => playable(chain(form), ''))).toContain('No trigger of');
});

test('a data table that an expression names stays that one', () => {
	const dataTableId = { __rl: true, mode: 'name', value: '={{ $json.Table }}' };
	const parameters = { operation: 'upsert', dataTableId };
	const saved = chain(form, { name: 'Table', type: 'n8n-nodes-base.dataTable', parameters }, send);
	expect(playable(saved, '').workflow.nodes[1].parameters.dataTableId).toEqual(dataTableId);
});

test("a data table of the user's n8n goes by its name", () => {
	const dataTableId = { mode: 'list', value: 'a7Gh', cachedResultName: 'Customers' };
	const parameters = { operation: 'get', dataTableId };
	const saved = chain(form, { name: 'Table', type: 'n8n-nodes-base.dataTable', parameters }, send);
	const { workflow, replaced } = playable(saved, '');
	const byName = { __rl: true, mode: 'name', value: 'customers' };
	expect(workflow.nodes[1].parameters.dataTableId).toEqual(byName);
	expect(replaced).toContainEqual({ what: 'Table', by: 'a row that the check has made' });
	const filled = playable(saved, '', { filledTables: new Set(['Customers']) });
	expect(filled.workflow.pinData).not.toHaveProperty('Table');
});

test('what a Code node keeps is not what it has kept elsewhere', () => {
	const code = (jsCode: string) => {
		const node = { name: 'New', type: 'n8n-nodes-base.code', parameters: { jsCode } };
		return playable(chain(form, node, send), '').replaced.map(({ what }) => what);
	};
	expect(code("return $getWorkflowStaticData('global').last;")).toContain('What “New” keeps');
	expect(code('return $input.all();')).not.toContain('What “New” keeps');
});

test.each([
	['+371*', /^\+371\d{8}$/],
	['0049 170*', /^\+49170\d{7,8}$/],
	['+370 612 34567, +371*', /^\+37061234567$/],
	['', /^\+370 600 12345$/],
	['={{ $json.allowed }}', /^\+370 600 12345$/],
])("an agent's tool is called with a number that it takes: Allowed To is %j", (allowedTo, to) => {
	const options = { limits: { values: { allowedTo } } };
	const parameters = { ...send.parameters, to: "={{ $fromAI('driver') }}", options };
	const tool = { name: 'Tool', type: `${ourNode}Tool`, parameters };
	const { nodes, ...rest } = chain(form, { name: 'Agent', type: 'agent' }, tool);
	const ai_tool = [[{ node: 'Agent', type: 'ai_tool', index: 0 }]];
	const connections = { ...rest.connections, Tool: { ai_tool } } as typeof rest.connections;
	const { workflow } = wholeOf({ ...rest, nodes, connections }, []);
	expect(workflow.nodes.find(({ byModel }) => byModel)!.parameters.to).toMatch(to);
});
