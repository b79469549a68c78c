import { importExample, itemsOf, type SavedWorkflow, sharedHost } from './support';
import {
	approve,
	decline,
	finished,
	latestLink,
	open,
	statusOf,
	submitForm,
	textsOn,
	untilWaiting,
} from './support/asking';

const owner = '37060012345';
const customer = '37060099999';
const wish = {
	Name: 'Jūratė',
	'Phone number': '+370 600 99999',
	'Order number': '1042',
	'Amount in euros': '129.9',
	Reason: 'The lamp arrived <b>broken</b>.',
};

const host = sharedHost();
let workflow: SavedWorkflow;
beforeAll(async () => {
	workflow = await host.client.activateWorkflow(await importExample(host, 'approval-by-sms'));
});
afterAll(async () => await host.client.deactivateWorkflow(workflow.id));
beforeEach(async () => await host.sandbox.reset());

/** Submits the customer's form; gives the execution that waits for the owner. */
const submit = async () => await submitForm(host, workflow, wish);

describe('Example: Ask for approval by SMS, then do it', () => {
	test('asks the owner, and does nothing before the answer', async () => {
		const id = await submit();
		await untilWaiting(host, id);
		expect(await textsOn(host, owner)).toEqual([
			expect.stringMatching(/^Refund 129\.9 EUR for order 1042\?\nhttp/),
		]);
		const { page } = await open(await latestLink(host, owner));
		expect(page).toContain('>Refund of 129.9 EUR</h1>');
		expect(page).toContain(
			'Jūratė (+370 600 99999) asks for 129.9 EUR back for order 1042:\n\nThe lamp arrived &lt;b&gt;broken&lt;/b&gt;.</p>',
		);
		expect(page).toContain('>Refund</button>');
		expect(page).toContain('>Do not refund</button>');
		expect(await statusOf(host, id)).toBe('waiting');
		expect(await textsOn(host, customer)).toEqual([]);
	});

	test.each([
		['refunds when the owner agrees', approve, 1, 'Your order 1042 is refunded.'],
		[
			'does not when the owner disagrees',
			decline,
			0,
			'We cannot refund your order 1042. Please call us.',
		],
	])('%s, and tells the customer', async (_, form, refunds, text) => {
		const id = await submit();
		await untilWaiting(host, id);
		await open(await latestLink(host, owner), 'POST', form);
		const execution = await finished(host, id);
		expect(itemsOf(execution, 'Refund it')).toHaveLength(refunds);
		expect(await textsOn(host, customer)).toEqual([text]);
		expect(await textsOn(host, owner)).toHaveLength(1);
	});
});
