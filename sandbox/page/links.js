import { html } from './lit/lit-html.js';

/** A web address as a phone finds it in a text; what ends a sentence is not part of it. */
const address = /https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]'’]/g;

/**
 * The parts of a text as what stands in an element each, web addresses as links. An address that goes over
 * several parts is a link in each of them, to the whole.
 */
export function withLinks(parts) {
	const links = [...parts.join('').matchAll(address)].map(({ 0: href, index }) => ({
		href,
		begin: index,
		end: index + href.length,
	}));
	let begin = 0;
	return parts.map((text) => {
		const end = begin + text.length;
		const children = [];
		let done = begin;
		for (const link of links.filter((one) => one.begin < end && one.end > begin)) {
			const [from, to] = [Math.max(link.begin, begin), Math.min(link.end, end)];
			children.push(text.slice(done - begin, from - begin));
			children.push(linkTo(link.href, text.slice(from - begin, to - begin)));
			done = to;
		}
		children.push(text.slice(done - begin));
		begin = end;
		return children.filter((child) => child !== '');
	});
}

const linkTo = (href, text) =>
	html`<a href=${href} target="_blank" rel="noopener noreferrer">${text}</a>`;
