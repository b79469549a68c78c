import fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';

import { readPrices } from '../../../nodes/MessagingService/values/price';
import { costInWords, costOf } from '../../../nodes/MessagingService/smsText/cost';
import { runNode } from '../../support/engine';
import { linesOf, recipients, send, sendBulk } from '../../support/sending';
import { serviceForTests } from '../../support/service';

const service = serviceForTests();
const long = 'x'.repeat(200);

const having = (pricePerPart: string) => ({
	...service.credential,
	accountDefaults: true,
	pricePerPart,
});

describe('After a run, the line says what the SMS cost', () => {
	it.each([
		['0.04 EUR', 'Hello', '3 accepted (3 parts, about 0.12 EUR). Sandbox.'],
		['0.04', long, '3 accepted (6 parts, about 0.24). Sandbox.'],
		['0.004 EUR', 'Hello', '3 accepted (3 parts, about 0.012 EUR). Sandbox.'],
		[
			'+370: 0.5',
			'Hello',
			'3 accepted (3 parts, about 0.50 without 4915123456789, 447700900123: no price). Sandbox.',
		],
	])('at %s', async (price, text, line) => {
		const items = ['37060012345', '+49 151 23456789', '447700900123'].map((to) => ({ to }));
		const parameters = { ...send, text };
		expect(linesOf(await runNode(having(price), parameters, items))).toEqual([line]);
	});

	it('but not without a price, of what is no SMS, and of the user’s own JSON', async () => {
		expect(linesOf(await runNode(having(''), send, recipients(2)))).toEqual([]);
		const viber = { ...send, resource: 'viber' };
		expect(linesOf(await runNode(having('1 EUR'), viber, recipients(2)))).toEqual([]);
		const jsonBody = '[{ "to": "37060012345", "from": "S", "text": "Hi" }]';
		const json = { operation: 'sendBulk', resource: 'sms', specifyBody: 'json', jsonBody };
		expect(linesOf(await runNode(having('1 EUR'), json))).toEqual([]);
	});

	it('to the cent as the service’s own ledger, for a thousand random texts and numbers', async () => {
		const character = fc.constantFrom('a', 'Z', ' ', '€', '{', 'ą', '🎉', '\n');
		const text = fc.string({ unit: character, minLength: 1, maxLength: 400, size: 'max' });
		const to = fc.stringMatching(/^3706\d{5}17$/);
		const item = fc.record({ text: text.map((words) => `.${words}`), to });
		const items = fc.sample(item, { numRuns: 1_000, seed: 7 });
		await service.control('POST', 'balance', { EUR: 1_000 });
		const parameters = { ...sendBulk(500, {}), text: '={{ $json.text }}' };
		const result = await runNode(having('0.04 EUR'), parameters, items);
		const balance = { resource: 'account', operation: 'getBalance' };
		const [{ json }] = (await runNode(service.credential, balance)).output;
		const spent = (1_000 - Number(json.amount)).toFixed(2);
		expect(Number(spent)).toBeGreaterThan(50);
		const parts = expect.stringMatching(
			/^1000 accepted \(\d+ parts, about [\d.]+ EUR\)\. Sandbox\.$/,
		);
		expect(linesOf(result)).toEqual([parts]);
		expect(linesOf(result)[0]).toContain(`about ${spent} EUR)`);
	});
});

test('A message to several people costs its parts for each of them, and nothing without text', () => {
	const prices = readPrices('+370: 0.04, +49: 0.10 EUR', '')!;
	const recipients = ['37060012345', '+49 151 23456789', '447700900123', 'nobody'];
	const unpriced = ['447700900123', 'a recipient'];
	expect(costOf({ recipients, text: long }, prices)).toEqual({ amount: 280_000, unpriced });
	expect(costOf({ recipients }, prices)).toEqual({ amount: 0, unpriced });
});

test('A cost is told only if that of all messages is known, and there is one', () => {
	const told = (known: number, count: number) => {
		const bodies = Array.from({ length: known }, () => ({ to: '37060012345', text: 'Hi' }));
		return costInWords(bodies, count, readPrices('0.04 EUR', '')!);
	};
	expect(told(3, 3)).toBe('about 0.12 EUR');
	expect([told(0, 0), told(0, 1), told(2, 3)]).toEqual(['', '', '']);
});

test('Preview has the cost of each message', async () => {
	const items = [{ text: 'Hi' }, { text: long }, { to: '4915123456789', text: 'Hi' }];
	const preview = {
		...{ resource: 'sms', operation: 'preview', useAccountDefaults: true },
		...{ to: '={{ $json.to || "37060012345" }}', text: '={{ $json.text }}' },
	};
	const costs = async (parameters: INodeParameters) =>
		(await runNode(having('+370: 0.04 EUR'), parameters, items)).output.map(({ json }) => [
			json.cost,
			json.currency,
		]);
	expect(await costs(preview)).toEqual([
		[0.04, 'EUR'],
		[0.08, 'EUR'],
		[null, 'EUR'],
	]);
	expect(await costs({ ...preview, useAccountDefaults: false })).toEqual(
		Array(3).fill([null, null]),
	);
});
