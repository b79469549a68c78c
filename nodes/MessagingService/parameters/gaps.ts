import type { IExecuteFunctions } from 'n8n-workflow';

import { isTool, itemsInWords } from '../errors/nodeError';
import { Problem } from '../errors/problem';
import { fieldAt, isExpression, plainReference } from './plainReference';
import { isGiven, shownName } from '../values/words';

/** The parameters that are texts for people. */
const TEXTS = ['text', 'message', 'subject', 'html'];

/** A piece `{{ … }}` of a text that returned nothing for an item. */
export type Gap = { field: string; piece: string };

/** Texts and regular expressions within a piece, whose signs mean nothing. */
const LITERALS =
	/'(?:[^'\\]|\\.)*(?:'|\\?$)|"(?:[^"\\]|\\.)*(?:"|\\?$)|`(?:[^`\\]|\\.)*(?:`|\\?$)|[(,] ?\/(?:[^/\\]|\\.)*(?:\/|\\?$)/gs;

/** Whether a piece says what stands there when a field is blank: with `||`, `??`, a conditional, `$if`, or `$ifEmpty`. */
const hasDefault = (piece: string): boolean =>
	/\|\||\?(?!\.\D)|\$if/.test(piece.replace(LITERALS, ''));

/** The pieces of a text that stand beside words or each other, as n8n splits it. */
function piecesOf(entered: unknown): string[] {
	if (!isExpression(entered)) return [];
	const text = entered.slice(1).trim();
	const pieces = text.split(/(?<!\\)\{\{/).slice(1);
	const whole = pieces.flatMap((rest) => {
		const end = rest.indexOf('}}');
		return end < 0 ? [] : [`{{${rest.slice(0, end)}}}`];
	});
	return whole[0] === text ? [] : [...new Set(whole)];
}

/** Whether nothing of a value can be seen in a text, as n8n puts it there: of a list, its entries. */
function isBlank(value: unknown): boolean {
	if (Array.isArray(value)) return value.length < 2 && value.every(isBlank);
	return typeof value !== 'object' ? !isGiven(value) : value === null;
}

/** Finds the gaps in the texts of an item: pieces that are blank in it, and have no default. */
export function gapFinder(context: IExecuteFunctions): (index: number) => Gap[] {
	const node = context.getNode();
	const items = context.getInputData();
	const pieces = TEXTS.flatMap((name) =>
		piecesOf(node.parameters[name])
			.filter((piece) => !hasDefault(piece))
			.map((piece) => ({ field: shownName(name), piece, path: plainReference(`=${piece}`) })),
	);
	const evaluated = (piece: string, index: number): unknown => {
		try {
			return context.evaluateExpression(piece, index);
		} catch {
			// The text itself was read: nothing that is only looked at may stop what is sent, or was.
			return piece;
		}
	};
	return (index) =>
		pieces.filter(({ piece, path }) => {
			// In a tool of an AI agent `$json` is not what the tool is called with.
			const isPlain = path && !isTool(node);
			return isBlank(isPlain ? fieldAt(items[index].json, path) : evaluated(piece, index));
		});
}

/** An item, and the gaps that were found in its texts. */
type WithGaps = { index: number; gaps: Gap[] };

/** The gaps of some items in words, e.g. `{{ $json.name }} in 'Text' (items 2, 5 and 9)`, and how many have one. */
function gapsIn(items: WithGaps[]): { count: number; words: string } {
	const found = new Map<string, number[]>();
	for (const { index, gaps } of items) {
		for (const { piece, field } of gaps) {
			const words = `${piece} in ${field}`;
			if (!found.get(words)?.push(index)) found.set(words, [index]);
		}
	}
	const words = [...found].map(([gap, of]) => `${gap} (${itemsInWords(of, 20)})`).join(', ');
	return { count: items.filter(({ gaps }) => gaps.length).length, words };
}

/** The line after a run about the gaps of what was sent, if some have one. */
export function gapLine(items: WithGaps[]): string {
	const { count, words } = gapsIn(items);
	if (!count) return '';
	// n8n shows it as HTML.
	return `${count === 1 ? '1 text has' : `${count} texts have`} a gap: ${words.replaceAll('<', '&lt;')}.`;
}

/** @throws Problem if the text of an item has a gap */
export function refuseWithGaps(items: WithGaps[]): void {
	const { count, words } = gapsIn(items);
	if (!count) return;
	throw new Problem(
		`${count === 1 ? 'A text has' : `${count} texts have`} a gap: ${words}`,
		"Nothing was sent. Fill in what's missing, or give the expression a default, as in {{ $json.name || 'customer' }}. To send with gaps, turn off 'Refuse Gaps' under Options → Limits.",
	);
}
