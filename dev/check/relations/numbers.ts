import {
	getCountryCallingCode,
	isValidPhoneNumber,
	parsePhoneNumberFromString,
} from 'libphonenumber-js';
import type { WorkflowNode } from '../../n8n/types.ts';
import type { Play, Sent } from '../play/round.ts';
import { cellAt, cellsOf, isBlank, type Json, type Path, wordsOf } from '../worlds/world.ts';
import { countryIn } from '../worlds/countries.ts';
import { digitsOf, isInternational, isSamePhone, phoneIn } from '../worlds/rows.ts';
import { givenTo, sendingNodes, type Base, wentOut } from './base.ts';
import { inOrder, leadsTo, outputOf } from './seen.ts';
import { isOurs } from '../copy/nodeKinds.ts';
import { toChange, type Breach } from './relation.ts';

// cspell:ignore guten abend liebe sehr labas rytas vakaras laba herrn ponas ponia
/** With which a text begins that calls somebody by name. */
const GREETING = new RegExp(
	`^[^\\p{L}\\d]*(?:(?:${[
		'hello|hi|hey|dear|good (?:morning|day|evening|afternoon)|welcome|thank you|thanks',
		'hallo|guten (?:morgen|tag|abend)|liebe[rs]?|sehr geehrte[rs]?|servus|moin|grüezi|danke',
		'labas(?: rytas| vakaras)?|laba diena|sveik[ai]s?|gerb\\.?|gerbiam\\p{L}+|miel\\p{L}+|ačiū',
		'dzień dobry|cześć|witaj|szanown\\p{L}+|drog\\p{L}+|labdien|cien\\p{L}+|tere|lugupeetud',
		'hei|moi|hej|kära|hola|estimad[ao]|querid[ao]|bonjour|salut|chère?|ciao|buongiorno|gentile|olá|dobrý den',
	].join('|')})[ ,!]+)*`,
	'iu',
);
const TITLE = /^(?:mr|ms|mrs|dr|frau|herrn?|pan[ie]?|ponas|ponia)\.? /iu;

/** The numbers of an item that belong to a field: by the words of its place, where there are several. */
function numbersBeside(item: Json, field: Path) {
	const own = wordsOf(field);
	const numbers = cellsOf(item).flatMap(([place, cell]) => {
		const phone = phoneIn(cell);
		const shared = wordsOf(place).filter((word) => own.includes(word)).length;
		return phone ? [{ place, phone, cell, shared }] : [];
	});
	const most = Math.max(...numbers.map(({ shared }) => shared));
	return numbers.filter(({ shared }) => shared === most);
}

const countryOf = (to: string) => parsePhoneNumberFromString(`+${to}`)?.country;

/** Whether a cell is a number that is dialed, as it stands there, from another one's country: it may be a code, too. */
const isDialed = (cell: unknown, to: string) =>
	isInternational(cell) || isValidPhoneNumber(String(cell), countryOf(to));

const firstOf = (name: string) => name.replace(TITLE, '').split(' ')[0];

/** Whether a text begins with a name, or the first word of one, if that is no title; with or without a title. */
const isNamedAt = (text: string, name: string, titles: string[]) =>
	[name.replace(TITLE, ''), ...[firstOf(name)].filter((one) => !titles.includes(one))].some(
		(one) => one.length > 2 && text.startsWith(one) && !/^[\p{L}\d-]/u.test(text.slice(one.length)),
	);

/** Words with which several names begin: a title, in whatever language, or a name that several have. */
function titlesIn(names: string[]): string[] {
	const some = [...Map.groupBy(new Set(names), firstOf)];
	return some.flatMap(([first, all]) => (all.length > 1 ? first : []));
}

/**
 * Whether a text calls somebody by a name.
 * @param titles words that are no name by themselves
 */
export function calls(text: string, name: string, titles: string[] = []): boolean {
	const greeted = text.replace(GREETING, '').replace(TITLE, '');
	const isCall = greeted !== text || /^[\p{L}. ]+[,!]/u.test(greeted);
	return isCall && isNamedAt(greeted, name, titles);
}

/** Who is called by name has a number of their own, and it goes to another one. */
export function misdirected(base: Base, play: Play): Breach[] {
	const { workflow, rounds } = play;
	const [round] = rounds;
	const before = ({ name }: WorkflowNode) =>
		inOrder(workflow, round)
			.filter((node) => !node.shows && !isOurs(node) && leadsTo(workflow, node.name, name))
			.flatMap((node) => outputOf(round, node).map((item) => ({ item, from: node.name })));
	return sendingNodes(base).flatMap((node) => {
		const given = givenTo(round, node).map((item) => ({ item, from: undefined }));
		const items = [...given, ...before(node)];
		const isName = (cell: unknown): cell is string =>
			typeof cell === 'string' && /^\p{L}[\p{L} .'-]{1,39}$/u.test(cell);
		const titles = titlesIn(
			items.flatMap(({ item }) => cellsOf(item).flatMap(([, cell]) => (isName(cell) ? cell : []))),
		);
		const called = ({ text }: Sent) => text.replace(GREETING, '').split(' ')[0];
		// Nobody's number has several names.
		const isShared = (sent: Sent) =>
			wentOut(round).some(
				(other) => other.to === sent.to && other.by === node.name && called(other) !== called(sent),
			);
		const found = wentOut(round).flatMap((sent) => {
			if (sent.by !== node.name || sent.channel === 'email') return [];
			const numbers = items.flatMap(({ item, from }) =>
				cellsOf(item)
					.filter(([, cell]) => isName(cell) && calls(sent.text, cell, titles))
					.flatMap(([path, name]) =>
						numbersBeside(item, path).map((one) => ({ ...one, name, from })),
					),
			);
			// A number that the text says is that of an order, or somebody else's to call.
			const others = numbers.filter(
				({ phone, cell }) =>
					!isSamePhone(phone, sent.to) &&
					isDialed(cell, sent.to) &&
					!sent.text.includes(String(cell)),
			);
			const isRight = numbers.some(({ phone }) => isSamePhone(phone, sent.to)) && !isShared(sent);
			return others.length > 0 && !isRight ? [{ sent, ...others[0] }] : [];
		});
		if (found.length === 0) return [];
		const [{ sent, name, place, phone, from }] = found;
		const happened = `“${sent.text.slice(0, 40)}…” goes to +${sent.to}. ${String(name)} has another number: ${phone}, in “${place.join('.')}”.`;
		const wrong = found.map((one) => one.sent);
		const more = { field: place.join('.'), at: place, from, wrong, isAstray: true };
		return [toChange('number', node.name, happened, more)];
	});
}

/** Numbers without a country code that went to another country than the one that their row names. */
export const abroad = (base: Base, { rounds: [round] }: Play): Breach[] =>
	sendingNodes(base).flatMap((node) => {
		const items = givenTo(round, node);
		const own = wentOut(round).filter(({ by, channel }) => by === node.name && channel !== 'email');
		const sent = items.flatMap((item) =>
			cellsOf(item).flatMap(([, cell]) =>
				own
					.filter(({ to }) => phoneIn(cell) && to.endsWith(digitsOf(cell).slice(-7)))
					.map((one) => ({ one, item, cell })),
			),
		);
		// Two capitals may be a no, or a state: in a column of countries, some number is of the one beside it.
		const areCountries = (at: Path) =>
			items.map((item) => cellAt(item, at)).every((cell) => isBlank(cell) || countryIn(cell)) &&
			sent.some(({ one, item }) => countryOf(one.to) === countryIn(cellAt(item, at))) &&
			// Where people go, their numbers needn't come from.
			sent.every(
				({ one, item, cell }) =>
					!isInternational(cell) ||
					countryOf(one.to) === (countryIn(cellAt(item, at)) ?? countryOf(one.to)),
			);
		const found = sent.flatMap(({ one, item, cell }) => {
			const [at, said] =
				cellsOf(item).find(([path, two]) => countryIn(two) && areCountries(path)) ?? [];
			const country = countryIn(said);
			const isWhole = isInternational(cell) || digitsOf(cell).length >= one.to.length;
			if (!at || !country || isWhole || !isValidPhoneNumber(String(cell), country)) return [];
			const code = getCountryCallingCode(country);
			const beside = `${String(said)} in “${at.join('.')}”: numbers there begin with +${code}`;
			return one.to.startsWith(code) ? [] : [{ one, at, beside }];
		});
		if (found.length === 0) return [];
		const happened = `A number goes to +${found[0].one.to}, and its row says ${found[0].beside}.`;
		const wrong = found.map(({ one }) => one);
		const more = { at: found[0].at, wrong, isAstray: true };
		return [toChange('country', node.name, happened, more)];
	});
