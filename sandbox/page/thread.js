import { html, nothing } from './lit/lit-html.js';
import { keyed } from './lit/directives/keyed.js';
import { repeat } from './lit/directives/repeat.js';
import { addressOf } from './address.js';
import { button } from './pieces.js';
import { answerTo, change, controlAt, state } from './state.js';
import { stepOf, time } from './words.js';

export const marks = ['○', '✓', '✓✓', '!'];
const delivered = 2;

/** An error code with what it means: a saved state may hold codes of its own. */
const codeInWords = (code) => `error ${[code, state.errorCodes[code]].filter(Boolean).join(': ')}`;

/** The state of one part: mark, words, and the time of delivery or the error code. */
function stateLine({ course }, index, { length }) {
	const { state: reached, at, errorCode } = stepOf(course, state.now);
	const when = reached === delivered ? ` ${time(at)}` : '';
	return html`<span class="part-state state-${reached}">
		${length > 1 ? html`<span>${index + 1}/${length}</span>` : nothing}
		<span>${marks[reached]} ${state.stateNames[reached]}${when}</span>
		${errorCode ? html`<span class="tag bad">${codeInWords(errorCode)}</span>` : nothing}
	</span>`;
}

/** A web address as a phone finds it in a text; what ends a sentence is not part of it. */
const address = /(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]'’])/;

const linkTo = (href, text) =>
	html`<a href=${href} target="_blank" rel="noopener noreferrer">${text}</a>`;

/** The parts of a text with web addresses as links; one that goes over several parts is a link to the whole in each. */
function withLinks(parts) {
	const whole = parts.join('');
	const pieces = whole.split(address);
	let begin = 0;
	return parts.map(({ length }) => {
		const end = begin + length;
		let at = 0;
		const shown = pieces.map((piece, index) => {
			const text = whole.slice(Math.max(at, begin), Math.min(at + piece.length, end));
			at += piece.length;
			return index % 2 === 1 && text !== '' ? linkTo(piece, text) : text;
		});
		begin = end;
		return shown;
	});
}

/** A phone can't open a link to a host that it doesn't know: this machine, or a name without a dot. */
const isOfMachine = (link) =>
	/^(localhost|127\.[\d.]+|\[::1?\]|0\.0\.0\.0|[^.:[]+)$/.test(URL.parse(link)?.hostname ?? '');

/** What the links of a message cost, and those that no phone can open. */
function linkNote({ parts }) {
	const links = parts
		.map(({ text }) => text)
		.join('')
		.split(address)
		.filter((_, index) => index % 2);
	if (!links.length) return nothing;
	const takes = links.length > 1 ? 'links take' : 'link takes';
	const { host } = URL.parse(links.find(isOfMachine)) ?? {};
	return html`<small class="link-note">
		The ${takes} ${links.join('').length} characters.${host ? ` A phone can't open ${host}.` : ''}
	</small>`;
}

const partBlocks = ({ parts }) =>
	withLinks(parts.map(({ text }) => text)).map(
		(words, index) =>
			html`<div class="part">
				<p dir="auto">${words}</p>
				${stateLine(parts[index], index, parts)}
			</div>`,
	);

/** About how many lines an email has: nobody but its frame, in which nothing runs, knows its height. */
const linesOf = (source) =>
	source
		.split(/<|\n/)
		.map((piece) => piece.slice(piece.indexOf('>') + 1).trim())
		.reduce((lines, words) => lines + Math.ceil(words.length / 60), 0);

/** An email as it looks, in a frame in which nothing runs and nothing loads, and its source if it is wanted. */
function email({ id, parts }) {
	const { [id]: isWanted } = state.sources ?? {};
	const want = ({ target }) => change({ sources: { ...state.sources, [id]: target.open } });
	const { text, html: source = 'Loading' } =
		(isWanted && answerTo(`messages/${encodeURIComponent(id)}`)) || {};
	return html`<iframe
			sandbox=""
			loading="lazy"
			title="The email as HTML"
			.style=${`--lines: ${linesOf(parts[0].text)}`}
			src=${controlAt(`messages/${encodeURIComponent(id)}/html`)}
		></iframe>
		<details @toggle=${want}>
			<summary>Source</summary>
			<pre tabindex="0">
${[text, source].filter((one) => one && typeof one === 'string').join('\n\n')}</pre
			>
		</details>
		<div>${stateLine(parts[0], 0, parts)}</div>`;
}

export function bubble(message) {
	const { subject, imageUrl, buttonText, buttonUrl, campaignId, from, sentAt, isHtml } = message;
	const { requestNumber, tags } = message;
	const button = buttonText || buttonUrl;
	return html`<div class="message" role="article">
		<p class="sender">
			<strong>${from}</strong> ${time(sentAt)}
			${requestNumber
				? html`<a class="tag" href=${addressOf({ number: requestNumber })}
						>Request ${requestNumber}</a
					>`
				: nothing}
			${campaignId ? html`<span class="tag">campaign</span>` : nothing}
			${tags.map((text) => html`<span class="tag">${text}</span>`)}
		</p>
		<div class="bubble">
			${subject ? html`<p class="subject"><strong>${subject}</strong></p>` : nothing}
			${imageUrl ? html`<p class="image">Picture: ${imageUrl}</p>` : nothing}
			${isHtml ? email(message) : partBlocks(message)}
			${button ? html`<p class="viber-button" title=${buttonUrl ?? ''}>${button}</p>` : nothing}
		</div>
		${isHtml ? nothing : linkNote(message)}
	</div>`;
}

/** The last hundred messages of a conversation, with a button for those before; it stays at its end by its style. */
export function thread(key, messages) {
	const count = state.shown[key] ?? 100;
	const more = () => change({ shown: { ...state.shown, [key]: count + 100 } });
	// Each conversation has a place of its own to scroll.
	return keyed(
		key,
		html`<div class="thread" tabindex="0" role="region" aria-label="Messages">
			<div>
				${messages.length > count
					? button('Show earlier ones', more, { kind: 'more outline secondary' })
					: nothing}
				${repeat(messages.slice(-count), ({ id }) => id, bubble)}
			</div>
		</div>`,
	);
}
