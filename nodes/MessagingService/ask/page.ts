import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import { type Answers, type Rejection, LONGEST_ANSWER, writtenText } from './answer';
import type { Question } from './question';
import type { Language } from './readersLanguage';

function escapeHtml(text: string): string {
	return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** An element with the user's words, whose language and direction are unknown, or with the page's own in their place. */
function element(tag: string, attributes: string, users: string, own = ''): string {
	const any = users ? ' lang="" dir="auto"' : '';
	return `<${tag}${attributes}${any}>${escapeHtml(users || own)}</${tag}>`;
}

/** One column for a phone in one hand, light or dark as the phone is. */
const style = `
:root { color-scheme: light dark; --ink: #1c2127; --quiet: #4a525c; --ground: #f3f5f7; --card: #fff;
	--line: #c9d0d8; --good: #086b41; --main: #0f5f59; --on-main: #fff; --wrong: #9b1c15; }
@media (prefers-color-scheme: dark) {
	:root { --ink: #e8ebee; --quiet: #b6bfc9; --ground: #14171a; --card: #1f2429;
		--line: #48515b; --good: #5ed6a0; --main: #5fd0c5; --on-main: #06211f; --wrong: #ff9a90; }
}
* { box-sizing: border-box; }
body { margin: 0; padding: 1rem; min-height: 100vh; min-height: 100svh; display: grid; align-items: center;
	background: var(--ground); color: var(--ink); font: 1.125rem/1.5 system-ui, sans-serif; }
main { width: 100%; max-width: 30rem; margin: 0 auto; padding: 1.5rem; background: var(--card);
	border: 1px solid var(--line); border-radius: 1rem; }
h1 { margin: 0 0 0.75rem; font-size: 1.375rem; line-height: 1.3; }
.done::before { content: '✓ '; content: '✓ ' / ''; color: var(--good); }
h1, .text, .from, button { overflow-wrap: anywhere; }
.text { margin: 0 0 1.5rem; white-space: pre-wrap; }
main > :last-child { margin-bottom: 0; }
.from { margin: 0 0 0.25rem; color: var(--quiet); font-size: 1rem; font-weight: 600; }
.answer { margin: 0 0 0.75rem; padding: 0.75rem 1rem; border-inline-start: 4px solid var(--good);
	background: var(--ground); overflow-wrap: anywhere; white-space: pre-wrap; }
.wrong { margin: 0 0 0.5rem; color: var(--wrong); font-weight: 600; }
.wrong::before { content: '! '; content: '! ' / ''; }
[aria-invalid] { border: 3px solid var(--wrong) !important; }
.buttons { display: grid; gap: 0.75rem; }
textarea { display: block; width: 100%; min-height: 8rem; margin: 0 0 1rem; padding: 0.75rem; resize: vertical;
	font: inherit; color: inherit; background: var(--ground); border: 1px solid var(--quiet); border-radius: 0.625rem; }
button { width: 100%; min-height: 3.25rem; padding: 0.75rem 1rem; font: inherit; font-weight: 600; cursor: pointer;
	color: var(--on-main); background: var(--main); border: 2px solid var(--main); border-radius: 0.625rem; }
button[aria-busy] { color: var(--main); background: none; border-style: dashed; cursor: progress; }
button[aria-busy]::after { content: ' …'; }
button[name="choice"] { color: var(--main); background: none; }
button[value="false"] { color: var(--ink); background: none; border-color: var(--quiet); }
:focus-visible { outline: 3px solid var(--main); outline-offset: 3px; }
@media (forced-colors: active) { button { border-color: ButtonText; } }
`;

/** Sends one answer when a button is pressed twice, and shows that it was pressed. The pages work without it. */
const script = `
let sent;
addEventListener('submit', (event) => {
	if (sent) return event.preventDefault();
	(sent = event.submitter)?.setAttribute('aria-busy', 'true');
});
addEventListener('pageshow', () => { sent?.removeAttribute('aria-busy'); sent = undefined; });
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
	const isApproval = 'buttons' in answers && answers.buttons[0].field === 'approved';
	const ownTitle = language.say(isApproval ? 'approvalNeeded' : 'answerNeeded');
	const wrong = rejection
		? `<p id="wrong" class="wrong" role="alert">${language.say(rejection.problem)}</p>`
		: '';
	return page(
		language,
		element('title', '', title && `${title} – ${from}`, `${ownTitle} – ${from}`),
		`${element('p', ' class="from"', from)}
		${element('h1', '', title, ownTitle)}
		${element('p', ' id="text" class="text"', text)}
		${wrong}<form method="post">${controlsOf(answers, language, rejection)}</form>`,
	);
}

/** The buttons, or the field and its button. A field keeps a rejected answer. */
function controlsOf(answers: Answers, language: Language, rejection?: Rejection): string {
	if ('submit' in answers) {
		const written = escapeHtml(writtenText(rejection?.sent ?? {}));
		const state = rejection ? ' aria-invalid="true" aria-describedby="wrong"' : '';
		return `<textarea name="text" aria-labelledby="text" required maxlength="${LONGEST_ANSWER}" dir="auto"${state}>${written}</textarea>
		${element('button', '', answers.submit, language.say('send'))}`;
	}
	const buttons = answers.buttons.map(({ label, field, value, answer }) =>
		element('button', ` name="${field}" value="${value}"`, label, ownLabel(answer, language)),
	);
	return `<div class="buttons">${buttons.join('\n')}</div>`;
}

const ownLabel = ({ approved }: IDataObject, { say }: Language) =>
	say(approved ? 'approve' : 'decline');

/** Who asked, what was asked, and what was answered: somebody who has pressed the wrong button can see it. */
export function recordedPage(asked: Question, language: Language, answer: IDataObject): string {
	const { from, title, confirmation, answers } = asked;
	const { say } = language;
	const label =
		'buttons' in answers
			? answers.buttons.find((button) => button.answer === answer)!.label
			: String(answer.text);
	return page(
		language,
		element('title', '', title && `${title} – ${from}`, `${say('thanks')} – ${from}`),
		`${element('p', ' class="from"', from)}
		${element('h1', ' class="done"', title, say('thanks'))}
		<div class="answer">${say('answered')} ${element('strong', '', label, ownLabel(answer, language))}</div>
		${element('p', ' class="text" role="status"', confirmation, say('saved'))}`,
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

function page({ code, dir }: Language, title: string, content: string): string {
	// The policy stands here too, because n8n puts its own in the header of the page after the answer.
	return `<!doctype html>
<html lang="${code}" dir="${dir}">
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
