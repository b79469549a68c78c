import type { NodeHint } from 'n8n-workflow';

import type { SmsEncoding } from './parts';
import { measureSms, ROOM } from './parts';
import { REPLACEMENTS } from './simplify';

// n8n evaluates a hint's condition while the user types, but not its message: so one for each outcome.
// An expression ends at its first two closing braces, wherever they stand.
const TYPED = 'String($parameter["text"] ?? "")';
const IS_SIMPLIFIED = 'String(($parameter["options"] ?? []).simplifyCharacters) === "true"';

/** An expression: the text, or one of the same length as Simplify Characters leaves it. */
const TEXT = `(${IS_SIMPLIFIED} ? ${TYPED}.normalize()${replaceAll()} : ${TYPED})`;

const EXTENSION = String.raw`[\f[\\\]^\x7B|\x7D~€]`;
const GSM7 = String.raw`^[\n\r\f -_a-z\x7B-~¡£¤¥§¿ÄÅÆÇÉÑÖØÜßàäåæèéìñòöøùüΓΔΘΛΞΠΣΦΨΩ€]*$`;

const IS_SMS =
	'$parameter["resource"] === "sms" && ["preview", "send", "sendBulk"].includes($parameter["operation"])';

/** Expressions: whether `text` is GSM-7, and how long it is in what its encoding counts. */
const isGsm7 = `/${GSM7}/.test(text)`;
const lengthIn = {
	'GSM-7': `(text.length + (text.match(/${EXTENSION}/g) ?? []).length)`,
	'UCS-2': 'text.length',
};

const MOST_COUNTED = 6;

const WHY = {
	'GSM-7': 'A single SMS holds 160 characters, and each of several parts 153.',
	'UCS-2':
		"Some of its characters aren't in GSM-7, so a single SMS holds 70 characters, and each of several parts 67. The Preview operation shows which, and 'Simplify Characters' under Options replaces typographic ones.",
};

/** Shown when a text takes exactly so many parts. */
function partsHint(encoding: SmsEncoding, parts: number): NodeHint {
	const { alone, each } = ROOM[encoding];
	const length = lengthIn[encoding];
	const isOver = (most: number) => `${length} > ${most}`;
	const above = parts === 1 ? `${length} > 0` : isOver(parts === 2 ? alone : (parts - 1) * each);
	const below =
		parts === MOST_COUNTED ? 'true' : `!(${isOver(parts === 1 ? alone : parts * each)})`;
	const count = parts === MOST_COUNTED ? `${parts} or more SMS parts` : `${parts} SMS parts`;
	return {
		message: `This text takes ${parts === 1 ? '1 SMS part' : count} (${encoding}). ${WHY[encoding]}`,
		type: 'info',
		location: 'ndv',
		whenToDisplay: 'beforeExecution',
		displayCondition: `={{ ${IS_SMS} && [${TEXT}].some((text) => ${encoding === 'GSM-7' ? isGsm7 : `!${isGsm7}`} && ${above} && ${below}) }}`,
	};
}

/**
 * What the text that is being typed takes, for those that take more than people expect: more than one
 * part, or UCS-2. Where an extension character or an emoji falls between two parts it may be one more.
 */
export const smsHints: NodeHint[] = [
	...[2, 3, 4, 5, MOST_COUNTED].map((parts) => partsHint('GSM-7', parts)),
	...[1, 2, 3, 4, 5, MOST_COUNTED].map((parts) => partsHint('UCS-2', parts)),
];

/** Puts in the place of each character that is replaced as many letters as its replacement takes room. */
function replaceAll(): string {
	const bySize: string[] = [];
	for (const [character, plain] of REPLACEMENTS) {
		const size = measureSms(plain).length;
		const code = character.charCodeAt(0).toString(16).padStart(4, '0');
		bySize[size] = `${bySize[size] ?? ''}\\u${code}`;
	}
	return bySize
		.map((characters, size) => `.replace(/[${characters}]/g, "${'x'.repeat(size)}")`)
		.join('');
}
