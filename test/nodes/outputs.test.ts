import { Ajv } from 'ajv';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { repositoryRoot } from '../../dev/places';
import { outputFolder } from '../../dev/schemas/files';
import { outputs } from '../../dev/schemas/outputs';
import { dateForTests } from '../support/clock';
import { runNode } from '../support/engine';
import { openLink } from '../support/openLink';
import '../support/processedData';
import { group, recipients, send, skip } from '../support/sending';
import { serviceForTests } from '../support/service';

const service = serviceForTests();
// A Wednesday.
dateForTests('2026-11-25T12:00:00Z');

type Schema = { [keyword: string]: unknown; properties?: Record<string, Schema>; items?: Schema };

const kept = (place: string): Schema =>
	JSON.parse(readFileSync(join(repositoryRoot, outputFolder, `${place}.json`), 'utf8'));

/** The schema that allows no other fields than it names, at any depth. */
function closed({ properties, items, ...schema }: Schema): Schema {
	const inside = Object.entries(properties ?? {}).map(([name, value]) => [name, closed(value)]);
	return {
		...schema,
		...(properties && { properties: Object.fromEntries(inside), additionalProperties: false }),
		...(items && { items: closed(items) }),
	};
}

/** Every field of a schema, or of a value, by its path; the entries of a list have one in common. */
const fieldsOf = ({ properties, items }: Schema, path = ''): string[] => [
	...Object.entries(properties ?? {}).flatMap(([name, value]) => [
		`${path}${name}`,
		...fieldsOf(value, `${path}${name}.`),
	]),
	...(items ? fieldsOf(items, path) : []),
];
const fieldsIn = (value: unknown, path = ''): string[] => {
	if (Array.isArray(value)) return value.flatMap((one) => fieldsIn(one, path));
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([name, inner]) => [
		`${path}${name}`,
		...fieldsIn(inner, `${path}${name}.`),
	]);
};

const isTime = (text: string) => /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/.test(text);
const ajv = new Ajv({ formats: { 'date-time': isTime }, allowUnionTypes: true });

const [one, two] = recipients(2);
const run = async (parameters: INodeParameters, items: IDataObject[] = [{}]) =>
	(await runNode(service.credential, parameters, items)).output.map(({ json }) => json);
const sendWith = async (options: INodeParameters, items: IDataObject[] = [one]) =>
	await run({ ...send, options }, items);
const getReport = { resource: 'sms', operation: 'getReport', messageId: '={{ $json.id }}' };
const summarize = { resource: 'sms', operation: 'summarizeReports' };

/** The parts of a message that was delivered, and of one that failed, as Get Delivery Report has them. */
async function reported(method: 'GET' | 'POST'): Promise<IDataObject[]> {
	const delivered = { id: await service.send('37060012345', 'x'.repeat(200)) };
	const failed = { id: await service.send('37060010002') };
	await service.advance(600_000);
	return await run({ ...getReport, options: group('requests', { method }) }, [delivered, failed]);
}

const summarized = async (groupBy: string) =>
	await run({ ...summarize, groupBy }, [...(await sendWith({})), ...(await reported('POST'))]);

/** What the node hands to n8n when somebody has answered. */
async function answered(parameters: INodeParameters, answer: object): Promise<IDataObject[]> {
	const ask = { resource: 'sms', operation: 'sendAndWait', message: 'Yes?' };
	const waiting = await runNode(service.credential, { ...send, ...ask, ...parameters }, [one]);
	const [{ body }] = (await service.received()).slice(-1);
	const link = String(body.text).split('\n')[1];
	const { given } = await openLink(service.credential, waiting, link, 'POST', answer);
	return given.workflowData![0].map(({ json }) => json);
}

/** What comes out of each operation, in all of its forms. */
const items: Record<string, () => Promise<IDataObject[]>> = {
	'account/getBalance': async () => await run({ resource: 'account', operation: 'getBalance' }),
	'sms/send': async () => {
		const once = group('onceKey', { key: 'order 7' });
		const sunday = skip('sendWindow', { weekdays: ['sunday'] });
		await service.post('/suppression', { phoneNumber: two.to });
		return [
			...(await sendWith(once)),
			...(await sendWith(once)),
			...(await sendWith(skip('skipSuppressed'), [one, two])),
			...(await sendWith(sunday)),
		];
	},
	'sms/getReport': async () => [...(await reported('POST')), ...(await reported('GET'))],
	'sms/preview': async () =>
		await run({ ...send, operation: 'preview', from: undefined, text: '={{ $json.text }}' }, [
			{ ...one, text: 'Hello “world”' },
			{ to: '', text: '' },
			{ to: 'nobody', text: 'ė' },
		]),
	'sms/summarizeReports': async () => [
		...(await summarized('message')),
		...(await summarized('everything')),
		...(await run(summarize, [{ messageId: 'a' }])),
	],
	'sms/sendAndWait': async () => {
		const values = [{ choice: 'Confirm' }, { choice: 'Move' }];
		return [
			...(await answered({}, { approved: 'true' })),
			...(await answered({ responseType: 'choices', choices: { values } }, { choice: '1' })),
			...(await answered({ responseType: 'freeText' }, { text: 'Tomorrow' })),
		];
	},
};

/** As n8n shows it: it would list these fields of a skipped message as if a sent one had them too. */
function listed(place: string, json: IDataObject): IDataObject {
	if (place !== 'sms/send' || !json.skipped) return json;
	const left = ['onceKey', 'sameMessage'];
	return Object.fromEntries(Object.entries(json).filter(([name]) => !left.includes(name)));
}

test('every output that n8n shows is tried here', () => {
	expect(Object.keys(items).sort()).toEqual(Object.keys(outputs).sort());
});

test.each(Object.keys(items))(
	'%s gives the fields that n8n shows, and no others',
	async (place) => {
		const schema = kept(place);
		const seen = (await items[place]()).map((json) => listed(place, json));
		for (const json of seen) {
			ajv.validate(closed(schema), json);
			expect({ json, errors: ajv.errors }).toEqual({ json, errors: null });
		}
		expect([...new Set(seen.flatMap((json) => fieldsIn(json)))].sort()).toEqual(
			fieldsOf(schema).sort(),
		);
	},
);
