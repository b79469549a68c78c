import { globSync, readFileSync } from 'node:fs';

/** A mistake that somebody could make in a source, and the rule that it breaks. */
export type Mistake = {
	/** The path of the source in the repository. */
	file: string;
	/** A text that the source has once, and what the mistake makes of it. */
	find: string;
	replace: string;
	rule: string;
	/** The paths of the test files that have to notice it. */
	tests: string[];
	/** Why it makes no difference, of one that no test can notice. */
	answer?: string;
};

const isOfNode = (path: string) => !/^(credentials|dev)\//.test(path);

/**
 * The mistakes in a text, which says of each source `--- PATH`, and of each mistake its rule, the lines that it takes
 * away (`- `), those in their place (`+ `), and why it makes no difference (`= `), if that is so. Paths are those in the
 * node's folder, or in the repository. `--- PATH, held by TEST, TEST` names the tests, if it isn't the one of its name.
 *
 * @throws Error of a line that is nothing of these
 */
export function mistakesIn(text: string): Mistake[] {
	const [before, ...parts] = text.split(/^--- /m);
	if (before.trim()) throw new Error(`No source is named before ${before}`);
	return parts.flatMap((part) => {
		const [head, ...entries] = part.trimEnd().split(/\n{2,}/);
		const [source, held = source.replace(/\.ts$/, '')] = head.split(', held by ');
		const file = isOfNode(source) ? `nodes/MessagingService/${source}` : source;
		const tests = held
			.split(', ')
			.map((name) => `test/${isOfNode(name) ? 'nodes/' : ''}${name}.test.ts`);
		return entries.map((entry) => {
			const [rule, ...lines] = entry.split('\n');
			const strange = lines.find((line) => !/^[-+=]( |$)/.test(line));
			if (strange !== undefined) throw new Error(`${source} has neither -, +, nor =: ${strange}`);
			const withMark = (mark: string) =>
				lines
					.filter((line) => line.startsWith(mark))
					.map((line) => line.slice(2))
					.join('\n');
			const [find, replace, answer] = ['-', '+', '='].map(withMark);
			return { file, find, replace, rule, tests, ...(answer && { answer }) };
		});
	});
}

/** All mistakes, room by room. */
export const mistakes = globSync('rooms/*.diff', { cwd: import.meta.dirname })
	.sort()
	.flatMap((name) => mistakesIn(readFileSync(`${import.meta.dirname}/${name}`, 'utf8')));

/** The source with the mistake in it. @throws Error unless it has the text exactly once */
export function withMistake(code: string, { rule, file, find, replace }: Mistake): string {
	const count = code.split(find).length - 1;
	if (count === 1) return code.replace(find, () => replace);
	throw new Error(`${rule} ${file} has its text ${count} times, not once: ${find}`);
}

/** The room of a mistake's source: its folder, or the file itself if it stands in none. */
export function roomOf({ file }: Mistake): string {
	const [top, , room] = file.split('/');
	return top === 'credentials' ? top : room.replace(/\.ts$/, '');
}

/** Markdown: how many mistakes each room has, and how many of them the tests notice. */
export function tableOf(mistakes: Mistake[], missed: Mistake[]): string {
	const rooms = Map.groupBy(mistakes, roomOf);
	const rows = [...rooms, ['together', mistakes] as const].map(([room, all]) => {
		const open = all.filter((one) => missed.includes(one));
		const answered = open.filter(({ answer }) => answer).length;
		const name = room === 'together' ? room : `\`${room}\``;
		return `| ${name} | ${all.length} | ${all.length - open.length} | ${answered} |`;
	});
	return ['| Room | Mistakes | Noticed | Make no difference |', '|---|---|---|---|', ...rows].join(
		'\n',
	);
}
