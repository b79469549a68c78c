const views = ['messages', 'check', 'failures', 'people', 'requests'];
const channels = ['sms', 'viber', 'email'];

/**
 * What an address shows: `#messages?to=37060012345&find=hello` is a conversation, and what is searched for in it;
 * `#request-12` is a request.
 */
export function routeOf(hash) {
	const [name, query] = hash.replace(/^#/, '').split('?', 2);
	const [, number] = /^request-(\d+)$/.exec(name) ?? [];
	const view = number ? 'requests' : name;
	const { channel, ...given } = Object.fromEntries(new URLSearchParams(query));
	return {
		...given,
		view: views.includes(view) ? view : 'messages',
		channel: channels.includes(channel) ? channel : undefined,
		number: Number(number) || undefined,
	};
}

/** The address that shows something; what is not given is not in it. */
export function addressOf({ view, number, ...params }) {
	const query = new URLSearchParams(Object.entries(params).filter(([, value]) => value));
	return `#${number ? `request-${number}` : view}${query.size > 0 ? `?${query}` : ''}`;
}
