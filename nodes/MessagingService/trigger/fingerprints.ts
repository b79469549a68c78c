import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

/** The values of a message's parts, by part, as fingerprints: what the trigger's memory has of a message. */
export type Parts = Map<string, string>;

const PART_LENGTH = 8;
const VALUES_LENGTH = 6;

/** Which part an entry is about; `time` counts the entries before it that have the same partId. */
export function partOf({ partId }: IDataObject, time: number): string {
	return fingerprint([partId, time], PART_LENGTH);
}

/** What changes when there is news of a part. */
export function valuesOf({ state, errorCode, delivered }: IDataObject): string {
	return fingerprint([state, errorCode, delivered], VALUES_LENGTH);
}

export function asText(parts: Parts): string {
	return [...parts].flat().join('');
}

/** Whether a text is what `asText` makes of parts, or that and a mark behind it. */
export function isPartsText(text: string): boolean {
	return (
		/^[A-Za-z0-9+/]*!?$/.test(text) &&
		text.replace('!', '').length % (PART_LENGTH + VALUES_LENGTH) === 0
	);
}

/** The parts of such a text, whatever stands behind them. */
export function partsIn(text: string): Parts {
	const parts: Parts = new Map();
	const length = PART_LENGTH + VALUES_LENGTH;
	for (let at = 0; at + length <= text.length; at += length) {
		parts.set(text.slice(at, at + PART_LENGTH), text.slice(at + PART_LENGTH, at + length));
	}
	return parts;
}

function fingerprint(values: unknown[], length: number): string {
	const json = JSON.stringify(values.map((value) => value ?? null));
	return createHash('sha256').update(json).digest('base64').slice(0, length);
}
