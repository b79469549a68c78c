import { MessagingServiceApi } from '../../../credentials/MessagingServiceApi.credentials.ts';
import type { Entered, Finding, Status } from '../findings.ts';

const headings = {
	different: 'Different',
	'not accepted': 'Not accepted',
	'not tried': 'Not tried',
	'as assumed': 'As assumed',
} satisfies Record<Status, string>;

const order = Object.keys(headings) as Status[];

const of = (findings: Finding[], status: Status) => findings.filter((one) => one.status === status);

/** The table for the terminal, and what to change. */
export function tableOf(findings: Finding[]): string {
	const width = Math.max(...findings.map(({ row }) => row.length));
	const lines = order.flatMap((status) => {
		const rows = of(findings, status);
		const shown = rows.map(({ row, what }) => `  ${row.padEnd(width)}  ${what.join('; ')}`);
		return rows.length ? [`${headings[status]} (${rows.length})`, ...shown, ''] : [];
	});
	return [...lines, ...changesOf(findings)].join('\n');
}

/** What to change, for somebody who sees this for the first time. */
function changesOf(findings: Finding[]): string[] {
	const changes = findings.filter(({ change }) => change.length);
	if (!changes.length) return [];
	const lines = changes.flatMap(({ row, change }) => change.map((one) => `  ${row}: ${one}.`));
	return ['What to change in n8n', ...lines];
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
		of(findings, status).map(
			({ row, what, change }) =>
				`| ${row} | ${status} | ${inCell(what.join('; '))} | ${inCell(change.join('; '))} |`,
		),
	);
	return `# Doctor's report

${date.toISOString().slice(0, 10)}. ${outcome}

The rows are those of docs/assumptions.md. Numbers, texts, names, and IDs of the account are made up.

| Row | Result | What came | What to change |
|---|---|---|---|
${rows.join('\n')}
${form && `\n\`\`\`text\n${form.trim()}\n\`\`\`\n`}`;
}
