import { createHash } from 'crypto';

import { script, style } from './pageStyle';
import type { Question } from './question';

/** The most characters that somebody may answer with. */
export const LONGEST_ANSWER = 5000;

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const allowed = [
	"default-src 'none'",
	`style-src ${hash(style)}`,
	`script-src ${hash(script)}`,
	"base-uri 'none'",
].join('; ');

/** The pages load nothing, and cannot reach what else n8n's address holds: its cookies, its editor. */
export const policy = `${allowed}; frame-ancestors 'none'; sandbox allow-forms allow-scripts`;

/** The page that asks: what was sent, and the buttons or the field for the answer. */
export function questionPage(
	{ from, title, text, answers }: Question,
	{ problem = '', written = '' } = {},
): string {
	const wrong = problem ? `<p class="wrong" role="alert">${escapeHtml(problem)}</p>` : '';
	const form =
		answers.type === 'freeText'
			? `<textarea name="text" aria-labelledby="text" required maxlength="${LONGEST_ANSWER}" dir="auto">${escapeHtml(written)}</textarea>
				<button ${theirs}>${escapeHtml(answers.submit)}</button>`
			: `<div class="buttons">
				<button name="approved" value="true" ${theirs}>${escapeHtml(answers.approve)}</button>
				${answers.decline ? `<button name="approved" value="false" class="other" ${theirs}>${escapeHtml(answers.decline)}</button>` : ''}
				</div>`;
	return page(
		`${title} – ${from}`,
		`<p class="from" ${theirs}>${escapeHtml(from)}</p>
		<h1 ${theirs}>${escapeHtml(title)}</h1>
		<p id="text" class="text" ${theirs}>${escapeHtml(text)}</p>
		${wrong}<form method="post">${form}</form>`,
	);
}

/** The page after the answer. */
export function recordedPage({ titleAfter, confirmation }: Question): string {
	return page(
		titleAfter,
		`<h1 ${theirs}>${escapeHtml(titleAfter)}</h1>
		<p class="text" role="status" ${theirs}>${escapeHtml(confirmation)}</p>`,
	);
}

/** The page of a link that leads to no question any more. */
export function closedPage(): string {
	return page(
		'Nothing to answer',
		`<h1>Nothing to answer</h1>
		<p class="text">This question has been answered already, or its time is over. Nothing was recorded now.</p>`,
	);
}

/** The user's own words: in a language that nobody told us, from left to right or the other way. */
const theirs = 'lang="" dir="auto"';

function page(title: string, content: string): string {
	// The policy stands here too, because n8n puts its own in the header of the page after the answer.
	return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${allowed}">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
<script>${script}</script>
</head>
<body><main>
${content}
</main></body>
</html>`;
}

const CHARACTERS: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

function escapeHtml(text: string): string {
	return text.replace(/[&<>"']/g, (character) => CHARACTERS[character]);
}
