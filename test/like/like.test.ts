import { globSync } from 'node:fs';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { request } from 'undici';

import { readRecording } from '../../sandbox/like/recording';
import type { Recording } from '../../sandbox/like/recording';
import { consult, openLike, openSpeaking, sending } from '../dev/doctor/consultation';
import { runNode } from '../support/engine';
import { recipients, retry, send, sendBulk, skip } from '../support/sending';
import { API_KEY } from '../support/service';

/** What the doctor records of a service that speaks this dialect. */
function recorded(dialect: Record<string, string>) {
	let made: Promise<Recording> | undefined;
	const record = async () => (await consult(await openSpeaking(dialect), sending)).recording;
	return async () => await (made ??= record());
}

type Case = [of: string, recording: () => Promise<Recording>];

// The file of `npm run test:like`, or those that stay and some that are made here.
const { RECORDING } = process.env;
const files = RECORDING ? [RECORDING] : globSync(`${__dirname}/recordings/*.json`);
const made: Case[] = [
	['an account as assumed', recorded({})],
	['envelopes and pages', recorded({ lists: 'paged', objects: 'envelope' })],
	['numbers as IDs', recorded({ ids: 'number', lists: 'wrapped' })],
	['numbers in another field', recorded({ lists: 'phone' })],
	['refusals with status 200', recorded({ errors: 'inside200' })],
	['redirects', recorded({ redirects: '303' })],
];
const cases: Case[] = [
	...files.map((file): Case => [file, async () => readRecording(file)]),
	...(RECORDING ? [] : made),
];

type Logged = { method: string; path: string; body: unknown; status: number; answer?: string };

/** The sandbox like a recording, with the credential for it. */
async function open(recording: Recording) {
	const { address } = await openLike(recording);
	const list = recording.exchanges.find(
		({ path, answer }) => path.endsWith('/suppression') && answer && answer.status < 400,
	);
	const pathPrefix = list?.path.replace(/\/suppression$/, '') ?? '';
	const paths = { customPaths: true, pathPrefix, emailPath: '/email', viberPath: '/viber' };
	const credential = { environment: 'sandbox', sandboxUrl: address, apiKey: API_KEY, ...paths };
	const log = async () => {
		const { body } = await request(`${address}/_sandbox/requests`);
		return (await body.json()) as Logged[];
	};
	/** How often the account took a message for each number. */
	const taken = async () => {
		const sends = (await log()).filter(
			({ path, status }) => /single|bulk/.test(path) && status < 300,
		);
		const messages = sends.flatMap(({ body }) => [body].flat() as IDataObject[]);
		const numbers = messages.map(({ to }) => String(to));
		return numbers.map((number) => numbers.filter((one) => one === number).length);
	};
	const run = async (parameters: INodeParameters, items: IDataObject[] = [{}], settings = {}) => {
		const { output, error } = await runNode(credential, parameters, items, settings);
		const words = error ? [error.message, error.description] : [];
		expect(JSON.stringify([output, words])).not.toContain(API_KEY);
		return { output, error };
	};
	return { run, log, taken };
}

describe.each(cases)('Like the recording of %s', (_, recording) => {
	let account: Awaited<ReturnType<typeof open>>;
	beforeEach(async () => void (account = await open(await recording())));

	it.each([
		['Send', send],
		['Send Bulk', sendBulk(10)],
	])('%s gives nobody a message twice, also when it is tried again', async (_name, parameters) => {
		await account.run(parameters, recipients(3), retry);
		const asked = (await account.log()).filter(({ path }) => /single|bulk/.test(path));
		expect(asked.length).toBeGreaterThan(0);
		expect((await account.taken()).filter((times) => times > 1)).toEqual([]);
	});

	it('Send Bulk gives no ID to the wrong person', async () => {
		const items = recipients(3);
		const { output } = await account.run(sendBulk(10), items);
		const answer = (await account.log()).at(-1)?.answer ?? '';
		for (const { json, pairedItem } of output) {
			if (json.to === undefined || typeof pairedItem !== 'object' || Array.isArray(pairedItem))
				continue;
			const { item } = pairedItem;
			expect(String(json.to)).toBe(items[item].to);
			if (json.messageId) expect(answer).toContain(String(json.messageId));
		}
	});

	const getAll = (resource: string) => ({ resource, operation: 'getAll', returnAll: true });
	const messageId = '9b2f7c1e-0000-4000-8000-000000000001';
	it.each<[string, INodeParameters]>([
		['Get Balance', { resource: 'account', operation: 'getBalance' }],
		['Get Delivery Report', { resource: 'sms', operation: 'getReport', messageId }],
		['Contact Get Many', getAll('contact')],
		['Suppression Get Many', getAll('suppression')],
		['Validate', { resource: 'contact', operation: 'validate', phoneNumber: '37060012345' }],
	])('%s gives what the account answered, or an error that says why', async (_name, parameters) => {
		const { output, error } = await account.run(parameters);
		const { status, answer = '' } = (await account.log()).at(-1)!;
		if (error) {
			expect(error.description).toMatch(/\w/);
			return;
		}
		expect(status).toBeLessThan(300);
		const given = answer.replace(/^\ufeff/, '');
		for (const { json } of output) {
			const texts = Object.values(json).filter((value) => typeof value === 'string');
			for (const text of texts) expect(given).toContain(JSON.stringify(text).slice(1, -1));
		}
	});

	it('Skip Suppressed sends to nobody on the list, or to nobody', async () => {
		const list = await account.run(getAll('suppression'));
		const [suppressed] = JSON.stringify(list.output).match(/(?<!\d)[1-9]\d{9,14}(?!\d)/) ?? [];
		const others = recipients(2);
		const items = [...others, { to: suppressed ?? others[0].to }];
		const { error } = await account.run({ ...send, options: skip('skipSuppressed') }, items);
		const sends = (await account.log()).filter(({ path }) => path.includes('single'));
		if (error && !sends.length) return;
		const numbers = sends.map(({ body }) => (body as IDataObject).to);
		if (suppressed) expect(numbers).not.toContain(suppressed);
	});
});
