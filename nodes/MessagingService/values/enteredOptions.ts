import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { Problem } from '../errors/problem';
import type { ParametersOf } from './itemParameters';
import { groupOf } from './optionReaders';
import { asText, shownName } from './parsing';

/** Options that add to a message or a page, where nothing is as good as anything. */
const MAY_BE_NOTHING = ['bodyFields', 'queryParameters', 'answerPage'];

/** Options that hold for all items of a run, each with those of its fields that do not. */
const OF_RUN: Record<string, string[]> = {
	limits: ['maxParts'],
	limitWaitTime: [],
	onceKey: ['key'],
	requests: [],
	skipMessages: ['weekdays', 'from', 'until', 'timeZone'],
	waitForDelivery: [],
};

/** An option, or a field of one that is a group, which the user entered as an expression. */
type Expression = { option: string; field?: string };

/**
 * Holds what the expressions of the options return against what they are for. What is left empty by hand is off, but
 * an expression that returns nothing is refused: it was to give a limit, a key, a country or an hour.
 */
export class EnteredOptions {
	private readonly expressions: Expression[];

	constructor(
		/** The node's options, in which an expression begins with =. */
		readonly entered: IDataObject,
	) {
		this.expressions = Object.entries(entered)
			.filter(([name]) => !MAY_BE_NOTHING.includes(name))
			.flatMap(([name, value]) => expressionsIn(name, value));
	}

	static of(context: IExecuteFunctions): EnteredOptions {
		return new EnteredOptions((context.getNode().parameters.options ?? {}) as IDataObject);
	}

	/**
	 * To be called with the options of the first item.
	 *
	 * @throws Problem if an expression that holds for all items returns nothing
	 */
	checkRun(options: IDataObject): void {
		for (const expression of this.expressions) {
			if (isOfRun(expression)) refuseNothing(expression, options);
		}
	}

	/**
	 * Reads parameters as `parametersOf` does.
	 *
	 * @param first the options of the first item, where a run goes by them
	 * @returns what throws a Problem if an expression of an item's options returns nothing, or something else than for
	 * the first item where one value holds for all
	 */
	checked(parametersOf: ParametersOf, first?: IDataObject): ParametersOf {
		if (!this.expressions.length) return parametersOf;
		return (itemIndex) => {
			const getParameter = parametersOf(itemIndex);
			return (name, fallback) => {
				const given = getParameter(name, fallback);
				if (name === 'options') this.checkItem(given as IDataObject, first);
				return given;
			};
		};
	}

	/** Whether an option, or a field of it, is an expression. */
	hasExpression(name: string): boolean {
		return this.expressions.some(({ option }) => option === name);
	}

	private checkItem(options: IDataObject, first = options): void {
		for (const expression of this.expressions) {
			refuseNothing(expression, options);
			const [own, usual] = [options, first].map((of) => JSON.stringify(valueIn(of, expression)));
			if (isOfRun(expression) && own !== usual) {
				throw new Problem(
					`${nameOf(expression)} isn't the same as for the first item`,
					'It applies to all items at once. Use an expression that returns the same value for each of them.',
				);
			}
		}
	}
}

function expressionsIn(option: string, entered: unknown): Expression[] {
	if (isExpression(entered)) return [{ option }];
	return Object.entries(groupOf({ group: entered as IDataObject }, 'group') ?? {})
		.filter(([, value]) => isExpression(value))
		.map(([field]) => ({ option, field }));
}

function isOfRun({ option, field = '' }: Expression): boolean {
	return Object.hasOwn(OF_RUN, option) && !OF_RUN[option].includes(field);
}

function valueIn(options: IDataObject, { option, field }: Expression): unknown {
	return field === undefined ? options[option] : groupOf(options, option)?.[field];
}

/** As errors call it. */
function nameOf({ option, field }: Expression): string {
	return field === undefined ? shownName(option) : `${shownName(field)} of ${shownName(option)}`;
}

function isExpression(entered: unknown): boolean {
	return typeof entered === 'string' && entered.startsWith('=');
}

function refuseNothing(expression: Expression, options: IDataObject): void {
	if (!isNothing(valueIn(options, expression))) return;
	const name = nameOf(expression);
	throw new Problem(
		`The expression in ${name} returned nothing`,
		`Correct the expression in ${name}, or enter a value.`,
	);
}

/** Whether a value is blank, or a list or an object without anything in it. */
function isNothing(value: unknown): boolean {
	if (Array.isArray(value)) return value.every(isNothing);
	return ['', '{}'].includes(asText(value).trim());
}
