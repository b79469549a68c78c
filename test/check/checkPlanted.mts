import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Finding, Report } from '../../sandbox/flightCheck.ts';
import { applyMistake, type Mistake, placesOf, sets, type Variant } from './planted.ts';

const root = join(import.meta.dirname, '../..');
/** The changeable weather is the same in each measurement. */
const SEED = '7';

/** A report, or why there is none. */
type Outcome = Partial<Report> & { workflow: string; reason?: string };

/** n8n takes names of 128 characters. */
const titleOf = ({ example, name }: Variant) => `${example}: ${name}`.slice(0, 128);

/** Has the check play copies of the examples, as somebody does who has them as files. */
function check(variants: Variant[]): Outcome[] {
	const folder = mkdtempSync(join(tmpdir(), 'planted-'));
	const files = variants.map((variant, place) => {
		const example = readFileSync(join(root, `examples/${variant.example}.json`), 'utf8');
		const copy = { ...applyMistake(JSON.parse(example), variant), name: titleOf(variant) };
		writeFileSync(join(folder, `${place}.json`), JSON.stringify(copy));
		return join(folder, `${place}.json`);
	});
	const json = join(folder, 'reports.json');
	const args = ['dev/check/check.ts', ...files, '--seed', SEED, '--json', json];
	spawnSync(process.execPath, args, { cwd: root, stdio: ['inherit', 'ignore', 'inherit'] });
	const outcomes = JSON.parse(readFileSync(json, 'utf8'));
	rmSync(folder, { recursive: true });
	return outcomes;
}

/** Whether a finding names a node that mends the mistake, and on the way to the field one of its labels. */
const isRight = (mistake: Mistake, { where = '' }: Finding) =>
	placesOf(mistake).some(({ at, labels }) => {
		const way = where.startsWith(`${at}: `) ? where.slice(at.length + 2).split(' → ') : [];
		return labels.some((label) => way.includes(label));
	});

/** What the check says of it: with the right advice, if there is a finding that gives it. */
function judge(variant: Variant, { rows = [], reason }: Outcome) {
	const found = rows.flatMap(({ situation, findings }) =>
		findings.map((finding) => ({ situation, ...finding })),
	);
	const right = found.find((finding) => 'mend' in variant && isRight(variant as Mistake, finding));
	const shown = right ?? found[0];
	const says = shown && `${shown.situation}: ${shown.happened} ${shown.advice} (${shown.where})`;
	const isFound = reason ? 'not played' : found.length > 0 ? 'yes' : 'no';
	const cells = [titleOf(variant), isFound, right ? 'yes' : 'no', says ?? reason ?? ''];
	return {
		isFound,
		isRight: right !== undefined,
		line: `| ${cells.join(' | ').replaceAll('\n', ' ')} |`,
	};
}

// Of a set, or with a title that holds the words; without words, all.
const words = process.argv.slice(2);
const isWanted = (set: string) => (variant: Variant) =>
	words.length === 0 || words.some((word) => word === set || titleOf(variant).includes(word));
const wanted = Object.entries(sets).flatMap(([set, { mistakes, clean }]) => [
	{ title: `Mistakes of the ${set} set`, variants: mistakes.filter(isWanted(set)) },
	{
		title: `What is fine, so that each find is a false alarm, in the ${set} set`,
		variants: clean.filter(isWanted(set)),
	},
]);
const outcomes = check(wanted.flatMap(({ variants }) => variants));
for (const { title, variants } of wanted.filter((one) => one.variants.length > 0)) {
	const judged = variants.map((variant) =>
		judge(variant, outcomes.find(({ workflow }) => workflow === titleOf(variant))!),
	);
	const count = (what: string) => judged.filter(({ isFound }) => isFound === what).length;
	const right = judged.filter((one) => one.isRight).length;
	const found = `${count('yes')} of ${judged.length} found, ${right} with the right advice`;
	console.log(`# ${title}: ${found}, ${count('not played')} not played\n`);
	console.log('| | Found | Right advice | What the check says |\n|---|---|---|---|');
	console.log(judged.map(({ line }) => `${line}\n`).join(''));
}
