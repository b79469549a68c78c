const views = ['messages', 'requests', 'people', 'rehearse'];
const channels = ['sms', 'viber', 'email'];
/** What is searched for, and of which state or status. */
const filters = ['find', 'state', 'status'];

/** What an address shows: `#to-sms-37060012345?find=hello` is a conversation, and what is searched for in it. */
export function routeOf(hash) {
	const [name, query = ''] = hash.replace(/^#/, '').split('?', 2);
	const given = Object.fromEntries(new URLSearchParams(query));
	const params = Object.fromEntries(filters.map((filter) => [filter, given[filter]]));
	const [, channel, to] = /^to-(sms|viber|email)-(.+)$/.exec(name) ?? [];
	// As a parameter: it then never fails to be read.
	const decoded = new URLSearchParams(`to=${to}`).get('to');
	if (to) return { ...params, view: 'messages', channel, to: decoded };
	const [, number] = /^request-(\d+)$/.exec(name) ?? [];
	if (number) return { ...params, view: 'requests', number: Number(number) };
	const chosen = channels.find((one) => one === given.channel);
	return { ...params, channel: chosen, view: views.includes(name) ? name : 'messages' };
}

/** The address that shows something; what is not given is not in it. */
export function addressOf({ view, channel, to, number, ...params }) {
	const rest = to || number ? params : { ...params, channel };
	const query = new URLSearchParams(Object.entries(rest).filter(([, value]) => value));
	const name = to
		? `to-${channel}-${encodeURIComponent(to.toWellFormed())}`
		: number
			? `request-${number}`
			: view;
	return `#${name}${query.size > 0 ? `?${query}` : ''}`;
}
