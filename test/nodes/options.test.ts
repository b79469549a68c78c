import type { INodeProperties } from 'n8n-workflow';

import { entriesOf, isGroup, ofOperations, shortName, trigger } from '../support/description';
import { shownName } from '../../nodes/MessagingService/values/words';
import { OPTIONS } from '../support/options';

const lists = ofOperations.filter(({ name }) => name === 'options');
const inOrder = (names: string[]) => Object.keys(OPTIONS).filter((name) => names.includes(name));

/** The fields of the options of an operation, by their path. */
const fieldsIn = (list: INodeProperties) =>
	entriesOf(list).flatMap((entry) => {
		if (!isGroup(entry)) return [{ path: entry.name, field: entry }];
		const [{ values }] = entry.options as Array<{ values: INodeProperties[] }>;
		return values.map((field) => ({ path: `${entry.name}.${field.name}`, field }));
	});

describe('Options', () => {
	it('stand in the same order everywhere, each with its fields', () => {
		for (const list of lists) {
			const paths = fieldsIn(list).map(({ path }) => path);
			expect(paths).toEqual(inOrder(paths));
		}
		const all = new Set(lists.flatMap(fieldsIn).map(({ path }) => path));
		expect([...all].sort()).toEqual(Object.keys(OPTIONS).sort());
	});

	it('have a name that begins with what errors and documents call them', () => {
		for (const { name, displayName } of lists.flatMap(entriesOf))
			expect(`'${shortName(displayName)}'`).toBe(shownName(name));
	});

	it.each([
		...['night', 'opted', 'duplicate', 'twice', 'never', 'once', 'cost', 'number', 'missing'],
		...['parts', 'fewer', 'country', '+', 'else', 'speed', 'delivery', 'day'],
	])('are found by what people look for: %s', (word) => {
		const ofSends = lists.filter(({ displayOptions }) =>
			displayOptions?.show?.operation?.some((one) => /^send(Bulk)?$/.test(String(one))),
		);
		// As n8n's Add option looks for it.
		const found = ofSends
			.flatMap(entriesOf)
			.filter(({ displayName }) => displayName.toLowerCase().includes(word));
		expect(found).not.toEqual([]);
	});

	it('are so few that a person can hold them in their head', () => {
		const triggers = trigger.description.properties.filter(({ name }) => name === 'options');
		const entries = [...lists, ...triggers].map(entriesOf);
		for (const { length } of entries) expect(length).toBeLessThanOrEqual(8);
		expect(entries.flat().length).toBeLessThanOrEqual(55);
	});

	it('take an expression where each item may have its own value', () => {
		for (const { path, field } of lists.flatMap(fieldsIn)) {
			expect([path, !field.noDataExpression]).toEqual([path, 'ofItem' in OPTIONS[path]]);
		}
	});
});
