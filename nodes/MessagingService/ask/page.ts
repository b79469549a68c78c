import { createHash } from 'crypto';

import { type Answers, type Rejection, LONGEST_ANSWER, writtenText } from './answer';
import type { Question } from './question';
import type { Language } from './readersLanguage';

/** For an element with the user's words: their language and direction are unknown. */
const anyLanguage = 'lang="" dir="auto"';

function escapeHtml(text: string): string {
	return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** One column for a phone in one hand, light or dark as the phone is. */
const style = `
:root { color-scheme: light dark; --ink: #1c2127; --quiet: #5b6470; --ground: #f3f5f7; --card: #fff;
	--line: #c9d0d8; --main: #0f5f59; --on-main: #fff; --wrong: #b3261e; }
@media (prefers-color-scheme: dark) {
	:root { --ink: #e8ebee; --quiet: #a4adb8; --ground: #14171a; --card: #1f2429;
		--line: #48515b; --main: #5fd0c5; --on-main: #06211f; --wrong: #ff8a80; }
}
* { box-sizing: border-box; }
body { margin: 0; padding: 1rem; min-height: 100vh; min-height: 100svh; display: grid; align-items: center;
	background: var(--ground); color: var(--ink); font: 1.0625rem/1.5 system-ui, sans-serif; }
main { width: 100%; max-width: 30rem; margin: 0 auto; padding: 1.5rem; background: var(--card);
	border: 1px solid var(--line); border-radius: 1rem; }
h1 { margin: 0 0 0.75rem; font-size: 1.25rem; line-height: 1.3; }
h1, .text, .from, button { overflow-wrap: anywhere; }
.text { margin: 0 0 1.5rem; white-space: pre-wrap; }
main > :last-child { margin-bottom: 0; }
.from { margin: 0 0 0.25rem; color: var(--quiet); font-size: 0.9375rem; font-weight: 600; }
.wrong { margin: 0 0 1rem; color: var(--wrong); font-weight: 600; }
.buttons { display: grid; gap: 0.75rem; }
textarea { display: block; width: 100%; min-height: 8rem; margin: 0 0 1rem; padding: 0.75rem; resize: vertical;
	font: inherit; color: inherit; background: var(--ground); border: 1px solid var(--quiet); border-radius: 0.625rem; }
button { width: 100%; min-height: 3.25rem; padding: 0.75rem 1rem; font: inherit; font-weight: 600; cursor: pointer;
	color: var(--on-main); background: var(--main); border: 2px solid var(--main); border-radius: 0.625rem; }
button[name="choice"] { color: var(--main); background: none; }
button[value="false"] { color: var(--ink); background: none; border-color: var(--quiet); }
:focus-visible { outline: 3px solid var(--main); outline-offset: 3px; }
@media (forced-colors: active) { button { border-color: ButtonText; } }
`;

/** Sends one answer when a button is pressed twice. The pages work without it. */
const script = `
let sent = false;
addEventListener('submit', (event) => { if (sent) event.preventDefault(); sent = true; });
addEventListener('pageshow', () => { sent = false; });
`;

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const allowed = [
	"default-src 'none'",
	`style-src ${hash(style)}`,
	`script-src ${hash(script)}`,
	"base-uri 'none'",
].join('; ');

/** The pages load nothing and can't reach n8n's cookies or its editor at the same address. */
export const policy = `${allowed}; form-action 'self'; frame-ancestors 'none'; sandbox allow-forms allow-scripts`;

export function questionPage(asked: Question, language: Language, rejection?: Rejection): string {
	const { from, title, text, answers } = asked;
	const wrong = rejection
		? `<p class="wrong" role="alert">${language.say(rejection.problem)}</p>`
		: '';
	return page(
		language,
		`<title ${anyLanguage}>${escapeHtml(`${title} – ${from}`)}</title>`,
		`<p class="from" ${anyLanguage}>${escapeHtml(from)}</p>
		<h1 ${anyLanguage}>${escapeHtml(title)}</h1>
		<p id="text" class="text" ${anyLanguage}>${escapeHtml(text)}</p>
		${wrong}<form method="post">${controlsOf(answers, rejection)}</form>`,
	);
}

/** The buttons, or the field and its button. A field keeps a rejected answer. */
function controlsOf(answers: Answers, rejection?: Rejection): string {
	if ('submit' in answers) {
		const written = escapeHtml(writtenText(rejection?.sent ?? {}));
		return `<textarea name="text" aria-labelledby="text" required maxlength="${LONGEST_ANSWER}" dir="auto">${written}</textarea>
		<button ${anyLanguage}>${escapeHtml(answers.submit)}</button>`;
	}
	const buttons = answers.buttons.map(
		({ label, field, value }) =>
			`<button name="${field}" value="${value}" ${anyLanguage}>${escapeHtml(label)}</button>`,
	);
	return `<div class="buttons">${buttons.join('\n')}</div>`;
}

export function recordedPage({ titleAfter, confirmation }: Question, language: Language): string {
	return page(
		language,
		`<title ${anyLanguage}>${escapeHtml(titleAfter)}</title>`,
		`<h1 ${anyLanguage}>${escapeHtml(titleAfter)}</h1>
		<p class="text" role="status" ${anyLanguage}>${escapeHtml(confirmation)}</p>`,
	);
}

export function closedPage(language: Language): string {
	const title = language.say('closed');
	return page(
		language,
		`<title>${title}</title>`,
		`<h1>${title}</h1>\n		<p class="text">${language.say('reason')}</p>`,
	);
}

/** No language of the page is written from the right. */
function page({ code }: Language, title: string, content: string): string {
	// The policy stands here too, because n8n puts its own in the header of the page after the answer.
	return `<!doctype html>
<html lang="${code}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${allowed}">
${title}
<style>${style}</style>
<script>${script}</script>
</head>
<body><main>
${content}
</main></body>
</html>`;
}
