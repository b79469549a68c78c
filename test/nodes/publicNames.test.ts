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
	groupsOf,
	node,
	operations,
	optionsOf,
	parametersOf,
	trigger,
} from '../support/description';

/** Parameter names that the workflows of users hold: they never change. */
const requests = 'options.requests';
const body = ['specifyBody', 'jsonBody', 'options.bodyFields'];
const textOptions = ['options.limits', 'options.simplifyCharacters'];
const waiting = 'options.waitForDelivery';
const country = 'options.defaultCountry';
const skipping = 'options.skipMessages';
const list = ['returnAll', 'limit', 'options.queryParameters'];
const publicParameters: Record<string, Record<string, string[]>> = {
	account: { getBalance: [] },
	campaign: {
		cancel: ['campaignId', 'options.bodyFields'],
		create: [
			...['name', 'from', 'text', 'recipients', 'options.scheduledAt', country],
			...[...textOptions, ...body],
		],
		get: ['campaignId'],
		getReports: ['campaignId', ...list],
		getMessages: ['campaignId', ...list],
	},
	contact: {
		getAll: list,
		import: [
			...['phoneNumber', 'contactFieldMapping', 'itemFields', 'contactFields', country],
			...['specifyBody', 'jsonBody', requests],
		],
		updateConsent: ['contactId', 'channel', 'status', ...body],
		validate: ['phoneNumber', country, 'specifyBody', 'jsonBody'],
	},
	email: {
		send: [
			...['to', 'from', 'subject', 'text', 'html', 'options.limits', 'options.onceKey', skipping],
			...[...body, requests],
		],
	},
	sms: {
		getReport: ['messageId', waiting, requests],
		preview: ['to', 'text', 'useAccountDefaults', country, 'options.simplifyCharacters'],
		send: [
			...['to', 'from', 'text', 'options.bodyFields', country, ...textOptions, requests],
			...['options.onceKey', waiting, skipping],
		],
		sendAndWait: [
			'to',
			'from',
			'message',
			'responseType',
			'approvalOptions',
			'choices',
			country,
			...textOptions,
			'options.bodyFields',
			'options.answerPage',
			'options.limitWaitTime',
			requests,
		],
		sendBulk: [
			...['to', 'from', 'text', 'options.onceKey', country],
			...[...body, ...textOptions, skipping, requests],
		],
		summarizeReports: ['groupBy', 'useAccountDefaults'],
	},
	suppression: { add: ['phoneNumber', 'reason', country, ...body], getAll: list },
	viber: {
		send: [
			...['to', 'from', 'text', 'imageUrl', 'buttonText', 'buttonUrl', country],
			...['options.limits', 'options.onceKey', skipping],
			...[...body, requests],
		],
	},
};

const reference = readFileSync(join(__dirname, '../../docs/reference.md'), 'utf8');

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

	it('of the resources and operations are those that workflows hold', () => {
		const resources = optionsOf(fields[0]).map(({ value }) => value);
		expect(resources).toEqual(Object.keys(publicParameters));
		expect(operations).toEqual(
			Object.fromEntries(
				Object.entries(publicParameters).map(([resource, entries]) => [
					resource,
					Object.keys(entries),
				]),
			),
		);
	});

	it.each(
		Object.entries(publicParameters).flatMap(([resource, entries]) =>
			Object.entries(entries).map(([operation, names]) => ({ resource, operation, names })),
		),
	)('of the parameters of $resource $operation', ({ resource, operation, names }) => {
		expect(parametersOf(resource, operation)).toEqual([...names].sort());
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
			contactFieldMapping: { values: ['autoMap', 'manual'], default: 'manual' },
			// Two letters for each (ISO 3166-1).
			defaultCountry: {
				values: expect.arrayContaining(['', ...getCountries()]),
				default: '',
			},
			groupBy: {
				values: ['everything', 'message'],
				default: 'message',
			},
			limitType: {
				values: ['afterTimeInterval', 'atSpecifiedTime'],
				default: 'afterTimeInterval',
			},
			method: { values: ['GET', 'POST'], default: 'POST' },
			onUnknownOutcome: { values: ['doNotResend', 'resend'], default: 'doNotResend' },
			responseType: {
				values: ['approval', 'choices', 'freeText'],
				default: 'approval',
			},
			resumeUnit: { values: ['days', 'hours', 'minutes'], default: 'hours' },
			specifyBody: { values: ['fields', 'json'], default: 'fields' },
			status: { values: ['granted', 'revoked'], default: 'granted' },
			weekdays: {
				values: [...workdays, 'saturday', 'sunday'],
				default: workdays,
			},
		});
	});

	it('of fields within fields are those that workflows hold', () => {
		const groups = new Map<string, Set<string>>();
		for (const { name, options, type } of deep(fields)) {
			if (type !== 'fixedCollection') continue;
			const [group, ...others] = options as Array<{ name: string; values: INodeProperties[] }>;
			expect(others).toEqual([]);
			const names = groups.get(name) ?? new Set([group.name]);
			for (const value of group.values) names.add(value.name);
			groups.set(name, names);
		}
		expect(Object.fromEntries([...groups].map(([name, names]) => [name, [...names]]))).toEqual({
			answerPage: ['values', 'title', 'text', 'buttonLabel', 'confirmationText'],
			approvalOptions: ['values', 'approvalType', 'approveLabel', 'disapproveLabel'],
			batching: ['batch', 'batchSize', 'batchInterval'],
			bodyFields: ['field', 'name', 'value'],
			choices: ['values', 'choice'],
			contactFields: ['field', 'name', 'value'],
			limits: ['values', 'maxMessages', 'maxParts', 'maxTotalParts', 'allowedTo'],
			limitWaitTime: ['values', 'limitType', 'resumeAmount', 'resumeUnit', 'maxDateAndTime'],
			onceKey: ['values', 'key', 'days', 'acrossWorkers'],
			queryParameters: ['parameter', 'name', 'value'],
			requests: ['values', 'batchSize', 'maxWait', 'concurrency', 'onUnknownOutcome', 'method'],
			skipMessages: [
				...['values', 'sendWindow', 'weekdays', 'from', 'until', 'timeZone'],
				...['skipSuppressed', 'listField', 'skipDuplicates'],
			],
			waitForDelivery: ['values', 'timeout', 'failOnTimeout'],
		});
	});

	it('of the ways to choose a contact are those that workflows hold', () => {
		const locators = fields.filter(({ type }) => type === 'resourceLocator');
		expect(
			locators.map(({ name, modes, default: usual }) => [
				name,
				modes?.map((mode) => mode.name),
				usual,
			]),
		).toEqual([['contactId', ['list', 'id'], { mode: 'list', value: '' }]]);
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
		const [, ...defaults] = others.slice(0, 5);
		const [, ...paths] = others.slice(5);
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
			triggerOn: ['messageCompleted', 'partAdded', 'partAddedOrUpdated', 'everyPoll'],
			watch: ['campaign', 'messages'],
			firstPoll: ['emit', 'startFromNow'],
		});
	});

	it('of the fields within groups of options are in docs/reference.md', () => {
		const section = reference.split('\n## Names in a workflow')[1].split('\n## ')[0];
		const groups = new Map<string, Set<string>>();
		for (const [resource, values] of Object.entries(operations)) {
			for (const operation of values) {
				for (const [group, within] of Object.entries(groupsOf(resource, operation))) {
					const names = groups.get(group) ?? new Set<string>();
					for (const { name } of within) names.add(name);
					groups.set(group, names);
				}
			}
		}
		for (const [group, names] of groups) {
			const list = [...names].sort().map((name) => `\`${name}\``);
			expect(section).toContain(`| \`${group}\` | ${list.join(', ')} |`);
		}
	});

	it('are in docs/reference.md, so that somebody who writes JSON finds them', () => {
		const section = reference.split('\n## Names in a workflow')[1].split('\n## ')[0];
		const names = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name);
		const rows = section
			.split('\n')
			.map((line) => line.split('|').slice(1, -1).map(names))
			.filter(([resource, , , options]) => resource?.length && options);
		expect(
			rows.map(([[resource], [operation], own, options]) => [resource, operation, own, options]),
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
