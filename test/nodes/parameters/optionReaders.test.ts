import type { IDataObject, INodeProperties } from 'n8n-workflow';

import {
	guardOf,
	isOn,
	oneOf,
	readLimit,
	readNumber,
	wholeNumber,
} from '../../../nodes/MessagingService/parameters/optionReaders';
import { group } from '../../support/sending';

const thrown = (message: string, description: string) =>
	expect.objectContaining({ message, description });

describe('A switch', () => {
	it.each([true, 'true', ' TRUE\n'])('is on: %j', (given) => {
		expect(isOn({ skipDuplicates: given }, 'skipDuplicates')).toBe(true);
	});

	it.each([false, 'false', ' False ', '', ' ', null, undefined])('is off: %j', (given) => {
		expect(isOn({ skipDuplicates: given }, 'skipDuplicates')).toBe(false);
	});

	it.each([1, 0, 'yes', 'truetrue'])('is neither: %j', (given) => {
		expect(() => isOn({ skipDuplicates: given }, 'skipDuplicates')).toThrow(
			thrown(`'Skip Duplicates' is neither true nor false: ${given}`, "Correct 'Skip Duplicates'."),
		);
	});

	it('is neither if it is an object that has no words', () => {
		expect(() => isOn({ skipDuplicates: { toString: 'x' } }, 'skipDuplicates')).toThrow(
			thrown(
				"'Skip Duplicates' is neither true nor false: an object",
				"Correct 'Skip Duplicates'.",
			),
		);
	});
});

describe('A group that keeps messages back', () => {
	it('has its fields, and none without the option', () => {
		expect(guardOf(group('onceKey', { key: 'a' }), 'onceKey')).toEqual({ key: 'a' });
		expect(guardOf({}, 'onceKey')).toBeUndefined();
	});

	it.each([{}, '', null])('is refused where n8n leaves nothing of it: %j', (onceKey) => {
		expect(() => guardOf({ onceKey }, 'onceKey')).toThrow(
			thrown(
				"'Once Key' is empty",
				"Nothing was sent. Add its fields under Options, or remove 'Once Key'.",
			),
		);
	});
});

it.each([
	[{}, 50],
	[{ limit: 7 }, 7],
	[{ returnAll: false, limit: 7 }, 7],
	[{ returnAll: true, limit: 7 }, undefined],
	[{ returnAll: 'true' }, undefined],
])('Of a list with %j, so many entries come out: %j', (parameters: IDataObject, limit) => {
	expect(readLimit((name, fallback) => parameters[name] ?? fallback)).toBe(limit);
});

it('One of a menu is as it stands there, or refused with all that it may be', () => {
	const menu = ['a', 'b', 'c'] as const;
	expect(menu.map((value) => oneOf(value, "'Way'", menu))).toEqual(menu);
	for (const given of ['A', 'd', 7]) {
		expect(() => oneOf(given, "'Way'", menu)).toThrow(
			thrown(`'Way' is neither a, b nor c: ${given}`, 'Choose one from the list.'),
		);
	}
});

describe('A whole number', () => {
	it.each<[unknown, number]>([
		[1, 1],
		[5, 5],
		['5', 5],
		[' 3 ', 3],
		['1e0', 1],
	])('is read: %j', (given, number) => {
		expect(wholeNumber(given, "'Max Parts'", 5)).toBe(number);
	});

	it.each([0, '0', 6, '6', 1.5, '1.5', -1, 'many', true, [1]])(
		'is refused outside of its range, and what is none: %j',
		(given) => {
			const shown = Array.isArray(given) ? 'a list' : given;
			const message = `'Max Parts' isn't a whole number from 1 to 5: ${shown}`;
			expect(() => wholeNumber(given, "'Max Parts'", 5)).toThrow(
				thrown(message, "Correct 'Max Parts'."),
			);
		},
	);

	it.each(['', ' ', null, undefined, Number.NaN])('is not 0 because it is blank: %j', (given) => {
		expect(() => wholeNumber(given, "'Max Wait'", 900, 0)).toThrow(
			thrown("'Max Wait' is empty", "Correct 'Max Wait'."),
		);
	});

	it('of a group has the default, the bounds and the label of its field', () => {
		const field: INodeProperties = {
			displayName: 'Max Wait',
			name: 'maxWait',
			type: 'number',
			typeOptions: { minValue: 0, maxValue: 7 },
			default: 3,
		};
		const read = (options: IDataObject) => readNumber(field, 'waitForDelivery', options);
		expect([{}, group('waitForDelivery', { maxWait: 0 })].map(read)).toEqual([3, 0]);
		expect(() => read(group('waitForDelivery', { maxWait: 8 }))).toThrow(
			"'Max Wait' of 'Wait for Delivery' isn't a whole number from 0 to 7: 8",
		);
	});

	it('may have no upper end', () => {
		expect(wholeNumber(Number.MAX_SAFE_INTEGER, 'Limit')).toBe(Number.MAX_SAFE_INTEGER);
		expect(() => wholeNumber(0, "'Limit'")).toThrow("'Limit' isn't a whole number from 1: 0");
	});
});
