import type { Play, Sent } from '../play/round.ts';
import { rowsOf } from '../worlds/rows.ts';
import { cellsOf, type Json } from '../worlds/world.ts';
import { differencesIn } from '../advice/differences.ts';
import { givenTo, nameFor, personAt, type Base, wentOut } from './base.ts';
import { inOrder, leadsTo, outputOf } from './seen.ts';
import { standsIn } from './readings.ts';
import { toChange, type Breach } from './relation.ts';

/** What is reckoned with in a unit that nobody gives: a difference of two times that has milliseconds alone. */
export const withoutUnit = ({ workflow, rounds: [round] }: Play): Breach[] =>
	workflow.nodes.flatMap((node) => {
		const [first] = node.disabled || !round.runs[node.name] ? [] : differencesIn(node);
		if (!first) return [];
		const wrong = wentOut(round).filter(
			({ by = '' }) => by === node.name || leadsTo(workflow, node.name, by),
		);
		const happened = `“${node.name}” reads the ${first.unit} of a difference that has milliseconds alone: they are always 0.`;
		return [toChange('unit', node.name, happened, { wrong, isAstray: true })];
	});

const CODES = new Set(Intl.supportedValuesOf('currency'));

/** Whether a currency has nothing behind the point. */
export const isInWholeUnits = (code: unknown) => digitsOf(code) === 0;

/** How many digits a currency has behind the point; undefined of what is none. */
function digitsOf(code: unknown): number | undefined {
	const currency = typeof code === 'string' ? code.toUpperCase() : '';
	if (!CODES.has(currency)) return undefined;
	const { maximumFractionDigits } = new Intl.NumberFormat('en', {
		style: 'currency',
		currency,
	}).resolvedOptions();
	return maximumFractionDigits;
}

/** The field of items that names the currency of each, if they have several. */
const currencyOf = (items: Json[]): string | undefined =>
	Object.keys(items[0] ?? {}).find(
		(name) =>
			items.every((item) => digitsOf(item[name]) !== undefined) &&
			new Set(items.map((item) => item[name])).size > 1,
	);

/** Amounts of several currencies that are added up as if they were of one, also of what stands under one name. */
export const addedAcross = ({ workflow, rounds: [round], world }: Play): Breach[] =>
	workflow.nodes.flatMap((node) => {
		const given = givenTo(round, node);
		const sums = outputOf(round, node);
		if (node.name in world.pins || sums.length >= given.length) return [];
		const [found] = sums.flatMap((sum) => {
			const items = given.filter((item) =>
				Object.entries(sum).every(([name, cell]) => !(name in item) || item[name] === cell),
			);
			const field = currencyOf(items);
			if (!field) return [];
			const cells = cellsOf(sum).map(([, cell]) => cell);
			return Object.keys(items[0]).flatMap((name) => {
				const amounts = items.map((item) => item[name]).filter((one) => typeof one === 'number');
				const all = amounts.reduce((one, other) => one + other, 0);
				const isSum = (cell: unknown) => typeof cell === 'number' && Math.abs(cell - all) < 0.005;
				if (amounts.length < items.length || amounts.includes(0) || !cells.some(isSum)) return [];
				const said = items.map((item) => `${String(item[name])} ${String(item[field])}`);
				const happened = `“${node.name}” adds up ${said.join(' and ')}: ${Math.round(all * 100) / 100} of no currency.`;
				return [toChange('across', node.name, happened, { field, wrong: wentOut(round) })];
			});
		});
		return found ? [found] : [];
	});

/** Amounts, also with two digits behind a point. */
const AMOUNT = /\d(?:[\d.,'’\s]*\d)?/g;
const digitsIn = (amount: string) => Number(amount.replace(/\D/g, ''));

/** The row with the address of an email. */
const rowAt = ({ lists }: Base, { world }: Play, { channel, to }: Sent) =>
	channel === 'email'
		? lists
				.filter(({ node }) => node in world.pins)
				.flatMap((list) => rowsOf(world.pins, list))
				.find(({ json }) => cellsOf(json).some(([, cell]) => cell === to))
		: undefined;

/** Amounts of a currency without anything behind the point, of which the row has a hundred times as much as the text says. */
export function divided(base: Base, play: Play): Breach[] {
	const { workflow, world } = play;
	const [round] = play.rounds;
	const found = wentOut(round).flatMap((sent) => {
		const row = personAt(base, sent.to) ?? rowAt(base, play, sent);
		const cells = cellsOf(row?.json).map(([, cell]) => cell);
		const codes = [...(sent.text.match(/\b[A-Z]{3}\b/g) ?? []), ...cells];
		const code = codes.find(isInWholeUnits);
		const amounts = sent.text.match(AMOUNT) ?? [];
		const isSaid = (whole: number) => amounts.some((one) => digitsIn(one) === whole);
		const said = amounts.find((amount) => {
			const digits = digitsIn(amount);
			if (/[.,]\d\d$/.test(amount)) return cells.includes(digits);
			const whole = digits * 100;
			return digits > 0 && !cells.includes(digits) && cells.includes(whole) && !isSaid(whole);
		});
		return row && code && said ? [{ sent, code, said }] : [];
	});
	if (found.length === 0) return [];
	const [{ code, said, sent }] = found;
	const node = inOrder(workflow, round).find(
		(one) =>
			!(one.name in world.pins) &&
			outputOf(round, one).some((item) =>
				cellsOf(item).some(([, cell]) => standsIn(String(cell), [said])),
			),
	);
	const digits = digitsIn(said);
	const whole = /[.,]\d\d$/.test(said) ? digits : digits * 100;
	const currency = String(code).toUpperCase();
	const happened = `${nameFor(base, sent)} reads ${said}, and the row says ${whole}: ${currency} has nothing behind the point.`;
	const wrong = found.map((one) => one.sent);
	return [toChange('misread', node?.name ?? sent.by, happened, { field: currency, wrong })];
}
