import fc from 'fast-check';

import { Problem } from '../../../nodes/MessagingService/errors/problem';
import type { Outcome } from '../../../nodes/MessagingService/run/item';
import {
	withAnswer,
	withOtherItems,
	withOutcome,
} from '../../../nodes/MessagingService/run/otherItems';
import { tries } from '../../support/properties';

const refused = new Problem('No', 'Why.', { origin: 'service', httpCode: '400' });
const unknown = new Problem('Lost', 'Why.', {
	origin: 'service',
	outcome: 'unknown',
	repeat: 'any',
});

const CHECK =
	"It isn't known whether the service carried it out. Check before you send it again. Retry On Fail doesn't send it again.";

/** So many items, of which some have an outcome. */
const itemsOf = (outcomes: Map<number, Outcome>, count: number) =>
	Array.from({ length: count }, (_, index) => ({ index, atService: outcomes.get(index) }));

const accepted = (json: object): Outcome => ({ items: [{ json: { ...json } }] });

/** The words about the other items, and the data of the error. */
function told(outcomes: Outcome[], { count = outcomes.length, isRead = false } = {}) {
	const items = itemsOf(new Map(outcomes.entries()), count);
	const { advice, details } = withOtherItems(refused, items, isRead);
	return { said: advice.replace(/^Why\. /, ''), data: details.data };
}

describe('What an error says of the other items', () => {
	it.each<[Outcome[], object, string]>([
		[
			[accepted({ messageId: 'a' }), { problem: refused }],
			{ count: 4 },
			"Of the 4 items, 1 was accepted, 1 failed, 2 not attempted. Retry On Fail sends only those that weren't accepted. IDs of those accepted: a.",
		],
		[
			[accepted({ campaignId: 7 }), accepted({ contactId: 'c' }), accepted({ id: 'd' })],
			{},
			"Of the 3 items, 3 were accepted, 0 failed, 0 not attempted. Retry On Fail sends only those that weren't accepted. IDs of those accepted: 7, c, d.",
		],
		[
			[accepted({ id: null, messageId: {} }), { items: [] }],
			{ isRead: true },
			"Of the 2 items, 2 were answered, 0 failed, 0 not attempted. Retry On Fail sends only those that weren't answered.",
		],
		[
			[{ items: [{ json: { id: 'a' } }], isSkipped: true }, { problem: refused }],
			{},
			'Of the 2 items, 0 were accepted, 1 failed, 0 not attempted, 1 skipped.',
		],
		[
			[{ problem: unknown }, { problem: refused }],
			{},
			'Of the 2 items, 0 were accepted, 2 failed, 0 not attempted. May have been carried out: item 1.',
		],
	])('counts them, and names those that went out or may have: %#', (outcomes, more, said) => {
		expect(told(outcomes, more).said).toBe(said);
	});

	it('names the other items with wrong input, but none that the service or a limit kept back', () => {
		const wrong = () => ({ problem: new Problem("'To' is empty", 'Fill in it.') });
		const [first, other] = [wrong(), wrong()];
		const ofRun = { problem: new Problem('Too many', 'Why.', { isOfRun: true, items: [] }) };
		const said = (...all: Outcome[]) =>
			withOtherItems(first.problem, itemsOf(new Map(all.entries()), all.length), false).advice;
		expect(said(first, accepted({}), other)).toContain(' Also look at item 3.');
		expect(said(first, { problem: refused }, ofRun)).not.toContain('Also look at');
		const many = Array.from({ length: 60 }, (_, n) => (n % 2 ? wrong() : accepted({ id: n })));
		expect(said(first, ...many)).toContain(' Also look at 30 items from 3 to 61.');
	});

	it('names those in doubt as ranges, whatever order they failed in', () => {
		const drawn = fc.uniqueArray(fc.nat(119), { minLength: 1, maxLength: 60 });
		fc.assert(
			fc.property(drawn, (items) => {
				const outcomes = new Map(items.map((item) => [item, { problem: unknown }]));
				const { advice } = withOtherItems(refused, itemsOf(outcomes, 120), false);
				const [, words, list] = / carried out: (items?) ([^.]+)\.$/.exec(advice) ?? [];
				const ranges = list.split(/, | and /).map((range) => range.split(' to ').map(Number));
				const named = ranges.flatMap(([first, last = first]) =>
					Array.from({ length: last - first + 1 }, (_, n) => first + n),
				);
				expect(named).toEqual(items.map((item) => item + 1).sort((a, b) => a - b));
				for (const [first, last = first] of ranges) expect(last - first).not.toBe(1);
				const singles = ranges.flatMap(([first, last]) => (last ? [] : [first]));
				const isLong = (one: number) => [one + 1, one + 2].every((next) => named.includes(next));
				expect(singles.filter(isLong)).toEqual([]);
				expect(words).toBe(items.length === 1 ? 'item' : 'items');
			}),
			tries(200),
		);
	});

	it.each([
		[20, /: m0, .*, m19\.$/],
		[21, /: m0, .*, m19 and 1 more \(all of them are in the details\)\.$/],
	])('names 20 ids of %i, and has all in its data', (count, expected) => {
		const ids = Array.from({ length: count }, (_, n) => `m${n}`);
		const { said, data } = told(ids.map((messageId) => accepted({ messageId })));
		expect(said).toMatch(expected);
		expect(data).toEqual({ accepted: ids.map((id, n) => ({ item: n + 1, id })) });
	});

	it('holds the answers that accepted an item without an ID, unless they were only to be read', () => {
		const answers = [{ messageId: 'a' }, { sent: 'now' }].map(accepted);
		expect(told([...answers, { items: [] }]).data).toEqual({
			accepted: [{ item: 1, id: 'a' }, { item: 2, answer: [{ sent: 'now' }] }, { item: 3 }],
		});
		expect(told(answers, { isRead: true }).data).toEqual({
			answered: [{ item: 1, id: 'a' }, { item: 2 }],
		});
	});

	it('holds the answers to all that failed, each once', () => {
		const [first, second] = ['a', 'b'].map(
			(id) => new Problem('No', 'Why.', { data: { answer: { id } } }),
		);
		const outcomes = [first, refused, second].map((problem) => ({ problem }));
		const items = itemsOf(new Map(outcomes.entries()), 3);
		expect(withOtherItems(first, items, false).details.data).toEqual({
			answer: { id: 'a' },
			answers: [{ item: 3, answer: { id: 'b' } }],
		});
	});

	it('is nothing if there are none', () => {
		const items = itemsOf(new Map([[0, { problem: refused }]]), 1);
		expect(withOtherItems(refused, items, false)).toBe(refused);
		expect(told([{ problem: refused }], { count: 2 }).data).toEqual({});
	});

	it('stands beside what the error has already', () => {
		const problem = refused.with({ data: { answer: { a: 1 } } });
		const outcomes = new Map([[1, accepted({ id: 'a' })]]);
		const { details } = withOtherItems(problem, itemsOf(outcomes, 2), true);
		expect(details.data).toEqual({ answer: { a: 1 }, answered: [{ item: 2, id: 'a' }] });
	});
});

describe('What may have been carried out', () => {
	it('is said, with what to do', () => {
		expect(withOutcome(refused)).toBe(refused);
		expect(withOutcome(unknown)).toMatchObject({
			message: 'Lost',
			advice: `Why. ${CHECK}`,
			details: { ...unknown.details, more: [CHECK] },
		});
		const { advice } = withOtherItems(unknown, itemsOf(new Map(), 1), false);
		expect(advice).toBe(`Why. ${CHECK}`);
	});

	it('is told with the answer of the service, of which a long one stands in the data only', () => {
		for (const [text, said] of [
			['No', `"No"`],
			['x'.repeat(50_000), `"${'x'.repeat(999)}…`],
		]) {
			const problem = refused.with({ data: { answer: text } });
			expect(withAnswer(problem)).toMatchObject({
				advice: `Why. The service's answer: ${said}`,
				details: { data: { answer: text } },
			});
		}
	});
});
