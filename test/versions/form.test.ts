import type { Host } from '../e2e/support';
import { chain, credentialOf, manualTrigger } from '../e2e/support';
import {
	filledIn,
	latestLink,
	open,
	recipient,
	start,
	statusOf,
	untilWaiting,
} from '../e2e/support/asking';
import { cameOf, inEachVersion } from './support';

const formFields = {
	values: [
		{ fieldLabel: 'Day', fieldType: 'date', requiredField: true },
		{
			fieldLabel: 'Extras',
			fieldType: 'dropdown',
			fieldOptions: { values: [{ option: 'Parking' }, { option: 'Breakfast' }] },
		},
	],
};

/** Sends the link of the form that the next node shows, and waits for it. */
const workflow = (host: Host) =>
	chain(
		manualTrigger,
		{
			name: 'Send',
			parameters: {
				resource: 'sms',
				operation: 'send',
				to: recipient,
				from: 'Shop',
				text: '=Choose your day: {{ $execution.resumeFormUrl }}',
			},
			credentials: credentialOf(host),
		},
		{
			name: 'Form',
			type: 'n8n-nodes-base.wait',
			typeVersion: 1.1,
			webhookId: 'b1b4f8a2-5f0e-4c53-9a5b-3d1f6f6f0a01',
			parameters: { resume: 'form', formTitle: 'Your appointment', formFields },
		},
		{
			name: 'After',
			type: 'n8n-nodes-base.set',
			typeVersion: 3.4,
			parameters: { includeOtherFields: true, options: {} },
		},
	);

inEachVersion("n8n's own form behind Send in n8n %s", (host) => {
	test('its link is in the SMS, it shows itself more than once, and the workflow goes on with what it holds', async () => {
		const id = await start(host, workflow(host));
		await untilWaiting(host, id);
		const link = await latestLink(host);
		for (let look = 0; look < 2; look++) {
			const { status, page } = await open(link);
			expect(status).toBe(200);
			expect(page).toContain('Your appointment');
			expect(page).toContain('Breakfast');
		}
		expect(await statusOf(host, id)).toBe('waiting');

		const answer = filledIn('2027-01-31', 'Breakfast');
		expect((await open(link, 'POST', answer)).status).toBe(200);
		expect(await cameOf(host, id, 'After')).toEqual([
			expect.objectContaining({ Day: '2027-01-31', Extras: 'Breakfast' }),
		]);
	});
});
