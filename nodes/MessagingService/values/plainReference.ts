import type { IDataObject } from 'n8n-workflow';
import { isSafeObjectProperty } from 'n8n-workflow';

import { asText } from './parsing';

// No braces, which end an expression wherever they stand, and no line breaks, which end a text.
const STEP =
	/\.([A-Za-z_$][\w$]*)|\[\s*(?:'([^'\\{}\r\n\u2028\u2029]*)'|"([^"\\{}\r\n\u2028\u2029]*)")\s*\]/y;

/**
 * The path of a parameter that is nothing but a field of the input item, e.g. `={{ $json.phone }}` or
 * `={{ $json['phone no'].home }}`; undefined for any other.
 */
export function plainReference(parameter: string): string[] | undefined {
	const reference = /^=\{\{\s*\$json([^{}]*)\}\}$/.exec(parameter)?.[1].trimEnd();
	if (!reference) return undefined;

	const path: string[] = [];
	for (STEP.lastIndex = 0; STEP.lastIndex < reference.length; ) {
		const step = STEP.exec(reference);
		if (!step) return undefined;
		const name = step[1] ?? step[2] ?? step[3];
		// n8n refuses some names, e.g. constructor, and does not find a field called toString.
		if (!isSafeObjectProperty(name) || name in Object.prototype) return undefined;
		path.push(name);
	}
	return path;
}

/**
 * Reads the field without n8n's expression engine, which takes about half a millisecond for each.
 * Only plain values that stand there are read; for all else `undefined`, and n8n has to evaluate it.
 */
function readReference(json: IDataObject, path: string[]): string | number | boolean | undefined {
	let value: unknown = json;
	for (const step of path) {
		if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step))
			return undefined;
		value = (value as IDataObject)[step];
	}
	return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
		? value
		: undefined;
}

/** The first field of the input item between the texts of a parameter that is blank, as the user wrote it. */
export function blankField(parameter: unknown, json: IDataObject): string | undefined {
	const pieces = String(parameter).match(/\{\{[^{}]*\}\}/g) ?? [];
	return pieces.find((piece) => {
		const path = plainReference(`=${piece}`);
		if (!path) return false;
		const value = path.reduce<unknown>(
			(parent, step) => (parent as IDataObject | null | undefined)?.[step],
			json,
		);
		return asText(value).trim() === '';
	});
}

/** Texts, and paths of the fields of the input item that stand between them. */
export type Template = Array<string | string[]>;

/**
 * The parts of a parameter that is made of nothing but text and fields of the input item, e.g.
 * `=Hello {{ $json.name }}`; undefined for any other.
 */
export function plainTemplate(parameter: unknown): Template | undefined {
	if (typeof parameter !== 'string' || !parameter.startsWith('=')) return undefined;
	const template: Template = [];
	for (const part of parameter.slice(1).split(/(\{\{[^{}]*\}\})/)) {
		const isText = !part.startsWith('{{');
		if (isText && !isSafeText(part)) return undefined;
		const piece = isText ? part : plainReference(`=${part}`);
		if (piece === undefined) return undefined;
		if (piece !== '') template.push(piece);
	}
	return template;
}

/** What a template gives for an item, as n8n puts it together; undefined if n8n has to evaluate it. */
export function readTemplate(
	json: IDataObject,
	template: Template,
): string | number | boolean | undefined {
	const values = template.map((part) =>
		typeof part === 'string' ? part : readReference(json, part),
	);
	if (values.includes(undefined)) return undefined;
	// A lone field keeps its type.
	if (template.length === 1) return values[0];
	return values.join('');
}

/**
 * Braces and backslashes may mean something to n8n; it refuses the word constructor in some places,
 * and does not evaluate a text that is the name of something every object has.
 */
function isSafeText(text: string): boolean {
	return !/[{}\\]|constructor/.test(text) && !(text in Object.prototype);
}
