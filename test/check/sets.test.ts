import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { playable } from '../../dev/check/copy/replaced';
import { wholeOf } from '../../dev/check/copy/whole';
import type { Workflow } from '../../dev/n8n/types';

// What the check finds in them: npm run check:planted.
const folder = join(__dirname, 'sets');
const read = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8'));
const kinds = ['planted', 'good'] as const;
const sets = readdirSync(folder, { recursive: true, encoding: 'utf8' })
	.filter((file) => file.endsWith('expected.json'))
	.map((file) => file.slice(0, -'expected.json'.length));

interface Planted {
	mistake: string;
	node: string | string[];
	rightAdvice: string[];
}

/** The files of a set's workflows of a kind; some sets have only planted ones. */
const filesIn = (...path: string[]) =>
	existsSync(join(folder, ...path)) ? readdirSync(join(folder, ...path)) : [];

/** The names of a workflow's nodes, also of those in a workflow that stands in one of them. */
const namesIn = ({ nodes }: Workflow): string[] =>
	nodes.flatMap(({ name, parameters: { workflowJson } }) => [
		name,
		...(typeof workflowJson === 'string' ? namesIn(JSON.parse(workflowJson)) : []),
	]);

describe.each(sets)('the set %j', (set) => {
	const expected: Record<(typeof kinds)[number], Record<string, Planted>> = read(
		`${set}expected.json`,
	);

	test.each(kinds)('says of each %s workflow what is expected', (kind) => {
		const files = filesIn(set, kind).filter((file) => !file.includes('-sub'));
		expect(Object.keys(expected[kind]).sort()).toEqual(files.sort());
	});

	test.each(kinds)('has %s workflows that can be played as they are', (kind) => {
		const files = filesIn(set, kind);
		const all: Workflow[] = files.map((file) => read(`${set}${kind}/${file}`));
		for (const file of Object.keys(expected[kind])) {
			const { workflow } = wholeOf(read(`${set}${kind}/${file}`), all);
			const { workflow: copy, trigger } = playable(workflow, 'credential');
			expect([file, copy.pinData[trigger.name].length]).not.toEqual([file, 0]);
		}
	});

	test('names nodes that are there, and what mends each mistake', () => {
		for (const [file, { node, mistake, rightAdvice }] of Object.entries(expected.planted)) {
			const folderOf = filesIn(set, 'planted');
			const sub = file.replace('.json', '-sub.json');
			const used = [file, ...(folderOf.includes(sub) ? [sub] : [])];
			const names = used.flatMap((one) => namesIn(read(`${set}planted/${one}`)));
			expect(names).toEqual(expect.arrayContaining([node].flat()));
			expect(mistake.length * rightAdvice.length).toBeGreaterThan(0);
		}
	});
});
