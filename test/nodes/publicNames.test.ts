import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { getCountries } from 'libphonenumber-js/max';
import type { INodeProperties } from 'n8n-workflow';

import manifest from '../../package.json';
import {
	credential,
	deep,
	entriesOf,
	fields,
	node,
	ofOperations,
	operations,
	optionsOf,
	parametersOf,
	trigger,
} from '../support/description';

/** Its section holds the names in the workflows of users, which never change. */
const reference = readFileSync(join(__dirname, '../../docs/reference.md'), 'utf8')
	.split('\n## Names in a workflow')[1]
	.split('\n## ')[0];

/** The names in each cell of its tables. */
const rows = reference.split('\n').map((line) =>
	line
		.split('|')
		.slice(1, -1)
		.map((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name)),
);

/** Name, type and default of each field. */
const shape = (properties: INodeProperties[]) =>
	Object.fromEntries(properties.map(({ name, type, default: usual }) => [name, [type, usual]]));

describe('Public names', () => {
	it('of the package, the node, the trigger and the credential are those that workflows hold', () => {
		expect(manifest.name).toBe('n8n-nodes-messaging-service');
		expect(
			[node.description, trigger.description].map(({ name, version }) => [name, version]),
		).toEqual([
			['messagingService', 1],
			['messagingServiceTrigger', 1],
		]);
		expect(credential.name).toBe('messagingServiceApi');
		for (const { description } of [node, trigger]) {
			expect(description.credentials?.map(({ name }) => name)).toEqual([credential.name]);
		}
	});

	it('of the values of parameters are those that workflows hold', () => {
		const workdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'];
		const values = Object.fromEntries(
			deep(fields)
				.filter(
					({ type, name }) =>
						/^(multiO|o)ptions$/.test(type) && !['resource', 'operation'].includes(name),
				)
				.map((field) => [
					field.name,
					{ values: optionsOf(field).map(({ value }) => value), default: field.default },
				]),
		);
		expect(values).toEqual({
			approvalType: { values: ['double', 'single'], default: 'double' },
			channel: { values: ['email', 'sms', 'viber'], default: 'sms' },
			// Two letters for each (ISO 3166-1).
			defaultCountry: {
				values: expect.arrayContaining(['', ...getCountries()]),
				default: '',
			},
			groupBy: {
				values: ['everything', 'message'],
				default: 'message',
			},
			method: { values: ['GET', 'POST'], default: 'POST' },
			onUnknownOutcome: { values: ['doNotResend', 'resend'], default: 'doNotResend' },
			responseType: {
				values: ['approval', 'choices', 'freeText'],
				default: 'approval',
			},
			unit: { values: ['days', 'hours', 'minutes'], default: 'minutes' },
			specifyBody: { values: ['fields', 'json'], default: 'fields' },
			status: { values: ['granted', 'revoked'], default: 'granted' },
			weekdays: {
				values: [...workdays, 'saturday', 'sunday'],
				default: workdays,
			},
		});
	});

	it('of the credential, with types and defaults', () => {
		expect(shape(credential.properties)).toEqual({
			environment: ['options', 'sandbox'],
			sandboxUrl: ['string', ''],
			productionUrl: ['string', ''],
			apiKey: ['string', ''],
			accountDefaults: ['boolean', false],
			senderId: ['string', ''],
			defaultCountry: ['options', ''],
			deliveredStates: ['string', ''],
			failedStates: ['string', ''],
			numberField: ['string', ''],
			ignoredFields: ['string', ''],
			customPaths: ['boolean', false],
			pathPrefix: ['string', ''],
			emailPath: ['string', '/email'],
			viberPath: ['string', '/viber'],
		});
		const [environment, sandboxUrl, productionUrl, apiKey, ...others] = credential.properties;
		expect(optionsOf(environment).map(({ value }) => value)).toEqual(['production', 'sandbox']);
		expect(sandboxUrl.displayOptions).toEqual({ show: { environment: ['sandbox'] } });
		expect(productionUrl.displayOptions).toEqual({ show: { environment: ['production'] } });
		expect(apiKey.typeOptions).toEqual({ password: true });
		const [, ...defaults] = others.slice(0, 7);
		const [, ...paths] = others.slice(7);
		for (const { displayOptions } of defaults) {
			expect(displayOptions).toEqual({ show: { accountDefaults: [true] } });
		}
		for (const { displayOptions } of paths) {
			expect(displayOptions).toEqual({ show: { customPaths: [true] } });
		}
	});

	it('of the trigger, with types and defaults', () => {
		const { properties } = trigger.description;
		const field = (name: string) => properties.find((property) => property.name === name)!;
		expect(shape(properties)).toEqual({
			triggerOn: ['options', 'messageCompleted'],
			watch: ['options', 'messages'],
			messageIds: ['string', ''],
			campaignId: ['string', ''],
			options: ['collection', {}],
		});
		expect(shape(entriesOf(field('options')))).toEqual({
			firstPoll: ['options', 'emit'],
			onlyErrors: ['boolean', false],
		});
		const menus = deep(properties).filter(({ type }) => type === 'options');
		expect(
			Object.fromEntries(
				menus.map((menu) => [menu.name, optionsOf(menu).map(({ value }) => value)]),
			),
		).toEqual({
			triggerOn: ['messageCompleted', 'entryAdded', 'entryAddedOrUpdated', 'everyPoll'],
			watch: ['campaign', 'messages'],
			firstPoll: ['emit', 'startFromNow'],
		});
	});

	it('of the fields within groups are those in docs/reference.md', () => {
		const groups = new Map<string, Set<string>>();
		for (const { name, options, type } of deep(ofOperations)) {
			if (type !== 'fixedCollection') continue;
			const [group, ...others] = options as Array<{ name: string; values: INodeProperties[] }>;
			expect(others).toEqual([]);
			const key = `${name} ${group.name}`;
			const names = [...(groups.get(key) ?? []), ...group.values.map((field) => field.name)];
			groups.set(key, new Set(names.sort()));
		}
		const expected = [...groups].map(([key, names]) => [...key.split(' '), ...names]);
		const listed = rows.filter((row) => row.length === 3 && row[0].length);
		expect(listed.map((row) => row.flat())).toEqual(expected.sort());
	});

	it('of the values of menus are those in docs/reference.md', () => {
		const all = [...ofOperations, ...trigger.description.properties, ...credential.properties];
		const menus = deep(all).filter(
			({ type, name }) =>
				/^(multiO|o)ptions$/.test(type) &&
				!['resource', 'operation', 'defaultCountry'].includes(name),
		);
		const values = new Map(
			menus.map((menu) => [menu.name, optionsOf(menu).map(({ value }) => value)]),
		);
		const listed = rows.filter((row) => row.length === 2 && row[0].length);
		expect(listed.map(([[name], given]) => [name, given])).toEqual(
			[...values].sort(([one], [other]) => (one < other ? -1 : 1)),
		);
	});

	it('of the resources, operations, and parameters are those in docs/reference.md', () => {
		expect(Object.values(operations).flat()).toHaveLength(20);
		expect(optionsOf(fields[0]).map(({ value }) => value)).toEqual(Object.keys(operations));
		const listed = rows.filter((row) => row.length === 4 && row[0].length);
		expect(
			listed.map(([[resource], [operation], own, options]) => [resource, operation, own, options]),
		).toEqual(
			Object.entries(operations).flatMap(([resource, values]) =>
				values.map((operation) => {
					const all = parametersOf(resource, operation);
					const inOptions = all.filter((name) => name.startsWith('options.'));
					return [
						resource,
						operation,
						all.filter((name) => !inOptions.includes(name)),
						inOptions.map((name) => name.replace('options.', '')),
					];
				}),
			),
		);
	});
});
