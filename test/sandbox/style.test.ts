import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '../../dev/places';
import { contrast, tokensIn } from '../support/contrast.ts';

const css = readFileSync(join(repositoryRoot, 'sandbox/page/style.css'), 'utf8');
const schemes = tokensIn(css);

const card = 'pico-card-background-color';
const page = 'pico-background-color';

describe.each(['light', 'dark'] as const)('The colors of the page of the sandbox, %s', (scheme) => {
	const { [scheme]: tokens } = schemes;

	it.each([
		...['ink', 'pico-muted-color', 'pico-primary', 'good', 'bad'].map((text) => [text, card]),
		...['ink', 'pico-muted-color', 'pico-primary', 'good', 'bad'].map((text) => [text, 'sunken']),
		...[
			['pico-muted-color', page],
			['pico-primary-inverse', 'pico-primary'],
			['pico-primary', 'here'],
			['good', 'good-soft'],
			['bad', 'bad-soft'],
			['ink', 'good-soft'],
			['ink', 'bad-soft'],
		],
	])('can be read: %s on %s', (text, ground) => {
		expect(contrast(tokens[text], tokens[ground])).toBeGreaterThanOrEqual(4.5);
	});

	// axe looks at text alone: WCAG 2.2, 1.4.11.
	it.each([card, page, 'sunken'])('show the edge of a button and of a field on %s', (ground) => {
		const edge = tokens['pico-form-element-border-color'];
		expect(contrast(edge, tokens[ground])).toBeGreaterThanOrEqual(3);
	});
});

const valuesOf = (pattern: RegExp) => new Set([...css.matchAll(pattern)].map(([, value]) => value));

it('has five sizes of text: figures, verdicts, text, notes, and code', () => {
	const named = { '--note': '0.87rem', '--code': '0.83rem' };
	const sizes = [...valuesOf(/(?:font-size|font):\s*(?:var\()?([\w.-]+)/g)].map(
		(size) => named[size as keyof typeof named] ?? size,
	);
	const all = new Set(sizes.filter((size) => size !== '15px').concat('1rem'));
	expect([...all].sort()).toEqual(['0.83rem', '0.87rem', '1.13rem', '1.4rem', '1rem']);
});

it('has five gaps, and two weights', () => {
	const gaps = [...css.matchAll(/(?:gap|padding[\w-]*|margin[\w-]*):([^;]+);/g)].flatMap(
		([, value]) => value.trim().split(' '),
	);
	const inPixels = new Set(gaps.filter((one) => one.endsWith('px')));
	expect([...inPixels].sort()).toEqual(['12px', '16px', '24px', '4px', '8px']);
	expect(gaps.filter((one) => /rem$/.test(one))).toEqual([]);
	expect([...valuesOf(/font-weight: (\d+)/g)].sort()).toEqual(['400', '600']);
});

it('keeps the pale green for where somebody is', () => {
	const rules = css.split('}').filter((rule) => rule.includes('var(--here)'));
	expect(rules.length).toBeGreaterThan(1);
	for (const rule of rules) expect(rule).toMatch(/\[aria-(current|pressed)='true'\]/);
});
