import type { INodeProperties } from 'n8n-workflow';

import { entriesOf, isGroup, ofOperations, trigger } from '../support/description';
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
