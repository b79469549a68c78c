import { html, nothing } from './lit/lit-html.js';
import { repeat } from './lit/directives/repeat.js';
import { withLinks } from './links.js';
import { answerTo, change, state } from './state.js';
import { stepOf, time } from './words.js';

const marks = ['○', '✓', '✓✓', '!'];
const delivered = 2;

/** The state of one part: mark, words, and the time of delivery or the error code. */
function stateLine({ course }, index, { length }) {
	const { state: reached, at, errorCode } = stepOf(course, state.now);
	const when = reached === delivered ? ` ${time(at)}` : '';
	return html`<span class="part-state state-${reached}">
		${length > 1 ? html`<span class="part-number">${index + 1}/${length}</span>` : nothing}
		<span>${marks[reached]} ${state.stateNames[reached]}${when}</span>
		${errorCode ? html`<span class="tag error-code">error ${errorCode}</span>` : nothing}
	</span>`;
}

// DOMParser neither runs scripts nor loads anything, so an HTML mail can be read for its text.
function textOfHtml(source) {
	const withLines = source.replace(/<br[^<>]*>|<\/(p|div|h[1-6]|li|tr)>/gi, '$&\n');
	const { body } = new DOMParser().parseFromString(withLines, 'text/html');
	body.querySelectorAll('script, style').forEach((unread) => unread.remove());
	return body.textContent.trim();
}

function partBlocks({ parts, isHtml, hasText }) {
	const texts = parts.map(({ text }) => (isHtml && !hasText ? textOfHtml(text) : text));
	return withLinks(texts).map(
		(words, index) =>
			html`<div class="part">
				<p dir="auto">${words}</p>
				${stateLine(parts[index], index, parts)}
			</div>`,
	);
}

/** An email as it looks, in a frame in which nothing runs and nothing loads; its text; its source. */
const looks = {
	HTML: ({ id }) =>
		html`<iframe
			sandbox=""
			loading="lazy"
			title="The email as HTML"
			src="/_sandbox/messages/${id}/html"
		></iframe>`,
	Text: partBlocks,
	Source: ({ id }) =>
		html`<pre tabindex="0">${answerTo(`messages/${id}`)?.html ?? 'Loading'}</pre>`,
};

function email(message) {
	const { id } = message;
	const look = state.looks?.[id] ?? 'HTML';
	const choose = (name) => () => change({ looks: { ...state.looks, [id]: name } });
	return html`<div class="tabs">
			${Object.keys(looks).map(
				(name) =>
					html`<button type="button" aria-pressed=${name === look} @click=${choose(name)}>
						${name}
					</button>`,
			)}
		</div>
		${looks[look](message)}
		${look === 'Text' ? nothing : html`<div>${stateLine(message.parts[0], 0, message.parts)}</div>`}`;
}

export function bubble(message) {
	const { subject, imageUrl, buttonText, buttonUrl, campaignId, from, sentAt, isHtml } = message;
	const button = buttonText || buttonUrl;
	return html`<div class="message" role="article">
		<p class="sender">
			<strong>${from}</strong> ${time(sentAt)}
			${campaignId ? html`<span class="tag">campaign</span>` : nothing}
		</p>
		<div class="bubble">
			${subject ? html`<p class="subject">${subject}</p>` : nothing}
			${imageUrl ? html`<p class="image">Picture: ${imageUrl}</p>` : nothing}
			${isHtml ? email(message) : partBlocks(message)}
			${button ? html`<p class="viber-button" title=${buttonUrl ?? ''}>${button}</p>` : nothing}
		</div>
	</div>`;
}

/** The last hundred messages of a conversation, with a button for those before; it stays at its end by its style. */
export function thread(key, messages) {
	const count = state.shown[key] ?? 100;
	const more = () => change({ shown: { ...state.shown, [key]: count + 100 } });
	// A list of one, so that each conversation has a place of its own to scroll.
	return repeat(
		[key],
		(one) => one,
		() =>
			html`<div class="thread" tabindex="0" role="region" aria-label="Messages">
				<div>
					${messages.length > count
						? html`<button type="button" class="more" @click=${more}>Show earlier ones</button>`
						: nothing}
					${repeat(messages.slice(-count), ({ id }) => id, bubble)}
				</div>
			</div>`,
	);
}
