import type { CheckRow, Report } from '../../../sandbox/flightCheck.ts';
import { withoutFindings } from '../../../sandbox/page/words.js';

const cell = (text: unknown) => String(text).replaceAll('|', '\\|').replace(/\s+/g, ' ');
const line = (cells: unknown[]) => `| ${cells.map(cell).join(' | ')} |`;
const told = ({ told: is }: CheckRow) => (is === null ? '–' : is ? 'yes' : '**no**');

/** A report as Markdown. */
export function asMarkdown({ workflow, seed, replaced, rows }: Report): string {
	const table = rows.map((row) => {
		const { weather, arrived, twice, refused, unknown } = row;
		return line([weather, arrived, twice, refused, unknown, told(row)]);
	});
	const findings = rows.flatMap(({ weather, findings: found }) =>
		found.map(
			({ sentence, advice, place }) =>
				`- **${weather}**: ${cell(sentence)} ${cell(advice)}${place && ` (${cell(place)})`}`,
		),
	);
	return [
		`# ${workflow}`,
		'',
		'It ran in an n8n and a sandbox of the check, twice in each weather. In place of',
		'',
		...replaced.map(({ what, by }) => `- ${cell(what)}: ${cell(by)}`),
		'',
		line(['Weather', 'Arrived', 'Twice', 'Refused', 'Unknown', 'Told']),
		line(['---', '---', '---', '---', '---', '---']),
		...table,
		'',
		...(findings.length > 0 ? findings : [withoutFindings(rows)]),
		'',
		`Seed of changeable: ${seed}`,
		'',
	].join('\n');
}
