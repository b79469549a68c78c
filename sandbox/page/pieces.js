import { html, nothing } from './lit/lit-html.js';
import { repeat } from './lit/directives/repeat.js';
import { change, go, state } from './state.js';

/** A box with a title: what a view is made of. */
export const panel = (title, content) =>
	html`<article aria-label=${title}>
		<h2>${title}</h2>
		${content}
	</article>`;

export const empty = (text) => html`<p class="empty">${text}</p>`;

/** What isn't here yet: it comes by itself. */
export const loading = (text = 'Loading') => html`<p class="empty" aria-busy="true">${text}</p>`;

/** A button, with a label that says more where several have the same text. One in a view is the main one. */
export const button = (
	text,
	click,
	{ label = text, kind = 'outline secondary', pressed = nothing, title = nothing } = {},
) =>
	html`<button
		type="button"
		class=${kind}
		aria-label=${label}
		title=${title}
		aria-pressed=${pressed}
		@click=${click}
	>
		${text}
	</button>`;

/** The first hundred rows of a list, each with an id, and a button for more. */
export function list(name, rows, row, whenEmpty) {
	if (rows.length === 0) return empty(whenEmpty);
	const count = state.shown[name] ?? 100;
	const more = () => change({ shown: { ...state.shown, [name]: count + 100 } });
	const left = rows.length - count;
	return html`${repeat(rows.slice(0, count), ({ id }) => id, row)}
	${left > 0
		? button(`Show more (${left.toLocaleString('en')})`, more, { kind: 'more outline secondary' })
		: nothing}`;
}

/** A field that keeps what is searched for in the address. */
export const search = (label, find = '') =>
	html`<input
		type="search"
		aria-label=${label}
		placeholder="Search"
		.value=${find}
		@input=${({ target }) => go({ find: target.value })}
	/>`;

/** A choice among values, or pairs of a value and its text. */
export const select = (label, name, options, chosen, set = () => undefined) =>
	html`<select name=${name} aria-label=${label} @change=${({ target }) => set(target.value)}>
		${options.map((option) => {
			const [value, text = value] = [option].flat();
			return html`<option value=${value} .selected=${value === chosen}>${text}</option>`;
		})}
	</select>`;

/** The same, kept in the address; nothing is chosen at first. */
export const choice = (label, name, options) =>
	select(label, name, [['', label], ...options], state.route[name] ?? '', (value) =>
		go({ [name]: value }),
	);

/** A button that says for a while that it was done. */
export function doing(label, done, act, about = label, kind = undefined) {
	const click = async () => {
		if (!(await act())) return;
		change({ done: about });
		setTimeout(() => change({ done: undefined }), 2_000);
	};
	return button(state.done === about ? done : label, click, { label: about, kind });
}

export function copyButton(label, textOf, about = label) {
	const copy = async () => {
		try {
			await navigator.clipboard.writeText(textOf());
			return true;
		} catch {
			change({ notice: 'Your browser doesn’t let this page copy. Select the text instead' });
			return false;
		}
	};
	return doing(label, 'Copied', copy, about);
}

export function avatar(to) {
	const initials = to.includes('@') ? to.slice(0, 1).toUpperCase() : to.slice(-2);
	return html`<span class="avatar" aria-hidden="true">${initials}</span>`;
}
