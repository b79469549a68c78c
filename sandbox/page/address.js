const views = ['messages', 'requests', 'people', 'rehearse'];

/** What an address shows: `#to-sms-37060012345?find=hello` is a conversation, and what is searched for in it. */
export function routeOf(hash) {
	const [name, query = ''] = hash.replace(/^#/, '').split('?', 2);
	const params = Object.fromEntries(new URLSearchParams(query));
	const [, channel, to] = /^to-(sms|viber|email)-(.+)$/.exec(name) ?? [];
	if (to) return { ...params, view: 'messages', channel, to: decoded(to) };
	const [, number] = /^request-(\d+)$/.exec(name) ?? [];
	if (number) return { ...params, view: 'requests', number: Number(number) };
	return { ...params, view: views.includes(name) ? name : 'messages' };
}

/** The address that shows something; what is not given is not in it. */
export function addressOf({ view, channel, to, number, ...params }) {
	const rest = to || channel === undefined ? params : { channel, ...params };
	const given = Object.entries(rest).filter(([, value]) => value);
	const query = given.length > 0 ? `?${new URLSearchParams(given)}` : '';
	if (to) return `#to-${channel}-${encodeURIComponent(to.toWellFormed())}${query}`;
	return `#${number ? `request-${number}` : view}${query}`;
}

function decoded(text) {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}
