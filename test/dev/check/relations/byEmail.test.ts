import fc from 'fast-check';

import { baseOf, reached } from '../../../../dev/check/relations/base';
import { isSamePhone } from '../../../../dev/check/worlds/rows';
import type { Play } from '../../../../dev/check/play/round';
import { at, breaches, inShort, people, played, relationOf, sent } from './madeUp';

/** What is known of people whom a workflow writes emails alone: by their addresses. */
const rows = people.map(({ id, name, consent }) => ({
	...{ id, name, consent },
	email: `${name}@Example.com`,
}));
const node = {
	parameters: {
		...{ resource: 'email', operation: 'send' },
		...{ to: '={{ $json.email }}', text: '=Hello {{ $json.name }}' },
	},
};
const mail = ({ name }: { name: string }, text = `Hello ${name}`) =>
	sent('', text, { channel: 'email', to: `${name.toLowerCase()}@example.com` });
const mailed = (merged = rows, more = {}): Play =>
	played({ ...{ rows, merged, node, messages: merged.map((row) => mail(row)) }, ...more });

test('Who can be written to stands in the column of addresses', () => {
	const base = baseOf(mailed());
	expect(reached(base).map(({ name, phones }) => [name, ...phones])).toEqual(
		rows.map(({ name, email }) => [name, email.toLowerCase()]),
	);
	// An SMS needs a number: then the address is nobody's.
	expect(baseOf(mailed(rows, { node: undefined })).people).toEqual([]);
});

test('Who gets nothing, and what comes twice, is told with the name', () => {
	const [lost, ...others] = breaches('all well', mailed(rows.slice(0, 2), at('limit')));
	expect(others).toEqual([]);
	expect(lost.happened).toBe('Carla gets nothing: “Merge” is the last node that had the address.');
	const [anna] = rows;
	const twice = breaches('all well', mailed([...rows, anna]));
	expect(inShort(twice)).toEqual(['change rows at Merge']);
});

test('Whoever comes as one more has an address that nobody has', () => {
	const play = mailed();
	const pins = relationOf('one more').world(baseOf(play))!.pins;
	expect(pins.Rows.map(({ json }) => json.email)).toEqual([
		...rows.map(({ email }) => email),
		'Anna9000@Example.com',
	]);
});

test('Where one email is refused, it is nobody else who gets nothing', () => {
	const base = mailed();
	const world = relationOf('one is refused').world(baseOf(base))!;
	expect(world.faults).toHaveLength(1);
	const refused = { body: { to: 'Anna@example.com' }, status: 400 };
	const requests = [refused, ...rows.slice(1).map(({ email }) => ({ body: { to: email } }))];
	const play = mailed(rows, { world, requests, messages: rows.slice(1).map((row) => mail(row)) });
	const lost = breaches('one is refused', base, play).filter(({ kind }) => kind === 'rows');
	expect(lost).toEqual([]);
});

test('An address is the same as itself alone, a number also without its country code', () => {
	fc.assert(
		fc.property(
			fc.emailAddress(),
			fc.emailAddress(),
			fc.stringMatching(/^[a-z]{1,5}$/),
			(one, other, more) => {
				expect(isSamePhone(one, other)).toBe(one === other);
				expect(isSamePhone(one, `${more}${one}`)).toBe(false);
				expect(isSamePhone('37061234567', `37061234567${one}`)).toBe(false);
			},
		),
	);
});
