import type { INodeProperties } from 'n8n-workflow';

import { credential, deep, fields, node, optionsOf, trigger } from '../support/description';

/** Texts that a person reads beside a field, and in its menu. */
type Shown = { path: string; kind: string; text: string; name: string };

function shownOf(field: INodeProperties): Shown[] {
	const choices = /^(multiO|o)ptions$/.test(field.type) ? optionsOf(field) : [];
	return [field, ...choices].flatMap((one) => {
		const name = 'displayName' in one ? one.displayName : one.name;
		return (['description', 'hint', 'placeholder', 'action'] as const).flatMap((kind) => {
			const text = (one as Partial<Record<typeof kind, string>>)[kind];
			return text ? [{ path: `${field.name}: ${name}`, kind, text, name }] : [];
		});
	});
}

const properties = [...fields, ...trigger.description.properties, ...credential.properties];
const shown = deep(properties).flatMap(shownOf);
const descriptions = shown.filter(({ kind }) => kind === 'description');
const hints = (node.description.hints ?? []).map(({ message }) => message);
const texts = [...shown.map(({ text }) => text), ...hints];

const sentencesOf = (text: string) => text.split(/(?<=[.!?])\s+/);
const wordsIn = (sentence: string) => sentence.split(/\s+/).filter(Boolean).length;

describe('The words of the forms', () => {
	it('have at most 30 words in a sentence, and 120 characters in the hint of a field', () => {
		expect(texts.length).toBeGreaterThan(200);
		expect(texts.flatMap(sentencesOf).filter((sentence) => wordsIn(sentence) > 30)).toEqual([]);
		expect(shown.filter(({ kind, text }) => kind === 'hint' && text.length > 120)).toEqual([]);
	});

	it('say "such as" or "for example" but in placeholders', () => {
		const running = shown.filter(({ kind }) => kind !== 'placeholder');
		expect(running.filter(({ text }) => /\b(e\.g\.|i\.e\.|etc\.)/.test(text))).toEqual([]);
	});

	it('begin with "Whether" at a switch, and at nothing else', () => {
		const switches = deep(properties).filter(({ type }) => type === 'boolean');
		const told = descriptions.filter(({ text }) => /^Whether /.test(text));
		expect(told.map(({ path }) => path)).toEqual(
			switches.map(({ name, displayName }) => `${name}: ${displayName}`),
		);
	});

	it('end with a period where they have more than one sentence, as n8n has it', () => {
		const odd = descriptions.filter(
			({ text }) => text.endsWith('.') !== sentencesOf(text).length > 1,
		);
		expect(odd).toEqual([]);
	});

	it('say more than the name of what they describe', () => {
		const bare = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '');
		expect(descriptions.filter(({ text, name }) => bare(text) === bare(name))).toEqual([]);
	});
});
