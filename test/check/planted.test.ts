import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Workflow } from '../../dev/n8n/types';
import { repositoryRoot } from '../../dev/places';
import { deep, fields, shortName } from '../support/description';
import { applyMistake, fine, placesOf, planted, sets, type Variant } from './planted';

// That they make a difference: test/e2e/check.test.ts plays some of them.
const read = (example: string): Workflow =>
	JSON.parse(readFileSync(join(repositoryRoot, `examples/${example}.json`), 'utf8'));
const byName = <V extends Variant>(variants: V[]) =>
	variants.map((variant): [string, V] => [`${variant.example}: ${variant.name}`, variant]);

test.each([
	['first', 19, 5, 12],
	['fresh', 10, 5, 7],
])('the %s set has %i mistakes, %i changes that are fine, and at least %i examples', (...row) => {
	const [set, mistakes, clean, examples] = row;
	expect([sets[set].mistakes.length, sets[set].clean.length]).toEqual([mistakes, clean]);
	const used = new Set(sets[set].mistakes.map(({ example }) => example));
	expect(used.size).toBeGreaterThanOrEqual(examples);
});

test.each(byName<Variant>([...planted, ...fine]))(
	'%s: can be done to the example',
	(_, variant) => {
		const example = read(variant.example);
		const before = structuredClone(example);
		const copy = applyMistake(example, variant);
		expect(example).toEqual(before);
		expect(copy).not.toEqual(before);
		const names = copy.nodes.map(({ name }) => name);
		expect(new Set(names).size).toBe(names.length);
		const lines = Object.values(copy.connections as Record<string, { main?: object[][] }>);
		const ends = lines.flatMap(({ main = [] }) => main.flat() as Array<{ node: string }>);
		expect(names).toEqual(expect.arrayContaining(Object.keys(copy.connections)));
		expect(names).toEqual(expect.arrayContaining(ends.map(({ node }) => node)));
	},
);

/** Labels of n8n's own. */
const ofN8n = [
	...['On Error', 'Retry On Fail', 'Activate'],
	...['Conditions', 'Routing Rules', 'Resume', 'Limit Wait Time', 'Required Field'],
	...['Execute Once', 'Always Output Data', 'Mode', 'Combine By', 'Batch Size', 'loop'],
	...['Completion Title', 'Completion Message'],
];

test.each(byName(planted))('%s: is mended at a node that is there', (_, mistake) => {
	const labels = [...ofN8n, ...deep(fields).map(({ displayName }) => shortName(displayName))];
	const names = applyMistake(read(mistake.example), mistake).nodes.map(({ name }) => name);
	const places = placesOf(mistake);
	expect(names).toEqual(expect.arrayContaining(places.map(({ at }) => at)));
	expect(labels).toEqual(expect.arrayContaining(places.flatMap((place) => place.labels)));
});
