import { request } from 'undici';

import { itemsOf, sharedHost } from '../support';
import { ask, filledIn, finished, open, recently, statusOf } from '../support/asking';

const host = sharedHost();
beforeEach(async () => await host.sandbox.reset());

const options = (...names: string[]) => ({
	fieldOptions: { values: names.map((option) => ({ option })) },
});
const form = {
	responseType: 'customForm',
	formFields: {
		values: [
			{ fieldLabel: 'Name', requiredField: true },
			{ fieldLabel: 'Guests', fieldType: 'number' },
			{ fieldLabel: 'Extras', fieldType: 'checkbox', ...options('Parking', 'Breakfast') },
		],
	},
};
const right = () => filledIn('Ada & "Bob" <b>', '2', ['1', '0']);
const given = {
	Name: 'Ada & "Bob" <b>',
	Guests: 2,
	Extras: ['Parking', 'Breakfast'],
	respondedAt: recently,
};

describe('Send and Wait: a form', () => {
	test('gives the answers by the names of the fields', async () => {
		const { id, link } = await ask(host, form);
		expect((await open(link, 'POST', right())).status).toBe(200);
		const execution = await finished(host, id);
		expect(itemsOf(execution, 'Ask')).toEqual([{ data: given }]);
		expect(itemsOf(execution, 'After')).toEqual([{ answer: given, order: 1042 }]);
	});

	test('is the one that the JSON says, with what the item holds', async () => {
		const { id, link } = await ask(host, {
			responseType: 'customForm',
			defineForm: 'json',
			jsonOutput:
				'={{ [{ fieldLabel: "Order", fieldType: "number", defaultValue: $json.order }] }}',
		});
		expect((await open(link)).page).toMatch(/<input type="number"[^>]* value="1042"/);
		await open(link, 'POST', filledIn(''));
		expect(itemsOf(await finished(host, id), 'Ask')).toEqual([
			{ data: { Order: null, respondedAt: recently } },
		]);
	});

	test('asks again for what is not right, keeps what was typed, and goes on waiting', async () => {
		const { id, link } = await ask(host, form);
		const wrong = await open(link, 'POST', filledIn('  ', '</textarea><b>two', ['1']));
		expect(wrong.status).toBe(422);
		expect(wrong.page).toContain('>Please fill in this field.</p>');
		expect(wrong.page).toContain('>Please enter a number, such as 12.5.</p>');
		expect(wrong.page).toContain('value="&lt;/textarea&gt;&lt;b&gt;two"');
		expect(wrong.page.match(/value="1" checked/g)).toHaveLength(1);
		expect(await statusOf(host, id)).toBe('waiting');
		await open(link, 'POST', right());
		await finished(host, id);
	});

	test('takes nothing that the page does not send', async () => {
		const { id, link } = await ask(host, {
			...form,
			formFields: { values: [{ fieldLabel: 'Note' }] },
		});
		const field = (name: string, value: string) =>
			`--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
		const multipart = 'multipart/form-data; boundary=x';
		const bodies: Array<[string, string, number]> = [
			// n8n itself refuses what is no multipart form.
			['application/x-www-form-urlencoded', 'sent=form&field-0=x', 415],
			['application/json', '{"data":{"sent":"form","field-0":"x"}}', 415],
			['text/plain', 'sent=form&field-0=x', 415],
			[multipart, '--x--\r\n', 422],
			[multipart, `${field('field-0', 'x')}--x--\r\n`, 422],
			[multipart, `${field('sent', 'x')}${field('field-0', 'x')}--x--\r\n`, 422],
			[multipart, `${field('sent', 'form')}${field('sent', 'form')}--x--\r\n`, 422],
			[multipart, `${field('sent', 'form')}${field('field-0', 'x').repeat(2)}--x--\r\n`, 422],
		];
		for (const [type, body, status] of bodies) {
			const answer = await request(link, {
				method: 'POST',
				headers: { 'content-type': type },
				body,
			});
			await answer.body.dump();
			expect([type, body, answer.statusCode]).toEqual([type, body, status]);
		}
		expect((await open(link)).status).toBe(200);
		expect(await statusOf(host, id)).toBe('waiting');
		await open(link, 'POST', filledIn('x'));
		expect(itemsOf(await finished(host, id), 'Ask')).toMatchObject([{ data: { Note: 'x' } }]);
	});

	test('comes back whole with as many checkboxes as a form may have', async () => {
		const names = Array.from({ length: 499 }, (_, n) => `Box ${n}`);
		const { id, link } = await ask(host, {
			responseType: 'customForm',
			defineForm: 'json',
			jsonOutput: JSON.stringify([
				{ fieldLabel: 'Boxes', fieldType: 'checkbox', fieldOptions: names },
				{ fieldLabel: 'Last' },
			]),
		});
		const places = names.map((_, place) => String(place));
		await open(link, 'POST', filledIn(places, 'end'));
		expect(itemsOf(await finished(host, id), 'Ask')).toMatchObject([
			{ data: { Boxes: names, Last: 'end' } },
		]);
	});
});
