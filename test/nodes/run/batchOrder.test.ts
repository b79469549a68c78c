import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { matchEntries } from '../../../nodes/MessagingService/run/batchAnswer';
import { cpuTimeOf } from '../../support/cpuTime';
import { runNode } from '../../support/engine';
import { LINEAR } from '../../support/growth';
import { tries } from '../../support/properties';
import { bulk, recipients, sendBulk } from '../../support/sending';
import { serviceForTests } from '../../support/service';

type Said = (place: number, body: IDataObject) => IDataObject;

const numberOf = (body: IDataObject) => String(body.to);

/** Ways in which an entry without a number says whose it is. */
const signs: Array<[string, Said]> = [
	['our reference', (_, { reference }) => ({ reference })],
	['our reference by another name', (_, { reference }) => ({ clientRef: reference })],
	['our reference within', (_, { reference }) => ({ meta: { custom: [{ reference }] } })],
	['our reference as a key', (_, { reference }) => ({ [String(reference)]: { state: 'queued' } })],
	['our text', (_, { text }) => ({ text })],
	['our text in other letters', (_, { text }) => ({ Body: ` ${String(text).toUpperCase()}` })],
	['an index', (place) => ({ index: place })],
	['a position', (place) => ({ position: place + 1 })],
	['the number of an item as text', (place) => ({ item_no: String(place + 1) })],
	['a sequence with gaps', (place) => ({ seq: 1000 + place * 3 })],
	['the last four digits', (_, body) => ({ last4: numberOf(body).slice(-4) })],
	['the last three digits', (_, body) => ({ ending: `…${numberOf(body).slice(-3)}` })],
	['masked digits', (_, body) => ({ shown: `****${numberOf(body).slice(-4)}` })],
];

const batchOf = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, n) => ({
		to: `370600${String(n + 1).padStart(5, '0')}`,
		text: `Hello ${n}`,
		reference: `r${n + 1}`,
	}));

const shuffled = fc
	.integer({ min: 2, max: 9 })
	.chain((count) => fc.shuffledSubarray([...Array(count).keys()], { minLength: count }));

const idsOf = (answer: unknown, batch: IDataObject[]) =>
	matchEntries(answer, batch)?.map(({ entry }) => (entry as IDataObject).messageId);

describe('An answer without numbers', () => {
	it.each(signs)('is attributed only in the order that it tells itself: %s', (_, said) => {
		fc.assert(
			fc.property(shuffled, (order) => {
				const batch = batchOf(order.length);
				const answer = order.map((place) => ({
					messageId: `id-${place}`,
					status: 200,
					parts: 1,
					...said(place, batch[place]),
				}));
				const isInOrder = order.every((place, index) => place === index);
				const expected = isInOrder ? order.map((place) => `id-${place}`) : undefined;
				expect(idsOf(answer, batch)).toEqual(expected);
			}),
			tries(100),
		);
	});

	it('is attributed in order if what it says is the same for all, or by chance', () => {
		const batch = batchOf(4).map((body, n) => ({ ...body, priority: 4 - n }));
		const answers: Said[] = [
			() => ({ index: 0, part: 1 }),
			(place) => ({ cost: [3, 3, 9, 1][place] }),
			(place) => ({ id: [1001, 17, 1002, 3][place] }),
			(place) => ({ priority: 4 - place }),
		];
		for (const said of answers) {
			const answer = batch.map((body, n) => ({ messageId: `m${n}`, ...said(n, body) }));
			expect(idsOf(answer, batch)).toEqual(['m0', 'm1', 'm2', 'm3']);
		}
	});
});

describe('One answer without a number among others', () => {
	it('belongs to the item that is left, unless it says that it has another place', () => {
		const drawn = fc
			.integer({ min: 2, max: 6 })
			.chain((count) => fc.tuple(fc.constant(count), fc.nat(count - 1), fc.nat(count)));
		fc.assert(
			fc.property(drawn, ([count, place, position]) => {
				const batch = batchOf(count);
				const answer = batch.map(({ to }, n) => ({
					messageId: `id-${n}`,
					...(n === place ? { position } : { to }),
				}));
				const isItsOwn = position === place || position === place + 1;
				const expected = isItsOwn ? answer.map(({ messageId }) => messageId) : undefined;
				expect(idsOf(answer, batch)).toEqual(expected);
			}),
			tries(100),
		);
	});
});

describe('Two messages to one number', () => {
	const [{ to }, other] = recipients(2);
	const batch = [
		{ to, text: 'one' },
		{ to, text: 'two' },
		{ to: other.to, text: 'one' },
	];
	it.each([
		['as their texts say', ['one', 'two', 'one'], ['m0', 'm1', 'm2']],
		['not against them', ['two', 'one', 'one'], undefined],
		['without texts in order', [undefined, undefined, undefined], ['m0', 'm1', 'm2']],
	])('take their answers %s', (_, texts, ids) => {
		const answer = texts.map((text, n) => ({ to: batch[n].to, text, messageId: `m${n}` }));
		expect(idsOf(answer, batch)).toEqual(ids);
	});
});

describe('Numbers as keys', () => {
	const spelled: Array<(to: string) => string> = [
		(to) => to,
		(to) => `+${to}`,
		(to) => `00${to.slice(0, 3)} ${to.slice(3)}`,
		(to) => `tel:+${to}`,
	];
	it.each(spelled)('name the entries, in any order (%#)', (spell) => {
		fc.assert(
			fc.property(shuffled, fc.boolean(), (order, isDeep) => {
				const batch = batchOf(order.length);
				const answer = order.map((place) => {
					const entry = { [spell(numberOf(batch[place]))]: `id-${place}` };
					return isDeep ? { result: { state: 1, of: entry } } : entry;
				});
				const matched = matchEntries(answer, batch)?.map(({ entry }) => JSON.stringify(entry));
				expect(matched).toHaveLength(batch.length);
				for (const [place, text] of matched?.entries() ?? []) expect(text).toContain(`id-${place}`);
			}),
			tries(50),
		);
	});

	it.each(['0600****2', '37060999999', '860000001'])(
		'attribute nothing if they may be anybody’s: %s',
		(key) => {
			const batch = batchOf(2);
			expect(matchEntries([{ [key]: 'a' }, { id: 'b' }], batch)).toBeUndefined();
		},
	);
});

describe('Send Bulk', () => {
	const service = serviceForTests();

	it('gives out the whole answer if its references are in another order', async () => {
		const items = [
			{ ...recipients(2)[0], reference: 'r1' },
			{ ...recipients(2)[1], reference: 'r2' },
		];
		const body = [
			{ reference: 'r2', messageId: 'b' },
			{ reference: 'r1', messageId: 'a' },
		];
		await service.fail({ ...bulk, kind: 'status', status: 200, body, accepted: true });
		const bodyFields = { field: [{ name: 'reference', value: '={{ $json.reference }}' }] };
		const parameters = { ...sendBulk(10) };
		const options = { ...(parameters.options as IDataObject), bodyFields };
		const { output, error } = await runNode(service.credential, { ...parameters, options }, items);
		expect(error).toBeUndefined();
		expect(output.map(({ json, pairedItem }) => [json, pairedItem])).toEqual(
			body.map((entry) => [entry, [{ item: 0 }, { item: 1 }]]),
		);
	});
});

describe('The time to match a bulk answer', () => {
	const numbers = (count: number, first: number) =>
		Array.from({ length: count }, (_, n) => String(first + n));

	it.each<[string, (n: number) => IDataObject]>([
		['other numbers', (n) => ({ values: numbers(50, 49_159_000_000 + n * 50) })],
		['our values', (n) => ({ reference: `r${n + 1}`, text: `Hello ${n}` })],
		['places and last digits', (n) => ({ index: n, values: numbers(20, 1000 + n) })],
	])('grows with the entries: %s', (_, entryOf) => {
		const timeOf = (count: number) => {
			const batch = batchOf(count);
			const answer = batch.map((__, n) => entryOf(n));
			expect(matchEntries(answer, batch)).toHaveLength(count);
			return cpuTimeOf(() => matchEntries(answer, batch));
		};
		expect(timeOf(2000) / timeOf(250)).toBeLessThan(LINEAR);
	});
});
