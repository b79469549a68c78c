import { asMarkdown } from '../../dev/check/report';
import type { CheckRow, Finding } from '../../sandbox/flightCheck';
import { adviceOf, resultOf, verdictOf, whatCame } from '../../sandbox/page/words.js';

const row = (situation: string, others: Partial<CheckRow> = {}): CheckRow => ({
	...{ situation, happens: 'It is as it is.', arrived: 3, twice: 0, refused: 0, unknown: 0 },
	...{ told: null, findings: [] },
	...others,
});
const twice: Finding = {
	level: 'change',
	happened: 'Somebody got the same message twice.',
	advice: 'Add a Once Key, such as an order number.',
	where: 'Send: Options → Once Key → Key',
};
const mixedUp: Finding = { level: 'change', happened: 'Carla’s row comes out twice at “Merge”.' };
const noLimit: Finding = { level: 'know', happened: 'Nothing limits how many messages go out.' };

test('one advice in five situations is given once, and names all five', () => {
	const situations = ['all well', 'busy', 'slow', 'opted out', 'n8n is restarted'];
	const rows = situations.map((name) => row(name, { findings: [twice] }));
	const text = asMarkdown({ workflow: 'Orders', replaced: [], rows, notJudged: [] });
	expect(text.split(twice.advice!)).toHaveLength(2);
	expect(text).toContain('Seen in: All well, Busy, Slow, Opted out, n8n is restarted');
});

test('one advice for two things that happened names both', () => {
	const other = { ...twice, happened: 'Two people got the same message twice.' };
	const [{ happened }] = adviceOf([
		row('all well', { findings: [twice] }),
		row('busy', { findings: [other] }),
	]);
	expect(happened).toBe(`${twice.happened} ${other.happened}`);
});

test('the verdict comes first, then what to do, the table, and what was replaced', () => {
	const replaced = [{ what: 'Form', by: 'items', items: [{ name: 'Carla' }] }];
	const rows = [row('all well', { findings: [noLimit, mixedUp] }), row('busy')];
	const notJudged = [{ names: ['one more'], reason: 'nothing follows.' }];
	const report = { workflow: 'Orders', replaced, rows, notJudged };
	const lines = asMarkdown(report).split('\n');
	expect(lines.filter(Boolean)).toEqual([
		'# Orders',
		'**1 thing to change in n8n, 1 thing worth knowing.** 2 situations tried with a copy.',
		"Can't be judged: one more. Nothing follows.",
		`1. **${mixedUp.happened}**`,
		'   Seen in: All well',
		`2. **${noLimit.happened}**`,
		'   Seen in: All well',
		'| Situation | What your workflow did | Result |',
		'| --- | --- | --- |',
		'| All well | 3 messages sent | Change |',
		'| Busy | 3 messages sent | OK |',
		'The copy used, in place of the real things:',
		'- Form: items, [{"name":"Carla"}]',
	]);
});

test.each<[Finding[], number, string, boolean, string]>([
	[[], 0, 'Nothing to change', true, 'OK'],
	[[noLimit], 0, 'Nothing to change, 1 thing worth knowing', true, 'Note'],
	[[twice], 1, '1 thing to change in n8n', false, 'Change'],
	[
		[twice, mixedUp, noLimit],
		1,
		'2 things to change in n8n, 1 thing worth knowing',
		false,
		'Change',
	],
])(
	'of %j, with %i people reached twice, the verdict is: %s',
	(findings, people, words, isFine, result) => {
		const only = row('all well', { findings, twice: people });
		expect(verdictOf([only])).toEqual({ words, isFine });
		expect(resultOf(only)).toBe(result);
	},
);

test.each([
	[{}, '3 messages sent'],
	[{ arrived: 1, twice: 1 }, '1 message sent, 1 person got the same twice'],
	[{ arrived: 0, refused: 2, told: false }, 'nothing sent, 2 requests refused, and nobody is told'],
	[{ unknown: 1, told: true }, '3 messages sent, 1 outcome unknown, and somebody is told'],
])('what %j says is: %s', (counts, words) => {
	expect(whatCame(row('busy', counts))).toBe(words);
});
