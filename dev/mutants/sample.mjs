import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, dirname, relative, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';

/**
 * Tries a random sample of the mutants: `node dev/mutants/sample.mjs --seed 7 --to 0.05 nodes/MessagingService/values`.
 * Each mutant has a place between 0 and 1, by the seed alone, and those from `--from` to `--to` are tried: so each is
 * as likely as any other, and a later part goes on where the first has ended. The results of all parts are kept.
 * The mutants of named sources meet the tests of their rooms alone.
 */
const RESULTS = '.mutants/sample.jsonl';
const { env } = process;

const fileOf = ({ fileName }) => relative(process.cwd(), fileName).split(sep).join('/');

/** Where in the sample a mutant is, from 0 to 1. */
function placeOf({ mutatorName, replacement, location, ...mutant }) {
	const name = JSON.stringify([
		env.SAMPLE_SEED,
		fileOf(mutant),
		mutatorName,
		replacement,
		location,
	]);
	return createHash('sha256').update(name).digest().readUInt32BE() / 2 ** 32;
}

const isChosen = (mutant) => {
	const place = placeOf(mutant);
	return place >= Number(env.SAMPLE_FROM) && place < Number(env.SAMPLE_TO);
};

/** Leaves out the mutants that aren't in the sample; Stryker counts them as those that don't compile. */
class SampleChecker {
	async init() {}

	/** In the order of their places, so that a run that is ended early has tried a random sample too. */
	async group(mutants) {
		const chosen = mutants.filter(isChosen).sort((a, b) => placeOf(a) - placeOf(b));
		const others = mutants.filter((mutant) => !isChosen(mutant));
		return [...chosen.map((mutant) => [mutant]), others].map((group) => group.map(({ id }) => id));
	}

	async check(mutants) {
		const reason = 'It is not in the sample.';
		const resultOf = (mutant) =>
			isChosen(mutant) ? { status: 'passed' } : { status: 'compileError', reason };
		return Object.fromEntries(mutants.map((mutant) => [mutant.id, resultOf(mutant)]));
	}
}

/**
 * Writes down each result at once, so that nothing is lost when a run is ended. What runs when a file is loaded is
 * left out, also where a test loads the file anew: only that one would try such a mutant.
 */
class SampleReporter {
	onMutantTested({ status, location, mutatorName, replacement, ...mutant }) {
		if (mutant.static || ['CompileError', 'Ignored'].includes(status)) return;
		const { line, column } = location.start;
		const file = fileOf(mutant);
		const result = { seed: env.SAMPLE_SEED, file, line, column, mutatorName, replacement, status };
		appendFileSync(RESULTS, `${JSON.stringify(result)}\n`);
	}
}

export const strykerPlugins = [
	declareClassPlugin(PluginKind.Checker, 'sample', SampleChecker),
	declareClassPlugin(PluginKind.Reporter, 'sample', SampleReporter),
];

/** The bounds in which a share lies with 95 % certainty (Wilson), in per cent. */
function bounds(count, of) {
	const z = 1.96;
	const middle = (count + z ** 2 / 2) / (of + z ** 2);
	const half = (z * Math.sqrt((count * (of - count)) / of + z ** 2 / 4)) / (of + z ** 2);
	return [middle - half, middle + half].map((share) => (100 * share).toFixed(1)).join('-');
}

/** Prints what became of all mutants of a seed, by folder. */
function tell(seed) {
	const lines = readFileSync(RESULTS, 'utf8').trim().split('\n');
	const results = new Map(
		lines
			.map((line) => JSON.parse(line))
			.filter((result) => result.seed === seed)
			.map(({ status, ...mutant }) => [JSON.stringify(mutant), { ...mutant, status }]),
	);
	const rows = {};
	for (const { file, status } of results.values()) {
		const folder = file.split('/').slice(2, -1)[0] ?? basename(dirname(file));
		for (const name of [folder, 'together']) {
			const row = (rows[name] ??= { tried: 0, covered: 0, noticed: 0 });
			row.tried++;
			if (status !== 'NoCoverage') row.covered++;
			if (status === 'Killed' || status === 'Timeout') row.noticed++;
		}
	}
	for (const row of Object.values(rows)) {
		row['per cent'] = ((100 * row.noticed) / row.covered).toFixed(1);
		row['95 %'] = bounds(row.noticed, row.covered);
	}
	console.table(rows);
	console.log(`Seed: ${seed}. Not noticed:`);
	for (const { file, line, column, mutatorName, replacement, status } of results.values()) {
		if (status === 'Killed' || status === 'Timeout') continue;
		console.log(`${file} :${mutatorName} ${status}: ${replacement}`);
	}
}

if (import.meta.main) {
	const { values, positionals } = parseArgs({
		allowPositionals: true,
		options: {
			seed: { type: 'string', default: String(Date.now() % 1000) },
			from: { type: 'string', default: '0' },
			to: { type: 'string', default: '0.05' },
			tell: { type: 'boolean', default: false },
		},
	});
	const { seed, from, to } = values;
	mkdirSync(dirname(RESULTS), { recursive: true });
	if (!values.tell) {
		console.log(`Seed: ${seed}, from ${from} to ${to}`);
		spawnSync('npx', ['stryker', 'run', 'dev/mutants/sample.config.mjs'], {
			stdio: 'inherit',
			env: {
				...env,
				SAMPLE_SEED: seed,
				SAMPLE_FROM: from,
				SAMPLE_TO: to,
				SAMPLE_FILES: positionals.join(','),
			},
		});
	}
	tell(seed);
}
