import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import type { AnswerRow } from '../../../nodes/MessagingService/answers/contract';
import { listIn } from '../../../nodes/MessagingService/answers/list';
import type { Question } from '../../../nodes/MessagingService/answers/outcomes';
import { isEmptyAnswer, verdictOn } from '../../../nodes/MessagingService/answers/outcomes';
import { Problem } from '../../../nodes/MessagingService/errors/problem';
import { drawnAnswer, idsIn } from '../../support/batchAnswers';
import { expectFewLooks, looksOf } from '../../support/counted';
import { answersForTests, exitsOf } from '../../support/exits';
import { tries } from '../../support/properties';
import { recipients } from '../../support/sending';

const WITHOUT_ID =
	'The service answered with a status that means success, but without a messageId.';
const WITHOUT =
	'The service answered with a status that means success, but without what was asked for.';

/** What comes out, or the message of the error. */
function said(answer: unknown, question: Question) {
	const verdict = verdictOn(answer, question);
	if (verdict instanceof Problem) return verdict.message;
	if ('whole' in verdict) return { whole: verdict.whole };
	return verdict.each.map((one) => (one instanceof Problem ? { no: one.message } : one));
}

describe('An answer to SMS Send', () => {
	const question: Question = { row: 'send-answer', effect: 'send' };

	it.each<IDataObject>([
		{ messageId: 'a' },
		{ messageId: 7 },
		{ messageId: '12345678901234567890', sent: 'x', partIds: [], to: '1' },
		{ messageId: 'a', error: 'ignored', success: false },
	])('is accepted if it names the message: %j', (answer) => {
		expect(said(answer, question)).toEqual({ whole: [answer] });
	});

	it.each<unknown>([
		...[undefined, null, '', ' ', false, true, {}, [], ['a'], { id: 'a' }].map((messageId) => ({
			...{ messageId, message: 'No credit' },
		})),
		...[{ error: { code: 7 } }, { messageId: '' }, { id: 'a' }, { success: true }, {}, []],
		// The ID is in the error's data: a row of the contract may say where it stands, and nothing else may.
		...[{ data: { messageId: 'a' } }, [{ messageId: 'a' }]],
		// Nobody can ask what became of it.
		...[undefined, true, false, 0, 42, 'OK', '9b2f7c1e-1111-4222-8333-444455556666'],
	])('is not known without an ID, and never sent again: %j', (answer) => {
		const { message, description, details } = verdictOn(answer, question) as Problem;
		const shape = typeof answer === 'object' ? JSON.stringify(answer) : String(answer ?? 'nothing');
		const words = shape.includes('No credit') ? 'No credit' : `The service answered ${shape}`;
		expect([message, description]).toEqual([words, WITHOUT_ID]);
		expect(details).toMatchObject({ outcome: 'unknown', origin: 'service' });
		expect(details.data).toEqual({ answer });
	});
});

/** The other rows, each with the effects that a request with such an answer has. */
const rows: Array<[AnswerRow, Array<Question['effect']>]> = [
	['bulk-answer', ['send', 'change']],
	['object-answer', ['send', 'change', 'set', 'read']],
	['list-answer', ['read']],
	['balance-answer', ['read']],
	['report-answer', ['read']],
	['validate-answer', ['check']],
];
const questions = rows.flatMap(([row, effects]) =>
	effects.map((effect): Question => ({ row, effect })),
);

describe.each(questions)('An answer to $effect, of the row $row', (question) => {
	const { row, effect } = question;
	const isList = row === 'list-answer' || row === 'balance-answer' || row === 'report-answer';

	it.each<unknown>([
		{ a: 1 },
		{ id: '7', status: 'queued', errors: [], error: null },
		{ message: 'Unauthorized' },
		{ code: 1007 },
		{ valid: true },
		{ data: { messageId: 'a' }, history: { state: 1 } },
	])('comes out as it came if it does not say no: %j', (answer) => {
		expect(said(answer, question)).toEqual({ whole: [answer] });
		expect(said([answer, 7, null, [answer]], question)).toEqual({
			whole: [answer, { value: 7 }, { value: null }, { value: [answer] }],
		});
	});

	it.each<unknown>([false, 0, 450, '512,4', 'OK', '', 'invalid'])(
		'fits nothing but Validate Number if it is nothing but %j',
		(bare) => {
			const fits = row === 'validate-answer';
			const words = `The service answered ${bare === '' ? 'nothing' : String(bare)}`;
			expect(said(bare, question)).toEqual(fits ? { whole: [{ value: bare }] } : words);
		},
	);

	it('says no with what failed if something was to change', () => {
		const isChange = ['send', 'change', 'set'].includes(effect);
		for (const answer of [{ rejected: ['37060012345'] }, [false]]) {
			expect(verdictOn(answer, question) instanceof Problem).toBe(isChange);
		}
	});

	it('may be empty, which says that it succeeded, or that a list has no entries', () => {
		const done = { whole: isList ? [] : [{ success: true }] };
		for (const empty of [undefined, []]) expect(said(empty, question)).toEqual(done);
		expect(said(true, question)).toEqual({ whole: [{ value: true }] });
	});

	it('that says no is not known, or an error where nothing can have been done twice', () => {
		const answer = { success: false, message: 'No more today', items: [{ id: 1 }] };
		const problem = verdictOn(answer, question) as Problem;
		expect(problem.message).toBe('No more today');
		const mayBeDone = effect === 'send' || effect === 'change' || effect === 'check';
		expect(problem.details).toMatchObject({
			...{ origin: 'service', data: { answer } },
			outcome: mayBeDone ? 'unknown' : 'refused',
		});
		const isBulk = row === 'bulk-answer' && effect === 'send';
		expect(problem.description).toBe(isBulk ? WITHOUT_ID : WITHOUT);
	});
});

describe('An answer', () => {
	const list = [{ id: 1 }, { id: 2 }, { id: 3 }];
	const read = (row: AnswerRow, limit?: number): Question => ({ row, effect: 'read', limit });

	it('of a list has as many entries as are wanted, also in an object that holds nothing else', () => {
		for (const answer of [list, { items: list, total: 3, next: null }]) {
			expect(said(answer, read('list-answer'))).toEqual({ whole: list });
			expect(said(answer, read('list-answer', 2))).toEqual({ whole: list.slice(0, 2) });
		}
		expect(said({ items: [] }, read('list-answer'))).toEqual({ whole: [] });
		const paged = { items: list, page: 1 };
		expect(said(paged, read('list-answer', 2))).toEqual({ whole: [paged] });
		for (const row of ['object-answer', 'report-answer', 'balance-answer'] as const) {
			expect(said({ items: list }, read(row))).toEqual({ whole: [{ items: list }] });
		}
	});

	it.each<[IDataObject, boolean]>([
		// A campaign's own status and errors are what was asked for.
		[{ name: 'Sale', status: 'failed', failed: 3 }, true],
		[{ campaign: { id: 7, status: 'failed', error: 'No credit' } }, true],
		[{ campaignId: '7', success: false, error: 'No credit' }, false],
		[{ error: 'No credit' }, false],
	])('of one thing may have a state of its own: %j', (answer, comesOut) => {
		const expected = comesOut ? { whole: [answer] } : 'No credit';
		expect(said(answer, read('object-answer'))).toEqual(expected);
		if (answer.status) expect(said(answer, read('list-answer'))).not.toEqual(expected);
	});

	it.each<[unknown, boolean]>([
		[{ valid: false, error: 'Too short' }, true],
		[{ valid: false, success: false, error: 'Too short' }, false],
		[{ error: 'Too short' }, false],
	])('of Validate Number may have an error of the number: %j', (answer, comesOut) => {
		const validate: Question = { row: 'validate-answer', effect: 'check' };
		expect(said(answer, validate)).toEqual(comesOut ? { whole: [answer] } : 'Too short');
	});

	it.each<[IDataObject, boolean]>([
		[{ success: true }, true],
		[{ to: '37060012345', success: true }, true],
		[{ to: '37060012345', success: true, messageId: 'a' }, false],
		[{ success: false }, false],
	])('holds nothing if nothing stands beside its success: %j', (json, is) => {
		expect(isEmptyAnswer(json)).toBe(is);
	});
});

const numbers = recipients(4).map(({ to }) => to);
const [A, B, C] = numbers;
const batchOf = (...to: string[]): Question => ({
	...{ row: 'bulk-answer', effect: 'send' },
	batch: to.map((number, index) => ({ to: number, text: `Hello ${index}` })),
});
const ids = (...all: string[]) => all.map((messageId) => ({ messageId }));
const [a, b, c] = ids('a', 'b', 'c');

/** The entries a, b, and c, each with what one of these says. */
const saying = (...more: IDataObject[]) =>
	more.map((one, place) => ({ ...[a, b, c][place], ...one }));

describe('The list that answers a batch', () => {
	it.each<[string, IDataObject[], string[]]>([
		['no numbers', [a, b, c], [A, B, C]],
		['all that the specification shows', saying({ sent: 'x', partIds: ['p'] }, {}), [A, B]],
		['their numbers, and more', saying({ to: A, note: 'x', index: 9 }, { to: B }), [A, B]],
		['their numbers under our own name', saying({ phoneNumber: A }, { to: B }), [A, B]],
		['numbers with + or 00', saying({ to: `+${A}` }, { to: `00${B}` }), [A, B]],
		['numbers as JSON numbers', saying({ to: Number(A) }, { to: ` ${B}` }), [A, B]],
		['numbers where there are some', saying({ to: A }, {}, { to: C }), [A, B, C]],
		['one number twice, in order', saying({ to: A }, { to: A }, { to: C }), [A, A, C]],
		['one number twice, or none', saying({ to: A }, {}, { to: C, note: 'x' }), [A, A, C]],
	])('has an entry for each message in order, if they have %s', (_, answer, to) => {
		expect(said(answer, batchOf(...to))).toEqual(answer);
	});

	it('has an entry for each number in any order, if all are different', () => {
		const answer = [
			{ ...c, to: `+${C}`, note: 'x' },
			{ ...a, phoneNumber: Number(A) },
			{ ...b, to: B },
		];
		expect(said(answer, batchOf(A, B, C))).toEqual([answer[1], answer[2], answer[0]]);
	});

	it.each<[string, unknown]>([
		['is short of an entry', [a, b]],
		['has an entry too many', [a, b, c, a]],
		['has a stranger', [{ ...a, to: numbers[3] }, b, c]],
		['has a number too often', [{ ...a, to: B }, { ...b, to: B }, c]],
		['is in another order, and one has no number', [{ ...b, to: B }, { ...a, to: A }, c]],
		['has two numbers in an entry', [{ ...a, to: A, phoneNumber: B }, b, c]],
		['says more, and whose it is under another name', [{ ...a, msisdn: B }, b, c]],
		['says whose it is by a place', [{ ...a, index: 2 }, b, c]],
		['says more in a refused entry', [{ error: 'No route' }, b, c]],
		['has a number as it is dialed at home', [{ ...a, to: '8 600 00001' }, b, c]],
		...[true, [], {}, 'Ada', 7, '****111', null, '', [A]].map((to): [string, unknown] => [
			`has ${JSON.stringify(to)} in place of a number`,
			[{ ...a, to }, b, c],
		]),
		['is in an object', { messages: [a, b, c] }],
		['has something else than objects', [a, 'b', c]],
		['is one entry', a],
		['is empty', []],
	])('is nobody’s if it %s: it comes out whole, or is not known', (_, answer) => {
		const given = said(answer, batchOf(A, B, C));
		const whole = Array.isArray(answer) && answer.length ? answer : [answer];
		const expected = whole.map((one) => (typeof one === 'string' ? { value: one } : one));
		if (JSON.stringify(answer).includes('error')) expect(given).toBe('No route');
		else if (String(answer) === '') expect(given).toEqual({ whole: [{ success: true }] });
		else expect(given).toEqual({ whole: expected });
	});

	it('is nobody’s if one number comes twice, and anything contradicts the order', () => {
		const [first, second, third] = saying({ to: A }, { to: A }, { to: C });
		for (const answer of [
			[{ ...first, text: 'Hello 1' }, second, third],
			[third, first, second],
		]) {
			expect(said(answer, batchOf(A, A, C))).toEqual({ whole: answer });
		}
		const withStranger = saying({ to: A }, { to: B });
		expect(said(withStranger, batchOf(A, A))).toEqual({ whole: withStranger });
	});

	it('is nobody’s if our own messages have no number, or two', () => {
		for (const batch of [
			[{ email: 'a' }, { to: B }],
			[{ to: A, phoneNumber: C }, { to: B }],
		]) {
			expect(said([a, b], { row: 'bulk-answer', effect: 'send', batch })).toEqual({
				whole: [a, b],
			});
		}
	});

	it.each<[string, IDataObject, string]>([
		['an error', { error: 'Blocked' }, 'Blocked'],
		['a status', { status: 'blocked' }, `The service answered {"to":"${B}","status":"blocked"}`],
		['an ID that is none', { messageId: null, reason: 'Blocked' }, 'Blocked'],
		['nothing', {}, `The service answered {"to":"${B}"}`],
	])(
		'has no ID for one message, where others have one: that one is not known: %s',
		(_, more, words) => {
			const entry = { to: B, ...more };
			const answer = [{ ...a, to: A, error: 'ignored' }, entry, { ...c, to: C }];
			expect(said(answer, batchOf(A, B, C))).toEqual([answer[0], { no: words }, answer[2]]);
			const { each } = verdictOn(answer, batchOf(A, B, C)) as { each: Problem[] };
			expect(each[1].details).toMatchObject({ outcome: 'unknown', data: { answer: entry } });
		},
	);

	it('may have no IDs at all: whoever is not refused is accepted', () => {
		const answer = [
			{ to: A, status: 'queued' },
			{ to: B, status: 'rejected', reason: 'Blocked' },
		];
		expect(said(answer, batchOf(A, B))).toEqual([answer[0], { no: 'Blocked' }]);
	});

	it('has an entry for each contact of an import, by our own name, and needs no IDs', () => {
		const batch = [{ phoneNumber: A }, { phoneNumber: B }];
		const question: Question = { row: 'bulk-answer', effect: 'change', batch };
		const answer = [
			{ phoneNumber: B, status: 'created' },
			{ phoneNumber: A, error: 'Known' },
		];
		expect(said(answer, question)).toEqual([{ no: 'Known' }, answer[0]]);
	});

	it('is matched with few looks at each of its entries', () => {
		const batch = Array.from({ length: 2000 }, (_, n) => ({ to: String(37060000000 + n) }));
		for (const entry of [{}, { status: 'queued' }, { messageId: 'a' }, { error: 'No' }]) {
			const answer = batch.map(({ to }) => ({ to, ...entry }));
			const question: Question = { row: 'bulk-answer', effect: 'send', batch };
			const looks = looksOf(answer, (one) => verdictOn(one, question));
			expect(looks / batch.length).toBeLessThan(20);
		}
	});
});

it('No ID comes out with the wrong person, and none is lost, whatever answers a batch', () => {
	fc.assert(
		fc.property(drawnAnswer, ({ to, answer }) => {
			const verdict = verdictOn(answer, batchOf(...to));
			if (verdict instanceof Problem) {
				expect(verdict.details.data).toEqual({ answer });
			} else if ('whole' in verdict) {
				expect(new Set(idsIn(verdict.whole))).toEqual(new Set(idsIn(answer)));
			} else {
				expect(verdict.each).toHaveLength(to.length);
				const given = verdict.each.map((one) => (one instanceof Problem ? undefined : one));
				given.forEach((entry, index) => {
					for (const id of idsIn(entry)) expect(to[Number(id.split('-')[1])]).toBe(to[index]);
				});
				expect(new Set(idsIn(given))).toEqual(new Set(idsIn(answer)));
			}
		}),
		tries(1000),
	);
});

const { json } = fc.letrec((tie) => ({
	json: fc.oneof(
		{ maxDepth: 3 },
		fc.constantFrom(null, true, false, 0, -1.5, 'x', '', 'Ąžuolas', '😀', 'failed'),
		fc.array(tie('json'), { maxLength: 3 }),
		fc.dictionary(
			fc.oneof(
				fc.string(),
				fc.constantFrom('messageId', 'partId', 'data', 'items', 'to', 'total', 'status'),
				fc.constantFrom('success', 'state', 'errorCode', 'toString', '__proto__', 'constructor'),
			),
			tie('json'),
			{ maxKeys: 4 },
		),
	),
}));

it('Any JSON comes out whole, or is an error that holds it', () => {
	const all = [...questions, { row: 'send-answer', effect: 'send' } as const, batchOf(A, B)];
	fc.assert(
		fc.property(json, fc.constantFrom<Question>(...all), (given, question) => {
			const answer = JSON.parse(JSON.stringify(given)) as unknown;
			const verdict = verdictOn(answer, question);
			if (verdict instanceof Problem) {
				expect(verdict.message).toMatch(/\S/);
				expect(verdict.details.data).toEqual({ answer });
			} else if ('whole' in verdict && answer !== null) {
				const entries = (question.row === 'list-answer' && listIn(answer)) || [answer].flat();
				const texts = entries.length ? entries.map((one) => JSON.stringify(one)) : [];
				const whole = verdict.whole.map((one) => JSON.stringify(one));
				const isSame = (text: string, at: number) =>
					whole[at] === text || whole[at] === `{"value":${text}}`;
				if (texts.length) expect(texts.filter((text, at) => !isSame(text, at))).toEqual([]);
				else expect(whole.join()).toMatch(/^(\{"success":true\})?$/);
			}
		}),
		tries(1000),
	);
});

const meet = answersForTests();

it.each(exitsOf('sms'))('After an empty answer nobody knows what became of $name', async (exit) => {
	const { isUnknown, asked } = await meet(exit, '');
	expect([isUnknown, asked]).toEqual([true, [exit.path]]);
});

describe('A verdict looks at each value a few times', () => {
	// The other rows are judged as a list is, without the look for the list.
	it.each<AnswerRow>(['send-answer', 'list-answer'])('on an answer of the row %s', (row) => {
		expectFewLooks((answer) => verdictOn(answer, { row, effect: 'change' }), 20);
	});

	it('on an entry of a batch', () => {
		const to = '37060012345';
		const question: Question = { row: 'bulk-answer', effect: 'send', batch: [{ to }] };
		const entryOf = (one: unknown) => ({ to, messageId: one, error: one }) as IDataObject;
		expectFewLooks((answer) => verdictOn([entryOf(answer)], question), 30);
	});

	it('and beyond a limit at none, nor makes items of them', () => {
		const list = Array.from({ length: 1_000 }, (_, id) => ({ id }));
		const question: Question = { row: 'list-answer', effect: 'read', limit: 5 };
		expect(looksOf(list, (one) => verdictOn(one, question))).toBeLessThan(50);
		expect(verdictOn([1, 2, 3], { ...question, limit: 1 })).toEqual({ whole: [{ value: 1 }] });
	});
});
