import type { Report } from '../../sandbox/flightCheck.ts';
import {
	adviceOf,
	resultOf,
	triedIn,
	notJudgedIn,
	verdictOf,
	whatCame,
	withCapital,
} from '../../sandbox/page/words.js';

const cell = (text: unknown) => String(text).replaceAll('|', '\\|').replace(/\s+/g, ' ');
const line = (cells: unknown[]) => `| ${cells.map(cell).join(' | ')} |`;

/** A report as Markdown: what to do, what it rests on, and what was replaced, in this order, as on the page. */
export function asMarkdown(report: Report): string {
	const { workflow, replaced, rows } = report;
	const table = rows.map((row) =>
		line([withCapital(row.situation), withCapital(whatCame(row)), resultOf(row)]),
	);
	return [
		`# ${workflow}`,
		'',
		`**${verdictOf(rows).words}.** ${triedIn(report)}`,
		...notJudgedIn(report).map(cell),
		'',
		...adviceOf(rows).flatMap(({ advice, happened, where, seenIn }, index) => [
			`${index + 1}. **${cell(advice ?? happened)}**`,
			...(advice ? [`   ${cell(happened)}`] : []),
			...(where ? [`   In n8n: ${cell(where)}`] : []),
			`   Seen in: ${seenIn.join(', ')}`,
			'',
		]),
		line(['Situation', 'What your workflow did', 'Result']),
		line(['---', '---', '---']),
		...table,
		'',
		'The copy used, in place of the real things:',
		'',
		...replaced.map(
			({ what, by, items }) =>
				`- ${cell(what)}: ${cell(by)}${items ? `, ${cell(JSON.stringify(items))}` : ''}`,
		),
		'',
	].join('\n');
}
