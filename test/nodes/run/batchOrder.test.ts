import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { matchEntries } from '../../../nodes/MessagingService/run/batchAnswer';
import { cpuTimeOf } from '../../support/cpuTime';
import { LINEAR } from '../../support/growth';
import { tries } from '../../support/properties';
import { recipients } from '../../support/sending';

type Said = (place: number, body: IDataObject) => IDataObject;

const numberOf = (body: IDataObject) => String(body.to);

/** Ways in which an entry without a number says whose it is. */
const signs: Array<[string, Said]> = [
	['our reference', (_, { reference }) => ({ reference })],
	['our reference as its id', (_, { reference }) => ({ id: reference })],
	['our reference within', (_, { reference }) => ({ result: { custom: [{ reference }] } })],
	['our reference as a key', (_, { reference }) => ({ [String(reference)]: 'queued' })],
	['our text', (_, { text }) => ({ message: text })],
	['a position', (place) => ({ position: place + 1 })],
	['the last four digits', (_, body) => ({ last4: numberOf(body).slice(-4) })],
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

/** What an entry may say by which it isn't another's. */
const plain = (place: number) => ({
	messageId: `id-${place}`,
	sent: '2026-11-22T10:00:00.000Z',
	partIds: [`p${place}`],
	status: 'accepted',
	success: true,
});

describe('An answer without numbers', () => {
	it('is attributed in its order if it says nothing of whose it is', () => {
		const batch = batchOf(4);
		const answer = batch.map((_, place) => plain(place));
		expect(idsOf(answer, batch)).toEqual(['id-0', 'id-1', 'id-2', 'id-3']);
		const refused = { error: 'No route', to: '060' };
		expect(matchEntries([...answer.slice(1), refused], batch)?.[3].entry).toBe(refused);
	});

	it.each(signs)('comes out whole if one entry says whose it may be: %s', (_, said) => {
		fc.assert(
			fc.property(shuffled, fc.nat(), (order, drawn) => {
				const batch = batchOf(order.length);
				const answer: IDataObject[] = order.map(plain);
				const index = drawn % order.length;
				Object.assign(answer[index], said(order[index], batch[order[index]]));
				expect(idsOf(answer, batch)).toBeUndefined();
			}),
			tries(30),
		);
	});

	it.each<[string, Said]>([
		...signs,
		['its number in the words', (_, { to }) => ({ error: `Number +${numberOf({ to })} is wrong` })],
		['a place in the error', (place) => ({ error: { index: place, message: 'No route' } })],
		['a row in the words', (place) => ({ reason: `Row ${place + 1}: no route` })],
	])('comes out whole if only a refused entry says it: %s', (_, said) => {
		fc.assert(
			fc.property(shuffled, fc.nat(), (order, drawn) => {
				const batch = batchOf(order.length);
				const answer: IDataObject[] = order.map(plain);
				const index = drawn % order.length;
				fc.pre(order[index] !== index);
				answer[index] = { error: 'No route', ...said(order[index], batch[order[index]]) };
				expect(idsOf(answer, batch)).toBeUndefined();
			}),
			tries(60),
		);
	});

	it.each(signs)('nor does one among others that have numbers get it: %s', (_, said) => {
		const batch = batchOf(3);
		const [left, ...others] = batch.map(({ to }, place) => ({ messageId: `id-${place}`, to }));
		const bare = { messageId: left.messageId };
		expect(idsOf([...others, bare], batch)).toEqual(['id-0', 'id-1', 'id-2']);
		expect(idsOf([...others, { ...bare, ...said(1, batch[1]) }], batch)).toBeUndefined();
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
		['in order', {}, ['m0', 'm1', 'm2']],
		['not if texts may be in another', { text: 'two' }, undefined],
	])('take their answers %s', (_, said, ids) => {
		const answer = batch.map((body, n) => ({ to: body.to, ...said, messageId: `m${n}` }));
		expect(idsOf(answer, batch)).toEqual(ids);
		const [one, ...others] = answer;
		expect(idsOf([...others, one], batch)).toBeUndefined();
		expect(idsOf({ accepted: [one], rejected: others }, batch)).toBeUndefined();
	});
});

it.each(['0600****2', '37060999999', '860000001'])(
	'A key attributes nothing if it may be anybody’s: %s',
	(key) => {
		expect(matchEntries([{ [key]: 'a' }, { id: 'b' }], batchOf(2))).toBeUndefined();
	},
);

describe('The time to match a bulk answer', () => {
	const numbers = (count: number, first: number) =>
		Array.from({ length: count }, (_, n) => String(first + n));

	it.each<[string, (n: number, body: IDataObject) => IDataObject]>([
		['plain entries', plain],
		['numbers', (n, { to }) => ({ to, messageId: `m${n}` })],
		['numbers among others', (n, { to }) => ({ to, values: numbers(50, 49_159_000_000 + n * 50) })],
	])('grows with the entries: %s', (_, entryOf) => {
		const timeOf = (count: number) => {
			const batch = batchOf(count);
			const answer = batch.map((body, n) => entryOf(n, body));
			expect(matchEntries(answer, batch)).toHaveLength(count);
			return cpuTimeOf(() => matchEntries(answer, batch));
		};
		expect(timeOf(2000) / timeOf(250)).toBeLessThan(LINEAR);
	});
});
