import { setTimeout as sleep } from 'node:timers/promises';

import { importExample, itemsOf, type SavedWorkflow, sharedHost } from './support';
import {
	filledIn,
	finished,
	latestLink,
	open,
	submitForm,
	textsOn,
	untilWaiting,
} from './support/asking';

const customer = '37060099999';
const office = '37060012345';
const entered = {
	Name: 'Jūratė',
	'Phone number': '+370 600 99999',
	Day: '2027-01-31',
	Time: '14:30',
};

const host = sharedHost();
let workflow: SavedWorkflow;
beforeAll(async () => {
	workflow = await host.client.activateWorkflow(await importExample(host, 'appointment-by-sms'));
});
afterAll(async () => await host.client.deactivateWorkflow(workflow.id));
beforeEach(async () => await host.sandbox.reset());

/** Enters the appointment; gives the execution that waits for the customer. */
async function enter(): Promise<string> {
	const id = await submitForm(host, workflow, entered);
	await untilWaiting(host, id);
	return id;
}

describe('Example: Ask about an appointment by SMS, with a reminder', () => {
	test.each([
		['Confirm', '0', 'Confirm it'],
		['Cancel', '2', 'Cancel it'],
	])('asks the customer, and goes on with %s', async (choice, place, end) => {
		const id = await enter();
		expect(await textsOn(host, customer)).toEqual([
			expect.stringMatching(/^Jūratė, does your appointment suit you: 2027-01-31 at 14:30\?\nhttp/),
		]);
		await open(await latestLink(host, customer), 'POST', { choice: place });
		const execution = await finished(host, id);
		for (const name of ['Confirm it', 'Move it', 'Cancel it', 'Remind the customer']) {
			expect([name, itemsOf(execution, name).length]).toEqual([name, name === end ? 1 : 0]);
		}
		expect(itemsOf(execution, end)).toMatchObject([{ data: { choice } }]);
		expect(await host.sandbox.messages()).toHaveLength(1);
	});

	test('asks by a form for another day, and moves the appointment to it', async () => {
		const id = await enter();
		const first = await latestLink(host, customer);
		await open(first, 'POST', { choice: '1' });
		while ((await textsOn(host, customer)).length < 2) await sleep(100);
		await untilWaiting(host, id);
		const second = await latestLink(host, customer);
		expect((await open(second)).page).toContain('Another day</h1>');
		await open(second, 'POST', filledIn('2027-02-01', 'Afternoon', ''));
		const execution = await finished(host, id);
		expect(itemsOf(execution, 'Move it')).toMatchObject([
			{ Day: '2027-02-01', 'Time of day': 'Afternoon', Note: '' },
		]);
		expect(itemsOf(execution, 'Confirm it')).toEqual([]);
		expect(await textsOn(host, office)).toEqual([]);
	});
});
