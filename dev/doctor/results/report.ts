import { MessagingServiceApi } from '../../../credentials/MessagingServiceApi.credentials.ts';
import { NO_SETTING } from '../judge.ts';
import type { Entered, Finding, Status } from '../findings.ts';
import { lineOf, mostUseful } from '../rows.ts';

const headings = {
	different: 'Different',
	'not accepted': 'Not accepted',
	'as assumed': 'As assumed',
	'not tried': 'Not tried',
} satisfies Record<Status, string>;

const order = Object.keys(headings) as Status[];

const of = (findings: Finding[], status: Status) => findings.filter((one) => one.status === status);

/** The table for the terminal. If a report has all of it, only what is to be seen to. */
export function tableOf(findings: Finding[], hasReport: boolean): string {
	const width = Math.max(...findings.map(({ row }) => row.length));
	return order
		.flatMap((status) => {
			const rows = of(findings, status);
			const isShown = !hasReport || ['different', 'not accepted'].includes(status);
			const title = `${headings[status]} (${rows.length})${isShown ? '' : ': see doctor-report.md'}`;
			const shown = rows.map(({ row, what }) => `  ${row.padEnd(width)}  ${what.join('; ')}`);
			return rows.length ? [title, ...(isShown ? shown : [])] : [];
		})
		.join('\n');
}

/** How many of the assumptions were tried, what came of them, and what tries most of the others. */
export function summaryOf(findings: Finding[], outcome: string): string {
	const notTried = of(findings, 'not tried').map(({ row }) => row);
	const { length } = findings;
	const said = `${length - notTried.length} of ${length} assumptions tried: ${outcome}`;
	if (!notTried.length) return said;
	const ways = mostUseful(notTried).map(([option, count]) => `\n  ${option}  (${count} more)`);
	const more = ways.length > 0 ? ' These options try most of them:' : '';
	return `${said}\n${notTried.length} weren't tried.${more}${ways.join('')}`;
}

/** What to change: first what there is to click, and behind it the row. */
export function changesOf(findings: Finding[], bullet = ' '): string {
	const lines = findings.flatMap(({ row, change }) =>
		change.map((one) => `${bullet} ${one}. (${row}, docs/assumptions.md:${lineOf(row)})`),
	);
	if (!lines.length) return '';
	const isSetting = (line: string) => !line.includes(NO_SETTING);
	lines.sort((one, other) => Number(isSetting(other)) - Number(isSetting(one)));
	return ['\n', 'What to change in n8n:', ...(bullet.trim() ? [''] : []), ...lines].join('\n');
}

/** The values to enter, ready to copy. */
export function formOf(entered: Entered[]): string {
	if (!entered.length) return '';
	const { properties } = new MessagingServiceApi();
	const lines = entered.flatMap(({ field, values, note }) => {
		const label = properties.find(({ name }) => name === field)?.displayName;
		return [`  ${label}: ${values.join(', ')}`, ...(note ? [`    ${note}.`] : [])];
	});
	const title = 'Enter these in the credential, under Account Defaults:';
	return ['\n', title, ...lines].join('\n');
}

const inCell = (text: string) =>
	text.replace(/[|\\]/g, '\\$&').replace(/\s+/g, ' ').replace(/</g, '&lt;');

/** The same as a document, to send to somebody. */
export function documentOf(findings: Finding[], outcome: string, form: string, date: Date): string {
	const rows = order.flatMap((status) =>
		of(findings, status).map(({ row, what }) => {
			const link = `[${row}](docs/assumptions.md#L${lineOf(row)})`;
			return `| ${link} | ${status} | ${inCell(what.join('; '))} |`;
		}),
	);
	return `# Doctor's report

${date.toISOString().slice(0, 10)}. ${outcome}${changesOf(findings, '-')}
${form && `\n\`\`\`text\n${form.trim()}\n\`\`\`\n`}
The rows are those of docs/assumptions.md. Numbers, texts, names, and IDs of the account are made up.

| Row | Result | What came |
|---|---|---|
${rows.join('\n')}
`;
}
