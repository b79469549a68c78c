import { Refusal, invalid } from '../traffic/refusal.ts';

/** Of ajv: what came is neither changed nor cut, and a refusal can name the value. */
export const validationOptions = {
	coerceTypes: false,
	removeAdditional: false,
	allowUnionTypes: true,
	verbose: true,
} as const;

/** What ajv says with its option `verbose`: also the value, and the schema that it does not fit. */
interface Unfit {
	keyword: string;
	instancePath: string;
	params: Record<string, unknown>;
	data: unknown;
	schema: unknown;
	parentSchema: Schema;
}

interface Schema {
	description: string;
	properties: Record<string, Schema>;
}

/** What a value is, in words for an error message. */
function describe(value: unknown): string {
	if (value === undefined) return 'it is missing';
	if (value === null) return 'got null';
	if (value === '') return 'got an empty string';
	if (Array.isArray(value)) return value.length === 0 ? 'got an empty array' : 'got an array';
	if (typeof value === 'string') return `got "${value.slice(0, 60)}"`;
	return `got the ${typeof value} ${JSON.stringify(value).slice(0, 60)}`;
}

/** The place of what is wrong, such as `to`, `[3].to`, or `recipients[1]`. */
const placeOf = (path: string) =>
	path
		.replace(/\/(\d+)/g, '[$1]')
		.replaceAll('/', '.')
		.replace(/^\./, '');

/** The same as a sentence begins. */
const nameOf = (path: string) =>
	path ? `The ${/\d$/.test(path) ? 'entry' : 'field'} ${placeOf(path)}` : 'The body';

/** The same for a field that is not there as for one that is wrong. */
function fieldOf({ keyword, instancePath, params, data, parentSchema }: Unfit) {
	if (keyword !== 'required') return { path: instancePath, value: data, schema: parentSchema };
	const field = String(params.missingProperty);
	const schema = parentSchema.properties[field];
	return { path: `${instancePath}/${field}`, value: undefined, schema };
}

/** The refusal of what does not fit its schema, by what ajv found: which field, what it must be, and what it is. */
export function validationRefusal(found: unknown, body: unknown): Refusal {
	const unfit = found as Unfit[];
	// Of several, the last one is about the others.
	const { keyword, params, schema: limit } = unfit[unfit.length - 1];
	const { path, value, schema } = fieldOf(unfit[0]);
	const name = nameOf(path);
	if (keyword === 'anyOf') {
		const names = unfit.slice(0, -1).map((each) => placeOf(fieldOf(each).path));
		return invalid(
			`The field ${names.join(' or ')} must be ${schema.description}; both are missing`,
		);
	}
	if (keyword === 'maxItems') {
		const message = `A batch takes at most ${limit} entries; got ${(value as unknown[]).length}`;
		return new Refusal(413, 'too_large', message);
	}
	if (keyword === 'maxLength') {
		const { length } = value as string;
		return invalid(`${name} has ${length} characters; ${limit} are possible`);
	}
	if (keyword === 'additionalProperties') {
		const known = Object.keys(schema.properties).join(', ');
		return invalid(`The field ${params.additionalProperty} is none of ${known}`);
	}
	const given = path === '' && body === undefined ? undefined : value;
	return invalid(`${name} must be ${schema.description}; ${describe(given)}`);
}
