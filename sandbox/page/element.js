/** An element with attributes and children; a child that is a string becomes text. */
export function element(name, attributes = {}, children = []) {
	const made = document.createElement(name);
	for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
	made.append(...children);
	return made;
}

/** The time of day of a time stamp. */
export const time = (at) => new Date(at).toLocaleTimeString('en-GB');

/** How long ago something was, in few words. */
export function ago(at, now) {
	const seconds = Math.max(0, Math.round((now - Date.parse(at)) / 1_000));
	if (seconds < 60) return 'now';
	if (seconds < 3_600) return `${Math.floor(seconds / 60)} min`;
	return new Date(at).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
}

/** One of eight colours, always the same one for the same recipient. */
export const hueOf = (to) =>
	[...to].reduce((sum, character) => (sum * 31 + character.codePointAt(0)) % 997, 7) % 8;
