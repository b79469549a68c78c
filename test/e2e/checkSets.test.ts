import { adviceOf } from '../../sandbox/page/words.js';
import { checkForTests, readSet, rowsOf, textOfSet, toChange } from './support/checking';

const { check } = checkForTests();

/**
 * Each by the situations in which it shows, besides the day when all is well: one for each way in which n8n's nodes and the
 * check come together. All of the sets are played by npm run check:planted.
 */
test.each<[string, string[], string, string]>([
	['planted/p02-class-reminder', [], 'Merge', 'class_id for Input 1 and class_id for Input 2'],
	['planted/p16-shift-plan', [], 'Send SMS', 'Turn off Execute Once.'],
	[
		'eighth/planted/p16-physio-home-visits',
		['all passed on'],
		'Remind all of them',
		'add Place to the inputs',
	],
	[
		'tenth/planted/p12-restaurant-groups',
		['nobody answers', 'answered no', 'answered late'],
		'What did they say?',
		'set Conditions to {{ $json.data?.choice }}.',
	],
	[
		'seventeenth/planted/p03-fiets-klaar',
		['a row that counts', 'a row comes to count'],
		'Alleen klaar',
		'Put “Nog niet gehad” behind',
	],
	[
		'eighteenth/planted/p02-taxi',
		['in the own time zone'],
		'Ritten van morgen',
		"setZone('Europe/Amsterdam')",
	],
	// Its list is pinned behind a question.
	[
		'fifth/planted/p16',
		['one more', 'answered no', 'one is refused'],
		'Vorstand fragen',
		'goes on only if {{ $json.data?.approved }} is true.',
	],
	[
		'twentyfirst/planted/p02-promo-cave-a-vin',
		['spelled alike'],
		'Retirer les désinscrits',
		'Match by digits.',
	],
	[
		'twentyfirst/planted/p04-bloemist-bezorging-onderweg',
		['marks'],
		'Bezorger bij de bestelling',
		'Prefer Input 1 Version',
	],
	[
		'twentyfirst/planted/p06-giro-infermieri-domicilio',
		[],
		'Un giro per infermiere',
		'Include Empty Values',
	],
	[
		'twentyfirst/planted/p11-kombi-servisi-usta-onayi',
		['answered no', 'nobody answers'],
		'Usta gidemez mi?',
		'{{ $json.data?.approved !== true }}',
	],
])('what is planted in %s is found in %j at %s, and mended', async (file, asked, node, words) => {
	const workflow = readSet(file);
	const [found, ...others] = toChange(await check(workflow, asked));
	expect(others).toEqual([]);
	expect(found.where).toContain(node);
	expect(found.advice).toContain(words);
});

test('what a called workflow asks is answered, although nobody waits for it', async () => {
	const file = 'eighth/planted/p07-choir-concert';
	const report = await check(readSet(file), ['answered no']);
	expect(rowsOf(report)).toMatchObject({ 'all well': { arrived: 8 } });
	const [{ where, happened }] = toChange(report);
	expect([where, happened]).toEqual([
		'Ask the singer',
		expect.stringContaining('answered with no'),
	]);
});

/** The same some weeks later, so that its days are still to come. */
function inDaysToCome(text: string): string {
	const weekMs = 7 * 86_400_000;
	const weeks = Math.max(0, Math.ceil((Date.now() - Date.parse('2026-12-01')) / weekMs));
	return text.replace(/2026-12-\d\d/g, (day) =>
		new Date(Date.parse(day) + weeks * weekMs).toISOString().slice(0, 10),
	);
}

test.each([
	[
		'what a Code node keeps is there the next time',
		'p04-pelety-dodacie-listy',
		['the next one at once', 'the next one'],
		'a row with the next number is new, and Dana gets nothing: “Len nové listy”',
	],
	[
		'it is the day that the rows are about, and those around a weekend',
		'p12-hoorzorg-herinnering',
		['earlier than the pause', 'before the pause', 'after the pause', 'at the end of the pause'],
		'dhr. Van Vliet and mw. Bakker-Smit get nothing',
	],
	[
		'a list is empty, and the change that is advised was played',
		'p11-purificadora-reparto',
		['one row to look at', 'nothing to look at'],
		'Lupita, Ramiro, Alma, and Beto get nothing',
	],
])('%s', async (_, file, situations, words) => {
	const text = textOfSet(`fourteenth/planted/${file}`);
	const report = await check(JSON.parse(inDaysToCome(text)), situations);
	const [{ happened, advice = '' }, ...others] = toChange(report);
	expect(others).toEqual([]);
	expect(happened).toContain(words);
	expect(advice).toContain(file.startsWith('p11') ? 'Set Always Output Data' : '');
});

test('what code reads of another node is no list of its own: a yes that is turned there counts', async () => {
	const file = 'sixteenth/good/g06-farevarsel-drivhus';
	const report = await check(readSet(file), ['a yes turned']);
	expect(rowsOf(report)).toMatchObject({
		'all well': { arrived: 3 },
		'a yes turned': { arrived: 2 },
	});
	expect(toChange(report)).toEqual([]);
});

test('a lookup is answered with an error, which is taken for consent', async () => {
	const file = 'thirteenth/planted/p12-garnbutikk-handlekurv';
	const workflow = readSet(file);
	const found = toChange(await check(workflow, ['a lookup fails']));
	expect(found).toEqual([
		expect.objectContaining({
			happened: expect.stringContaining("what isn't for them"),
			where: 'Slå opp reservasjon: Settings → On Error',
		}),
	]);
});

test('expressions go by the clock of the situation: a key with the hour is another one the next day', async () => {
	const workflow = readSet('third/good/g03');
	const report = await check(workflow, ['the next day']);
	expect(rowsOf(report)).toMatchObject({ 'the next day': { arrived: 2 } });
	expect(adviceOf(report.rows)).toEqual([]);
});

test('what a Send Window keeps back over night goes out in the morning, by a wait', async () => {
	const file = 'thirteenth/good/g07-same-text-to-the-street';
	const report = await check(readSet(file), ['night']);
	expect(rowsOf(report)).toMatchObject({ night: { arrived: 4 } });
	expect(toChange(report)).toEqual([]);
});
