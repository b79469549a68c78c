import type { Question } from '../../../nodes/MessagingService/answers/outcomes';
import { verdictOn } from '../../../nodes/MessagingService/answers/outcomes';
import { readReport } from '../../../nodes/MessagingService/answers/report';
import { suppressedBy } from '../../../nodes/MessagingService/answers/suppressionList';
import { choices } from '../../../sandbox/traffic/dialect.ts';
import { sandboxForTests, sms } from '../openSandbox.ts';
import type { Answer } from '../openSandbox.ts';

const sandbox = sandboxForTests();

const balance = [
	{ amount: 1000, currency: 'EUR' },
	{ amount: 250, currency: 'USD' },
];

describe('The dialect of the sandbox', () => {
	it.each([
		['wrapped', { items: balance, total: 2 }],
		['paged', { items: balance, total: 2, page: 1 }],
		['phone', balance],
	])('%s is how lists look', async (lists, body) => {
		await sandbox.control('dialect', { lists });
		expect((await sandbox.get('/v1/Common/balance')).body).toEqual(body);
	});

	it('wraps objects, and numbers IDs', async () => {
		await sandbox.control('dialect', { objects: 'envelope', ids: 'number' });
		const { body } = await sandbox.post('/v1/sms/single', sms());
		expect(body).toMatchObject({ success: true, data: { messageId: expect.any(Number) } });
		expect(Number.isSafeInteger(body.data.messageId)).toBe(true);
	});

	it('answers refusals with 200', async () => {
		await sandbox.control('dialect', { errors: 'inside200' });
		const answer = await sandbox.post('/v1/sms/single', sms({ to: '' }));
		expect([answer.status, answer.body.success]).toEqual([200, false]);
		expect(answer.body.error.message).toContain('to must be');
	});

	it('is as usual again after a reset, and by itself leaves answers alone', async () => {
		await sandbox.control('dialect', { lists: 'wrapped' });
		await sandbox.control('reset');
		expect((await sandbox.get('/v1/Common/balance')).body).toEqual(balance);
		const usual = Object.entries(choices).map(([name, [first]]) => [name, first]);
		expect(await sandbox.read('dialect')).toEqual(Object.fromEntries(usual));
	});
});

/** Somebody who is on the suppression list, and somebody who isn't. */
const [suppressed, other] = ['37060000001', '37060000002'];
const asRead: Question = { row: 'list-answer', effect: 'read' };
const asSend: Question = { row: 'send-answer', effect: 'send' };

const guardBy = (field?: string, ...ignored: string[]) =>
	suppressedBy(
		JSON.parse(list.text),
		{ field, ignored },
		{ statusCode: list.status, headers: list.headers as Record<string, string> },
	);
const expectGuard = (isSuppressed: ReturnType<typeof guardBy>) =>
	expect([suppressed, other].map(isSuppressed)).toEqual([true, false]);
const expectWhole = ({ body }: Answer, question: Question) =>
	expect(verdictOn(body, question)).toEqual({ whole: [body] });
const expectEntries = ({ body }: Answer, entries: object[]) =>
	expect(verdictOn(body, asRead)).toEqual({ whole: entries });

const entries = [expect.objectContaining({ phoneNumber: suppressed })];
const problem = (outcome: string, message: string) =>
	expect.objectContaining({
		message: expect.stringContaining(message),
		details: expect.objectContaining({ outcome }),
	});

let known: string | number;
let list: Answer;
let message: Answer;
let report: Answer;
let campaign: Answer;
let refused: Answer;

/** What the node makes of each choice. One that changes nothing here has no place in the sandbox. */
const toldApart: Record<string, () => void> = {
	'lists wrapped': () => {
		expectEntries(list, entries);
		expectGuard(guardBy());
		expect(readReport(report.body).entries).toHaveLength(1);
	},
	'lists paged': () => {
		expectWhole(list, asRead);
		expect(() => guardBy()).toThrow('says page: 1');
		expectGuard(guardBy(undefined, 'page'));
		expect(readReport(report.body).entries).toHaveLength(1);
	},
	'lists phone': () => {
		expectEntries(list, [expect.objectContaining({ phone: suppressed })]);
		expect(() => guardBy()).toThrow("has no phone number in 'phoneNumber'");
		expectGuard(guardBy('phone'));
	},
	'objects envelope': () => {
		expect(verdictOn(message.body, asSend)).toEqual(problem('unknown', 'messageId'));
		expectWhole(campaign, { row: 'object-answer', effect: 'read' });
	},
	'ids number': () => {
		expectWhole(message, asSend);
		expect(message.body.messageId).toEqual(expect.any(Number));
		expect(readReport(report.body, String(known)).entries).toHaveLength(1);
	},
	'errors inside200': () => {
		expect(verdictOn(refused.body, asSend)).toEqual(problem('unknown', 'to must be'));
	},
};

describe('The node tells apart', () => {
	const others = Object.entries(choices).flatMap(([name, [, ...words]]) =>
		words.map((word) => [name, word]),
	);

	it('each choice', () => {
		expect(Object.keys(toldApart)).toEqual(others.map((choice) => choice.join(' ')));
	});

	it.each(others)('%s %s', async (name, word) => {
		await sandbox.control('dialect', { ids: name === 'ids' ? word : 'text' });
		await sandbox.post('/suppression', { phoneNumber: suppressed });
		known = (await sandbox.post('/v1/sms/single', sms())).body.messageId;
		await sandbox.control('dialect', { [name]: word });
		message = await sandbox.post('/v1/sms/single', sms());
		list = await sandbox.get('/suppression');
		report = await sandbox.post('/v1/sms/report', { messageId: String(known) });
		const news = { name: 'News', from: 'Shop', text: 'Hello', recipients: [other] };
		campaign = await sandbox.post('/campaigns', news);
		refused = await sandbox.post('/v1/sms/single', sms({ to: '' }));
		toldApart[`${name} ${word}`]();
	});
});
