import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { INodeProperties } from 'n8n-workflow';

import manifest from '../../package.json';
import {
	credential,
	deep,
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
const rowsOf = (cells: number) => rows.filter((row) => row.length === cells && row[0].length);

describe('Public names', () => {
	it('of the package, the node, the trigger and the credential are those that workflows hold', () => {
		expect(manifest.name).toBe('n8n-nodes-messaging-service-sms');
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

	it('of the values of fields are those in docs/reference.md, the default first', () => {
		const menus = deep([...fields, ...credential.properties, ...trigger.description.properties])
			.filter(({ type }) => type === 'options')
			.filter(({ name }) => !['resource', 'operation', 'defaultCountry'].includes(name))
			.map((menu) => {
				const values = optionsOf(menu).map(({ value }) => value);
				return [menu.name, menu.default, ...values.sort()].join(' ');
			});
		const listed = rowsOf(2).map(([[name], [usual, ...more]]) =>
			[name, usual, ...[usual, ...more].sort()].join(' '),
		);
		const expected = new Set(['weekdays monday monday sunday', ...menus]);
		expect(listed).toEqual([...expected].sort());
		const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
		const weekdays = deep(fields).find(({ name }) => name === 'weekdays')!;
		expect(optionsOf(weekdays).map(({ value }) => value)).toEqual(days);
		expect(weekdays.default).toEqual(days.slice(0, 5));
	});

	it('of the credential, whose key no one reads', () => {
		expect(credential.properties.map(({ name }) => name)).toEqual([
			...['environment', 'sandboxUrl', 'productionUrl', 'apiKey', 'accountDefaults', 'senderId'],
			...['defaultCountry', 'pricePerPart', 'deliveredStates', 'failedStates', 'numberField'],
			...['ignoredFields', 'customPaths', 'pathPrefix', 'emailPath', 'viberPath'],
		]);
		const apiKey = credential.properties.find(({ name }) => name === 'apiKey');
		expect(apiKey?.typeOptions).toEqual({ password: true });
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
		expect(rowsOf(3).map((row) => row.flat())).toEqual(expected.sort());
	});

	it('of the resources, operations, and parameters are those in docs/reference.md', () => {
		expect(Object.values(operations).flat()).toHaveLength(20);
		expect(optionsOf(fields[0]).map(({ value }) => value)).toEqual(Object.keys(operations));
		const expected = Object.entries(operations).flatMap(([resource, values]) =>
			values.map((operation) => {
				const all = parametersOf(resource, operation);
				const inOptions = all.filter((name) => name.startsWith('options.'));
				const own = all.filter((name) => !inOptions.includes(name));
				return [
					[resource],
					[operation],
					own,
					inOptions.map((name) => name.replace('options.', '')),
				];
			}),
		);
		expect(rowsOf(4)).toEqual(expected);
	});
});
