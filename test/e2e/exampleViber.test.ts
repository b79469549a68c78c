import {
	type Execution,
	importExample,
	importWorkflow,
	type SavedWorkflow,
	sharedHost,
	type Workflow,
} from './support';
import { publisherForTests } from './support/exampleData';

const viberPath = '/viber';
const smsPath = '/v1/sms/single';
const reportPath = '/v1/sms/report';
/** The sandbox delivers after three seconds. */
const longEnough = { amount: 4, unit: 'seconds' };
/** n8n puts a wait of more than 65 seconds into its database, and takes the workflow up again from there. */
const longWait = { amount: 66, unit: 'seconds' };

const host = sharedHost();
const publish = publisherForTests(host);
beforeEach(async () => await host.sandbox.reset());

/** The example with another time to wait, and other parameters for the message to try it with. */
async function example(
	wait: Record<string, unknown>,
	message: Record<string, string> = {},
): Promise<SavedWorkflow> {
	const imported = await importExample(host, 'viber-then-sms');
	const nodes = imported.nodes.map((node) => {
		if (node.name === 'Wait 5 minutes') {
			return { ...node, parameters: { ...node.parameters, ...wait } };
		}
		if (node.name !== 'A message to try it with') return node;
		const assignments = Object.entries(message).map(([name, value]) => ({
			id: name,
			name,
			type: 'string',
			value,
		}));
		return { ...node, parameters: { ...node.parameters, assignments: { assignments } } };
	});
	const { connections, versionId } = imported;
	return await host.client.updateWorkflow(imported.id, { nodes, connections, versionId });
}

async function tryIt(to: string, wait: Record<string, unknown> = longEnough): Promise<Execution> {
	const workflow = await example(wait, { to, text: 'Your table is reserved' });
	return await host.client.runWorkflow(workflow.id, 'To try it by hand');
}

const fail = async (fault: object) => await host.sandbox.call('POST', 'faults', fault);

/** The requests that were made, by their paths. */
async function asked(): Promise<string[]> {
	return (await host.sandbox.requests()).map(({ path }) => path);
}

describe('Example: Viber first, and an SMS if it does not arrive', () => {
	test('sends no SMS when Viber has delivered', async () => {
		const execution = await tryIt('+370 600 12345');
		expect(execution.status).toBe('success');
		expect(await asked()).toEqual([viberPath, reportPath]);
		expect(execution.data.resultData.lastNodeExecuted).toBe('Delivered by Viber');
	});

	test.each([
		['has not arrived in time', '+370 600 10004'],
		['has failed', '+370 600 10002'],
	])('sends the same text as an SMS, once, when the Viber message %s', async (_what, to) => {
		const execution = await tryIt(to);
		expect(execution.status).toBe('success');
		expect(await asked()).toEqual([viberPath, reportPath, smsPath]);
		expect(await host.sandbox.sentSms()).toEqual([
			{ to: to.replace(/\D/g, ''), text: 'Your table is reserved' },
		]);
	});

	test('sends the SMS at once when the service refuses the Viber message', async () => {
		await fail({ kind: 'status', status: 400, path: viberPath });
		const execution = await tryIt('+370 600 12345', { amount: 5, unit: 'minutes' });
		expect(execution.status).toBe('success');
		expect(await asked()).toEqual([viberPath, smsPath]);
		expect(await host.sandbox.sentSms()).toEqual([
			{ to: '37060012345', text: 'Your table is reserved' },
		]);
	});

	test.each([
		[
			'the answer of Viber got lost',
			{ kind: 'drop', accepted: true, path: viberPath },
			'The connection was closed before the service answered',
		],
		[
			'the answer of Viber holds no messageId',
			{ kind: 'status', status: 200, body: { accepted: true }, path: viberPath },
			'Message ID is empty',
		],
		[
			'the report cannot be had',
			{ kind: 'status', status: 404, body: { message: 'No such SMS' }, path: reportPath },
			'No such SMS',
		],
		['the report is empty', { kind: 'status', status: 200, body: [], path: reportPath }, ''],
	])('sends no SMS and fails, saying why, when %s', async (_what, fault, reason) => {
		await fail(fault);
		const execution = await tryIt('+370 600 10004', { amount: 1, unit: 'seconds' });
		expect(execution.data.resultData).toMatchObject({
			lastNodeExecuted: 'Nobody knows',
			error: {
				message: expect.stringContaining(
					'It is not known whether Viber has delivered the message to +370 600 10004. No SMS was sent',
				),
			},
		});
		expect(execution.data.resultData.error?.message).toContain(reason);
		expect(await asked()).not.toContain(smsPath);
	});

	test('is called by another workflow once for each message, and goes on after a long wait', async () => {
		const callee = await publish(await example(longWait));
		const caller = await importWorkflow(host, callerOf(callee.id));
		const execution = await host.client.runWorkflow(caller.id, 'Start', 300_000);
		expect(execution.status).toBe('success');
		expect(await host.sandbox.sentSms()).toEqual([
			{ to: '37060010004', text: 'One' },
			{ to: '37060020004', text: 'Two' },
		]);
		expect(await asked()).toHaveLength(2 * 3);
	}, 400_000);
});

/** Calls the example as its note says, for two numbers that are never reached. */
function callerOf(id: string): Workflow {
	const to = (node: string) => ({ main: [[{ node, type: 'main', index: 0 }]] });
	const at = { typeVersion: 1, position: [0, 0] };
	const messages = [
		{ to: '+370 600 10004', text: 'One' },
		{ to: '+370 600 20004', text: 'Two' },
	];
	return {
		name: 'Test caller',
		nodes: [
			{ ...at, id: 'a', name: 'Start', type: 'n8n-nodes-base.manualTrigger', parameters: {} },
			{
				...at,
				id: 'b',
				name: 'Messages',
				type: 'n8n-nodes-base.code',
				typeVersion: 2,
				parameters: { jsCode: `return ${JSON.stringify(messages.map((json) => ({ json })))};` },
			},
			{
				...at,
				id: 'c',
				name: 'Call',
				type: 'n8n-nodes-base.executeWorkflow',
				typeVersion: 1.3,
				parameters: {
					workflowId: { __rl: true, mode: 'id', value: id },
					workflowInputs: {
						mappingMode: 'defineBelow',
						value: { to: '={{ $json.to }}', text: '={{ $json.text }}' },
					},
					mode: 'each',
					options: {},
				},
			},
		],
		connections: { Start: to('Messages'), Messages: to('Call') },
		settings: { executionOrder: 'v1' },
	};
}
