import { eventually } from '../../support/eventually';
import { calling, chain, itemsOf, sharedHost, to } from '../support';
import {
	approve,
	askingNode,
	askingWorkflow,
	decline,
	finished,
	headingOf,
	latestLink,
	open,
	setting,
	start,
	statusOf,
	textsOn,
	untilWaiting,
} from '../support/asking';

const host = sharedHost();
beforeEach(async () => await host.sandbox.reset());

describe('Send and Wait: several people', () => {
	const people = [
		{ to: '37060011111', order: 1 },
		{ to: '37060022222', order: 2 },
	];
	const loop = {
		name: 'Loop Over Items',
		type: 'n8n-nodes-base.splitInBatches',
		typeVersion: 3,
		parameters: { options: {} },
	};
	const toEach = { to: '={{ $json.to }}', message: '=Refund order {{ $json.order }}?' };

	test('asks one after the other in a loop, each by a link that is good for one question', async () => {
		const workflow = askingWorkflow(
			people,
			loop,
			askingNode(host, toEach),
			setting(
				"={{ JSON.stringify({ order: $('Loop Over Items').item.json.order, approved: $json.data.approved }) }}",
			),
		);
		Object.assign(workflow.connections, {
			'Loop Over Items': { main: [[], ...to('Ask').main] },
			After: to('Loop Over Items'),
		});
		const id = await start(host, workflow);
		await untilWaiting(host, id);
		expect(await textsOn(host, people[1].to)).toEqual([]);
		const first = await latestLink(host, people[0].to);
		await open(first, 'POST', approve);

		await eventually('the second question', async () => (await textsOn(host, people[1].to))[0]);
		const second = await latestLink(host, people[1].to);
		await untilWaiting(host, id);
		for (const late of [
			await open(first, 'GET', undefined, 'fr-CA'),
			await open(first, 'POST', approve, 'fr-CA'),
		]) {
			expect([late.status, headingOf(late)]).toEqual([410, 'Cette question est fermée']);
			expect(late.page).not.toContain('order 2');
		}
		expect(await statusOf(host, id)).toBe('waiting');
		expect((await open(second)).page).toContain('Refund order 2?');
		await open(second, 'POST', decline);

		const execution = await finished(host, id);
		expect(itemsOf(execution, 'Loop Over Items')).toEqual([
			{ order: 1, approved: true },
			{ order: 2, approved: false },
		]);
		expect(await host.sandbox.messages()).toHaveLength(2);
	});

	test('asks all at once by a sub-workflow that the loop does not wait for, each in a run of its own', async () => {
		const called = { name: 'When called', type: 'n8n-nodes-base.executeWorkflowTrigger' };
		const passing = { ...called, typeVersion: 1.1, parameters: { inputSource: 'passthrough' } };
		const sub = await host.client.createWorkflow(chain(passing, askingNode(host, toEach)));
		await host.client.activateWorkflow(sub);
		const workflow = askingWorkflow(people, loop, calling(sub.id, { waitForSubWorkflow: false }));
		Object.assign(workflow.connections, {
			'Loop Over Items': { main: [[], ...to('Call').main] },
			Call: to('Loop Over Items'),
		});
		await finished(host, await start(host, workflow));
		const asked = await eventually('two that wait', async () => {
			const executions = await host.client.executions(sub.id);
			const waiting = executions.filter(({ status }) => status === 'waiting');
			return (
				waiting.length === people.length && waiting.sort((a, b) => Number(a.id) - Number(b.id))
			);
		});

		// The second person is quicker.
		await open(await latestLink(host, people[1].to), 'POST', decline);
		await open(await latestLink(host, people[0].to), 'POST', approve);
		const answers = [];
		for (const { id } of asked) answers.push(...itemsOf(await finished(host, id), 'Ask'));
		expect(answers).toMatchObject([{ data: { approved: true } }, { data: { approved: false } }]);
	});
});
