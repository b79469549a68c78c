import { importExample, itemsOf, manualTrigger, sharedHost } from './support';

const host = sharedHost();
const MINUTE = 60_000;
const trigger = 'When an appointment is made';
const clock = (time: number) => new Date(time).toISOString().slice(11, 16);

/** Starts the example for an appointment, with the hours of its Send Window; everything in UTC. */
async function remind(phone: string, appointment: number, hours: object): Promise<string> {
	const { id, versionId, ...copy } = await importExample(host, 'appointment-reminder-in-hours');
	const given = {
		Name: 'Jūratė',
		'Phone number': phone,
		Day: new Date(appointment).toISOString().slice(0, 10),
		Time: clock(appointment),
	};
	const nodes = copy.nodes.map((node) => {
		if (node.name === 'Remind by SMS') {
			const { skipMessages } = node.parameters.options as {
				skipMessages: { values: object };
			};
			const options = { skipMessages: { values: { ...skipMessages.values, ...hours } } };
			return { ...node, parameters: { ...node.parameters, options } };
		}
		if (node.name !== trigger) return node;
		const parameters = { jsCode: `return [{ json: ${JSON.stringify(given)} }];` };
		return { ...node, type: 'n8n-nodes-base.code', typeVersion: 2, parameters };
	});
	nodes.push({ ...manualTrigger, position: [-220, 0] });
	const connections = {
		...copy.connections,
		Start: { main: [[{ node: trigger, type: 'main', index: 0 }]] },
	};
	const settings = { executionOrder: 'v1', timezone: 'UTC' };
	await host.client.updateWorkflow(id, { nodes, connections, settings, versionId });
	return await host.client.startWorkflow(id, 'Start');
}

describe('Example: Remind of an appointment in daytime', () => {
	test('sends inside the window at once, outside of it when it opens, and never after the appointment', async () => {
		await host.sandbox.reset();
		const now = Date.now();
		// The first full minute that is so far away that n8n puts the wait into its database.
		const opens = Math.ceil((now + 70_000) / MINUTE) * MINUTE;
		const appointment = now + 300 * MINUTE;
		const opening = { from: clock(opens), until: clock(opens + 120 * MINUTE) };
		const inside = await remind('+370 600 11111', appointment, { from: '00:00', until: '24:00' });
		const early = await remind('+370 600 22222', appointment, opening);
		const late = await remind('+370 600 33333', opens, opening);

		expect((await host.client.waitForExecution(inside)).status).toBe('success');
		const over = await host.client.waitForExecution(late);
		expect(itemsOf(over, 'Remind by SMS')).toMatchObject([{ skipped: 'outsideWindow' }]);
		expect((await host.sandbox.messages()).map(({ to }) => to)).toEqual(['37060011111']);

		const waited = await host.client.waitForExecution(early, 240_000);
		expect(waited.status).toBe('success');
		expect(Date.now()).toBeGreaterThanOrEqual(opens);
		expect(itemsOf(waited, 'Wait until the window opens')).toEqual([
			{
				skipped: 'outsideWindow',
				to: '37060022222',
				sendAfter: new Date(opens).toISOString().replace('.000', ''),
			},
		]);
		const said = expect.stringMatching(
			/^Hello Jūratė, your appointment is on 20\d\d-\d\d-\d\d at \d\d:\d\d\. See you then!$/,
		);
		expect(await host.sandbox.sentSms()).toEqual([
			{ to: '37060011111', text: said },
			{ to: '37060022222', text: said },
		]);
	}, 300_000);
});
