import { createHash } from 'crypto';

import { controlsOf } from './responseTypes';
import type { Refusal } from './response';
import { escapeHtml, theirs } from './escapeHtml';
import { script, style } from './pageStyle';
import type { Question } from './question';

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const allowed = [
	"default-src 'none'",
	`style-src ${hash(style)}`,
	`script-src ${hash(script)}`,
	"base-uri 'none'",
].join('; ');

/** The pages load nothing, and cannot reach what else n8n's address holds: its cookies, its editor. */
export const policy = `${allowed}; form-action 'self'; frame-ancestors 'none'; sandbox allow-forms allow-scripts`;

/** The page that asks: what was sent, and the buttons or fields for the answer. */
export function questionPage(question: Question, refusal?: Refusal): string {
	const { from, title, text, answers } = question;
	const wrong = refusal ? `<p class="wrong" role="alert">${escapeHtml(refusal.problem)}</p>` : '';
	return page(
		`${title} – ${from}`,
		`<p class="from" ${theirs}>${escapeHtml(from)}</p>
		<h1 ${theirs}>${escapeHtml(title)}</h1>
		<p id="text" class="text" ${theirs}>${escapeHtml(text)}</p>
		${wrong}<form method="post">${controlsOf(answers, refusal)}</form>`,
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
		'<h1>Nothing to answer</h1>\n		<p class="text">This question has already been answered, or its time is over. Nothing was recorded this time.</p>',
	);
}

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
