import { element, time } from './element.js';
import { withLinks } from './links.js';

const marks = ['○', '✓', '✓✓', '!'];
let shown;

/** The state of one part: mark, words, and the time of delivery or the error code. */
function stateLine(part, index, parts) {
	const words = [`${marks[part.state]} `, part.stateName];
	if (part.delivered) words.push(` ${time(part.delivered)}`);
	const line = element('span', { class: `part-state state-${part.state}` }, [
		element('span', {}, words),
	]);
	if (parts.length > 1) {
		line.prepend(element('span', { class: 'part-number' }, [`${index + 1}/${parts.length}`]));
	}
	if (part.errorCode) {
		line.append(element('span', { class: 'tag error-code' }, [`error ${part.errorCode}`]));
	}
	return line;
}

// DOMParser neither runs scripts nor loads anything, so an HTML mail can be read for its text.
function textOfHtml(html) {
	const withLines = html.replace(/<br[^<>]*>|<\/(p|div|h[1-6]|li|tr)>/gi, '$&\n');
	const { body } = new DOMParser().parseFromString(withLines, 'text/html');
	body.querySelectorAll('script, style').forEach((unread) => unread.remove());
	return body.textContent.trim();
}

function partBlocks({ parts, html, text }) {
	const texts = parts.map((part) => (html && !text ? textOfHtml(html) : part.text));
	return withLinks(texts).map((words, index) =>
		element('div', { class: 'part' }, [
			element('p', { dir: 'auto' }, words),
			stateLine(parts[index], index, parts),
		]),
	);
}

function extras({ subject, imageUrl, buttonText, buttonUrl }) {
	const rows = [];
	if (subject) rows.push(element('p', { class: 'subject' }, [subject]));
	if (imageUrl) rows.push(element('p', { class: 'image' }, [`Picture: ${imageUrl}`]));
	const button = buttonText || buttonUrl;
	return {
		above: rows,
		below: button
			? [element('p', { class: 'viber-button', title: buttonUrl ?? '' }, [button])]
			: [],
	};
}

function bubble(message) {
	const { above, below } = extras(message);
	return element('div', { class: 'message', role: 'article' }, [
		element('p', { class: 'sender' }, [
			element('strong', {}, [message.from]),
			` ${time(message.sent)}`,
			...(message.campaignId ? [element('span', { class: 'tag' }, ['campaign'])] : []),
		]),
		element('div', { class: 'bubble' }, [...above, ...partBlocks(message), ...below]),
	]);
}

/** Shows a conversation, and stays at its end unless the reader has scrolled up. */
export function renderThread(thread, conversation, channel) {
	const identity = `${channel} ${conversation?.to}`;
	const atEnd = thread.scrollHeight - thread.scrollTop - thread.clientHeight < 40;
	thread.replaceChildren(...(conversation?.messages ?? []).map(bubble));
	if (identity !== shown || atEnd) thread.scrollTop = thread.scrollHeight;
	shown = identity;
}
