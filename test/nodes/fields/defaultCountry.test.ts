import type { IDataObject, INodeParameters, INodeProperties } from 'n8n-workflow';

import { getCountries } from 'libphonenumber-js/max';

import { credential, entriesOf, ofOperations, optionsOf } from '../../support/description';
import type { NodeRun } from '../../support/engine';
import { runNode } from '../../support/engine';
import { loadedCountries } from '../../support/loadedCountries';
import { NODE, TOOL } from '../../support/nodeTypes';
import { requests } from '../../support/requests';
import { group, messagesPerRecipient, send, sendBulk, skip } from '../../support/sending';
import { serviceForTests } from '../../support/service';
import { validOperations } from '../../support/validOperations';

const service = serviceForTests();

const LITHUANIAN = '37060012345';
const national = '={{ $json.phone }}';
const options = { defaultCountry: 'LT' };

/** The operations that take a phone number in a field, with that of each item. */
const cases = validOperations
	.filter(({ options }) => options.some(({ name }) => name === 'defaultCountry'))
	.map(({ what, parameters }) => {
		const field = ['to', 'phoneNumber', 'recipients'].find((name) => name in parameters)!;
		return { what, parameters: { ...parameters, [field]: national } };
	});

/** The phone numbers in what the service received. */
async function numbers(): Promise<unknown[]> {
	const bodies = (await requests(service)).flatMap(({ body }) => body as IDataObject[]);
	return bodies.flatMap(({ to, phoneNumber, recipients }) => to ?? phoneNumber ?? recipients);
}

/** What a run says of a number: Validate Number has it in its output. */
const told = ({ error, output }: NodeRun) =>
	error ? `${error.message}. ${error.description}` : String(output[0].json.reason);

it('Every operation that takes a phone number in a field has the option, and no other', () => {
	const withNumber = ofOperations.filter(({ placeholder }) => placeholder?.includes('+370'));
	const having = ofOperations.filter(
		(field) =>
			field.name === 'options' && entriesOf(field).some(({ name }) => name === 'defaultCountry'),
	);
	const operationOf = ({ displayOptions }: INodeProperties) => [
		displayOptions?.show?.resource,
		displayOptions?.show?.operation,
	];
	expect(having.map(operationOf).sort()).toEqual(withNumber.map(operationOf).sort());
});

it("Its menu is loaded by n8n's editor, without a credential and without a request", async () => {
	for (const type of [NODE, TOOL]) {
		const { '': none, ...countries } = await loadedCountries(type);
		const { LT, US } = countries;
		expect([LT, US, none]).toEqual([
			'Lithuania (+370)',
			'United States (+1)',
			'(Choose a Country)',
		]);
		expect(Object.keys(countries).sort()).toEqual(getCountries().sort());
	}
	expect(await requests(service)).toEqual([]);
});

it('The menu of the credential, for which n8n loads none, is the same', async () => {
	const [menu] = credential.properties.filter(({ name }) => name === 'defaultCountry');
	const listed = optionsOf(menu).map(({ name, value }) => [value, name]);
	expect([menu.typeOptions, menu.default]).toEqual([undefined, '']);
	expect(Object.fromEntries(listed)).toEqual(await loadedCountries(NODE));
});

it.each(cases)('$what reads a number as one of the country', async ({ parameters }) => {
	const reading = async (phone: string) =>
		await runNode(service.credential, { ...parameters, options }, [{ phone }]);
	expect(told(await reading('8 600 123'))).toMatch(
		/ isn't a phone number of Lithuania: 8 600 123( \(item 1 of 1\))?\. /,
	);
	expect(await requests(service)).toEqual([]);
	expect((await reading('8 600 12345')).error).toBeUndefined();
	expect(await numbers()).toEqual([LITHUANIAN]);
});

it.each<[string, IDataObject, INodeParameters]>([
	['node', {}, options],
	['credential', { accountDefaults: true, defaultCountry: 'LT' }, {}],
])(
	'Skip Suppressed, Skip Duplicates, and Allowed To compare what goes out, by the country of the %s',
	async (_, defaults, own) => {
		const credential = { ...service.credential, ...defaults } as typeof service.credential;
		const add = { resource: 'suppression', operation: 'add', phoneNumber: LITHUANIAN };
		await runNode(credential, add);
		const guards = skip('skipSuppressed', { skipDuplicates: true });
		const limits = group('limits', { allowedTo: '+370*' });
		const parameters = sendBulk(100, { ...own, ...guards, ...limits });
		const { output } = await runNode(credential, parameters, [
			{ to: '8 600 12345' },
			{ to: '0612 34567' },
			{ to: '+370 612 34567' },
		]);
		expect(output.map(({ json }) => json.skipped)).toEqual(['suppressed', undefined, 'duplicate']);
		const foreign = await runNode(credential, parameters, [{ to: '+4915123456789' }]);
		expect(foreign.error?.message).toContain("isn't one of the numbers in 'Allowed To'");
		expect(await messagesPerRecipient(service)).toEqual({ '37061234567': 1 });
	},
);

it('The country may be another for each item', async () => {
	const own = { ...group('requests', { concurrency: 1 }), defaultCountry: '={{ $json.country }}' };
	const { error } = await runNode(service.credential, { ...send, to: national, options: own }, [
		{ phone: '0600 12345', country: 'LT' },
		{ phone: '0151 23456789', country: 'de' },
		{ phone: '+34612345678', country: 'LT' },
	]);
	expect(error).toBeUndefined();
	expect(await numbers()).toEqual([LITHUANIAN, '4915123456789', '34612345678']);
});

it('Each recipient of a campaign is read, and the one that is refused is named', async () => {
	const campaign = { resource: 'campaign', operation: 'create', name: 'A', from: 'A', text: 'A' };
	const create = { ...campaign, options };
	await runNode(service.credential, { ...create, recipients: '8 600 12345, +49 151 23456789' });
	expect(await numbers()).toEqual([LITHUANIAN, '4915123456789']);
	const { error } = await runNode(service.credential, { ...create, recipients: '860012345\n12' });
	expect(error?.message).toBe(
		"Number 2 of 'Recipients' isn't a phone number of Lithuania: 12 (item 1 of 1)",
	);
	expect(await requests(service)).toHaveLength(1);
});
