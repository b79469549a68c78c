import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import type { FromSchema } from 'json-schema-to-ts';
import { list, object } from '../contract/values.ts';
import { jsonFrom } from '../stranger.ts';

const anyText = { type: 'string' } as const;
const flag = { const: true } as const;
const anything = {} as const;
const headers = { type: 'object', additionalProperties: anyText } as const;
const step = { type: ['string', 'integer'] } as const;
/** Where a list was cut, and how many entries it had; the innermost one first. */
const cut = object({ at: list(step), length: { type: 'integer', maximum: 1_000_000 } });
const answer = object(
	{ status: { type: 'integer', minimum: 200, maximum: 599 }, headers },
	{
		json: anything,
		text: anyText,
		cut: list(cut),
		/** Whether texts of 16 digits and more are numbers, which no JSON reader keeps. */
		hasLargeNumbers: flag,
	},
);

const exchange = object(
	{ method: { enum: ['GET', 'POST'] }, path: { type: 'string', pattern: '^/' } },
	{
		/** What stands for `{id}` in the path, or the messageId of a report. */
		id: anyText,
		query: headers,
		body: anything,
		/** Whether nothing has the ID or the path. */
		isUnknown: flag,
		hasWrongKey: flag,
		/** Absent if none came. */
		answer,
	},
);

const schema = object({
	format: { const: 'messaging-service-recording' },
	version: { const: 1 },
	exchanges: { ...list(exchange), minItems: 1 },
});

/** What an account answered, in the order of the requests; its values are made up. */
export type Recording = FromSchema<typeof schema>;
export type Exchange = FromSchema<typeof exchange>;
export type Cut = FromSchema<typeof cut>;

const isRecording = new Ajv({ strict: false }).compile<Recording>(schema);

/** @throws Error that says what is wrong with the file */
export function readRecording(file: string): Recording {
	const wrong = (why: string) =>
		new Error(`${file} is no recording: ${why}. Use recording.json as npm run doctor wrote it`);
	let json: unknown;
	try {
		json = jsonFrom(readFileSync(file, 'utf8'), { isFile: true });
	} catch (error) {
		throw wrong((error as Error).message);
	}
	if (isRecording(json)) return json;
	const [{ instancePath, message } = { instancePath: '', message: '' }] = isRecording.errors ?? [];
	throw wrong(`${instancePath.slice(1).replaceAll('/', '.') || 'its content'} ${message}`);
}
