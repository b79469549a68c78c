import type { IDataObject, IExecuteFunctions, INode } from 'n8n-workflow';

import { isTool } from '../errors/nodeError';
import { Problem } from '../errors/problem';
import { asText } from '../values/given';
import { shortened, shownName } from '../values/words';
import { type ParametersOf, refusePlainPieces, withOptions } from './itemParameters';
import { groupOf } from './optionReaders';
import { fieldAt, isExpression, piecesOf } from './pieces';

/** The fields of groups that may be an expression of each item. All others hold for a whole run. */
const OF_ITEM: Record<string, string[]> = {
	answerPage: ['title', 'text', 'buttonLabel', 'confirmationText'],
	limitWaitTime: ['amount', 'unit'],
	onceKey: ['key'],
	skipMessages: ['weekdays', 'opens', 'closes', 'timeZone'],
};

/** Options that add to a message or a page, and may be empty. */
const MAY_BE_NOTHING = ['bodyFields', 'queryParameters', 'answerPage'];

export function isOfItem(group: string, field: string): boolean {
	return OF_ITEM[group]?.includes(field) ?? false;
}

/** The node's options as the user entered them: an expression begins with =. */
export function enteredOptions(context: IExecuteFunctions): IDataObject {
	return (context.getNode().parameters.options ?? {}) as IDataObject;
}

/** Refuses an option whose expression returns nothing. @throws Problem if a field that holds for a run is one, or one is plain text */
export function checkedOptions(context: IExecuteFunctions, parametersOf: ParametersOf) {
	const entered = Object.entries(enteredOptions(context));
	const expressions = entered.flatMap(expressionsIn);
	for (const [option, value] of entered) refusePlainPieces(shownName(option), value);
	if (!expressions.length) return parametersOf;
	return withOptions(parametersOf, (options) => {
		const nothing = expressions.find(({ of }) => isNothing(of(options)));
		if (!nothing) return options;
		throw new Problem(
			`The expression in ${nothing.name} returned nothing`,
			`Correct the expression in ${nothing.name}, or enter a value.`,
			{ empty: nothing.name },
		);
	});
}

/** An option, or a field of one that is a group, which the user entered as an expression: its value among others. */
type Expression = { name: string; of: (options: IDataObject) => unknown };

function expressionsIn([option, entered]: [string, unknown]): Expression[] {
	if (MAY_BE_NOTHING.includes(option)) return [];
	const name = shownName(option);
	if (isExpression(entered)) return [{ name, of: (options) => options[option] }];
	const fields = Object.entries(groupOf({ [option]: entered as IDataObject }, option) ?? {});
	return fields.flatMap(([field, value]) => {
		const shown = `${shownName(field)} of ${name}`;
		// n8n takes the = of such a field away, but not of a lone $fromAI(); n8n 2.0 evaluates all of them.
		if (!isOfItem(option, field) && (isExpression(value) || asText(value).includes('{{'))) {
			throw new Problem(
				`${shown} can't be an expression`,
				'Nothing was sent. It applies to all items at once. Enter a value.',
			);
		}
		if (!isExpression(value)) return [];
		return [{ name: shown, of: (options) => groupOf(options, option)?.[field] }];
	});
}

/** Whether a value is blank, or a list or an object without anything in it. */
function isNothing(value: unknown): boolean {
	if (Array.isArray(value)) return value.every(isNothing);
	return ['', '{}'].includes(asText(value).trim());
}

/** The problem of a field that is empty, if its expression is right and just finds an empty field of this item. */
export function ofEmptyField(node: INode, error: unknown, json: IDataObject): unknown {
	const { empty } = error instanceof Problem ? error.details : {};
	// In a tool of an AI agent `$json` is not what the tool is called with.
	if (!empty || isTool(node)) return error;
	const all: IDataObject = { ...node.parameters, ...(node.parameters.options as IDataObject) };
	const fields = Object.entries(all).flatMap(([parameter, value]) => {
		const name = shownName(parameter);
		const inside = Object.entries(groupOf(all, parameter) ?? {});
		const named = inside.map(([field, one]) => [`${shownName(field)} of ${name}`, one]);
		return [[name, value], ...named];
	});
	const entered = fields.find(([name]) => name === empty)?.[1];
	const [piece] = piecesOf(entered);
	if (!isExpression(entered) || !piece) return error;
	const code = shortened(entered.slice(1).trim());
	const path = piece.isWhole ? piece.path : undefined;
	if (path && fieldAt(json, path) !== undefined) {
		const message = `${empty} is empty, because its field is empty in this item: ${code}`;
		return new Problem(message, adviceOn(empty));
	}
	const similar = path && similarTo(json, path);
	const advice = `Correct the expression. Or, if only some items lack it: ${adviceOn(empty)}`;
	const { message } = error as Problem;
	return new Problem(message, `${code} found nothing in this item. ${similar ?? advice}`);
}

function adviceOn(empty: string): string {
	const example = empty.includes('Once Key')
		? "{{ $json.order || $execution.id + '/' + $itemIndex }}. With one word for all, only the first is sent."
		: '{{ $json.name || "customer" }}.';
	// A name in place of a number would be wrong, and a number in its place somebody else's.
	const isWhom = /'(?:To|From|Phone Number|Recipients|[^']* ID)'/.test(empty);
	const other = isWhom
		? 'Or leave such items out, with a Filter node in front of this one.'
		: `Or add a value for such items to the expression, as in ${example}`;
	return `Make the field required where somebody fills it in. ${other}`;
}

/** Finds no difference in case, accents, blanks, and signs. */
const names = new Intl.Collator('en', { sensitivity: 'base', ignorePunctuation: true });

/** Advice that names a field of the item which is called nearly like the one that isn't there. */
function similarTo(json: IDataObject, path: string[]): string | undefined {
	const at = path.findIndex((_, depth) => fieldAt(json, path.slice(0, depth + 1)) === undefined);
	const fields = Object.keys(Object(fieldAt(json, path.slice(0, at))) as IDataObject);
	const found = fields.find((name) => names.compare(name, path[at]) === 0);
	if (found === undefined) return undefined;
	const steps = [...path.slice(0, at), found].map((step) =>
		// An invisible character is shown as it can be entered.
		JSON.stringify(step).replace(
			/[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu,
			(one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
		),
	);
	return `It has a field that is called nearly so. Enter {{ $json[${steps.join('][')}] }}.`;
}
