import { breaches, type Given, hello, inShort, people, played, sent } from './madeUp';

/** Good days that somebody could take for bad ones, each beside a bad one that looks like it. */
const [anna, , carla] = people;
const owner = '+37069999999';
const well = (given: Given) => inShort(breaches('all well', played(given)));

test.each([
	['2026-12-01T10:00:00+01:00', '2026-12-01T11:00:00+01:00', 'Europe/Berlin'],
	['2026-12-01T08:00:00Z', '2026-12-01T10:00:00Z', 'Europe/Vilnius'],
])('the hour of %s is no misread end of %s in %s', (start, end, timezone) => {
	const said = (text: string) => {
		const rows = [{ ...anna, start, end }];
		const play = played({ rows, messages: [sent(anna.phone, text)] });
		play.workflow.settings = { timezone };
		return inShort(breaches('all well', play));
	};
	expect(said('at 10:00')).toEqual([]);
	expect(said(`at ${new Date(start).toISOString().slice(11, 16)}`)).toEqual([
		'change misread at Send',
	]);
});

describe('two capitals are a country', () => {
	/** What is said of numbers, each with what stands beside it, that go to others. */
	const said = (...numbers: Array<[phone: string | number, cell: string, to: string]>) =>
		well({
			rows: numbers.map(([phone, of]) => ({ phone, of }) as object),
			messages: numbers.map(([, , to], place) => sent(to, `Order ${place}`)),
		}).filter((one) => one.includes('country'));
	const czech = ['602 318 774', 'CZ', '+48602318774'] as const;

	test('where a number of another row is one of the country beside it', () => {
		expect(said([...czech], ['781 902 553', 'PL', '+48781902553'])).toHaveLength(1);
		expect(said([...czech], ['+37061234567', 'LT', '+37061234567'])).toHaveLength(1);
	});

	test('not where they are a no, or a state, or nothing says so', () => {
		expect(said([37061234567, 'NO', '37061234567'], ['+37062345678', 'LT', '37062345678'])).toEqual(
			[],
		);
		expect(said(['61234567', 'NO', '37061234567'], ['62345678', 'YES', '37062345678'])).toEqual([]);
		expect(
			said(['4155550132', 'IN', '+14155550132'], ['2025550199', 'CA', '+12025550199']),
		).toEqual([]);
		expect(said([...czech])).toEqual([]);
	});
});

describe('siblings with one number are told of by name', () => {
	const said = (rows: object[], to = anna.phone) =>
		well({
			rows,
			messages: rows.map((one) => sent(to, `Hi ${(one as { name: string }).name}, see you`)),
		}).filter((one) => one.startsWith('change number'));

	test.each([{ on: '05.11.2026' }, { on: '5/11/2026' }, { no: 2_024_001 }, { no: '20240001' }])(
		'and %j is no number of theirs',
		(cell) => {
			const rows = ['Emma', 'Noah'].map((name) => ({ name, ...cell, phone: anna.phone }));
			expect(said(rows)).toEqual([]);
		},
	);

	test('and another number is one, as it is dialed there or with its country code', () => {
		const rows = (...own: string[]) =>
			['Emma', 'Noah'].map((name, row) => ({ name, own: own[row], at: owner }));
		expect(said(rows('8 612 34567', '612 34568'), owner)).toEqual(['change number at Send']);
		expect(said(rows('+48602318774', '+48602318775'), owner)).toEqual(['change number at Send']);
	});
});

test('one text for each entry of a list of hers may be meant, if each says something else', () => {
	const rows = people.map((one) => ({ ...one, invoices: [{ no: 'I' }, { no: 'II' }] }));
	const merged = rows.flatMap((one) => [one, one]);
	const said = (...texts: string[]) =>
		well({
			rows,
			merged,
			messages: people.flatMap(({ phone }) => texts.map((text) => sent(phone, text))),
		});
	expect(said('Invoice I', 'Invoice II')).toEqual(['know several at Merge']);
	expect(said('An invoice', 'An invoice')).toEqual(['change rows at Merge']);
	expect(said('Invoice I', 'Invoice II', 'Invoice III')).toEqual(['change rows at Merge']);
});

describe('whose number is refused on the day when all is well', () => {
	const said = people.map(({ phone }, row) =>
		row === 1 ? { to: phone, error: 'No' } : { to: phone },
	);
	const messages = [hello(anna), hello(carla)];
	const refused = { node: { onError: 'continueRegularOutput' }, said, messages };

	test('gets nothing, where nobody sees it', () => {
		expect(well(refused)).toEqual(['change rows at Send']);
		expect(well({ ...refused, trigger: { parameters: { responseMode: 'lastNode' } } })).toEqual([]);
	});

	test('is told of where a node behind does something with it', () => {
		const play = played(refused);
		play.workflow.nodes.push({ name: 'Note', type: 'n8n-nodes-base.googleSheets', parameters: {} });
		play.workflow.connections.Send = { main: [[{ node: 'Note', type: 'main', index: 0 }]] };
		play.rounds[0].runs.Note = [{ order: 4, given: said, outputs: [said], warnings: [] }];
		expect(inShort(breaches('all well', play))).toEqual([]);
	});

	test('is no newcomer, who was never known', () => {
		const dana = { ...anna, name: 'Dana', phone: '+37061235000' };
		const then = { node: refused.node, rows: [...people, dana], messages: people.map(hello) };
		const all = [...people.map(({ phone }) => ({ to: phone })), { to: dana.phone, error: 'No' }];
		expect(
			breaches('one more', played({ node: refused.node }), played({ ...then, said: all })),
		).toEqual([]);
		const silent = played({ ...then, said: all.slice(0, 3) });
		expect(inShort(breaches('one more', played({ node: refused.node }), silent))).toEqual([
			'change rows at Send',
		]);
	});
});
