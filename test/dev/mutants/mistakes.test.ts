import { existsSync, readdirSync, readFileSync } from 'node:fs';

import { parseSync } from '@swc/core';

import { mistakes, mistakesIn, roomOf, tableOf, withMistake } from '../../../dev/mutants/mistakes';

const parse = (code: string) => parseSync(code, { syntax: 'typescript', target: 'es2022' });

describe('The list of mistakes', () => {
	it.each([...Map.groupBy(mistakes, ({ file }) => file)])(
		'fits %s: each text is there once, what it becomes is code, and its tests exist',
		(file, ofFile) => {
			const code = readFileSync(file, 'utf8');
			for (const mistake of ofFile) {
				expect(() => parse(withMistake(code, mistake))).not.toThrow();
				expect(mistake.replace).not.toBe(mistake.find);
				expect(mistake.tests.filter((path) => !existsSync(path))).toEqual([]);
			}
		},
	);

	it('has each rule once in a room, and reaches all rooms', () => {
		const rules = mistakes.map((one) => `${roomOf(one)}: ${one.rule}`);
		expect(rules).toEqual([...new Set(rules)]);
		const rooms = readdirSync('nodes/MessagingService', { withFileTypes: true })
			.filter((one) => one.isDirectory() && !one.name.startsWith('__'))
			.map(({ name }) => name);
		const reached = new Set(mistakes.map(roomOf));
		expect(rooms.filter((room) => !reached.has(room))).toEqual([]);
	});

	it('is read from a text like a diff', () => {
		const text = `--- run/gate.ts

A rule.
- one
-
- \ttwo
+ three

--- dev/check/check.ts, held by dev/check/report, run/gate

Another.
- four
= Nobody can see it.
`;
		expect(mistakesIn(text)).toEqual([
			{
				file: 'nodes/MessagingService/run/gate.ts',
				find: 'one\n\n\ttwo',
				replace: 'three',
				rule: 'A rule.',
				tests: ['test/nodes/run/gate.test.ts'],
			},
			{
				file: 'dev/check/check.ts',
				find: 'four',
				replace: '',
				rule: 'Another.',
				tests: ['test/dev/check/report.test.ts', 'test/nodes/run/gate.test.ts'],
				answer: 'Nobody can see it.',
			},
		]);
		expect(() => mistakesIn('--- run/gate.ts\n\nA rule.\n-one\n')).toThrow('nor =: -one');
		expect(() => mistakesIn('A rule.\n- one\n\n--- run/gate.ts\n')).toThrow('No source');
	});

	it('refuses a text that is not there, or twice', () => {
		const [mistake] = mistakesIn('--- run/gate.ts\n\nA rule.\n- one\n+ two\n');
		expect(withMistake('one, three', mistake)).toBe('two, three');
		expect(() => withMistake('three', mistake)).toThrow('has its text 0 times');
		expect(() => withMistake('one, one', mistake)).toThrow('has its text 2 times');
	});

	it('counts what was noticed by room', () => {
		const entry = 'A rule.\n- one\n+ two\n';
		const [one, other, third] = mistakesIn(
			`--- answers/list.ts\n\n${entry}\nAnother. ${entry}= Nobody can see it.\n\n--- hints.ts\n\n${entry}`,
		);
		expect(tableOf([one, other, third], [other, third]).split('\n').slice(2)).toEqual([
			'| `answers` | 2 | 1 | 1 |',
			'| `hints` | 1 | 0 | 0 |',
			'| together | 3 | 1 | 1 |',
		]);
	});
});
