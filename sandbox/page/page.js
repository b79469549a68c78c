// What the sandbox has sent, kept up to date by server-sent events. Everything that came from
// outside goes into the page as text, never as HTML.
import { renderBeside } from './beside.js';
import { renderThread } from './thread.js';
import { ago, element, hueOf, time } from './element.js';

const channels = { sms: 'SMS', viber: 'Viber', email: 'Email' };
const byId = (id) => document.getElementById(id);

let view;
let channel = 'sms';
let chosen;
let clockAhead = 0;

/** The messages of a channel by recipient, the conversation with the latest message first. */
function conversationsOf(wanted) {
	const byRecipient = new Map();
	for (const message of view.messages) {
		if (message.channel !== wanted) continue;
		const conversation = byRecipient.get(message.to) ?? [];
		byRecipient.delete(message.to);
		byRecipient.set(message.to, [...conversation, message]);
	}
	return [...byRecipient].map(([to, messages]) => ({ to, messages })).reverse();
}

const count = (wanted) => view.messages.filter((message) => message.channel === wanted).length;

function renderTabs() {
	const tabs = Object.entries(channels).map(([key, name]) => {
		const tab = element('button', { type: 'button', 'data-focus': `tab-${key}` }, [
			name,
			element('small', {}, [` ${count(key)}`]),
		]);
		tab.setAttribute('aria-pressed', String(key === channel));
		tab.addEventListener('click', () => {
			channel = key;
			chosen = undefined;
			render();
		});
		return tab;
	});
	byId('tabs').replaceChildren(...tabs);
}

/** The worst state among a conversation's latest message's parts, as the colour of its dot. */
function dotOf(message) {
	const states = message.parts.map((part) => part.state);
	const state = states.includes(3) ? 3 : Math.min(...states);
	const title = message.parts.map((part) => part.stateName).join(', ');
	return element('span', { class: `dot state-${state}`, title }, [state < 2 ? '○' : '●']);
}

function avatarOf(to) {
	const initials = to.includes('@') ? to.slice(0, 1).toUpperCase() : to.slice(-2);
	const avatar = element('span', { class: 'avatar', 'aria-hidden': 'true' }, [initials]);
	avatar.style.setProperty('--hue', hueOf(to));
	return avatar;
}

function conversationRow({ to, messages }) {
	const latest = messages.at(-1);
	const row = element('button', { type: 'button', class: 'row', 'data-focus': `row-${to}` }, [
		avatarOf(to),
		element('span', {}, [
			element('span', { class: 'line' }, [
				element('strong', {}, [view.names[to]]),
				element('time', {}, [ago(latest.sent, Date.now() + clockAhead)]),
			]),
			element('span', { class: 'line' }, [
				element('span', { class: 'snippet' }, [latest.subject ?? latest.parts[0].text]),
				dotOf(latest),
			]),
		]),
	]);
	row.setAttribute('aria-current', String(to === chosen));
	row.addEventListener('click', () => {
		chosen = to;
		byId('main').dataset.open = 'thread';
		render();
	});
	return row;
}

function emptyInbox() {
	const example = `curl ${location.origin}/v1/sms/single \\
  -H 'X-ApiKey: sandbox-key' \\
  -H 'Accept: application/json' \\
  -H 'Content-Type: application/json' \\
  -d '{"to":"37060012345","from":"Shop","text":"Hello"}'`;
	if (channel !== 'sms') {
		return [element('p', { class: 'empty' }, [`No ${channels[channel]} messages yet.`])];
	}
	return [
		element('p', { class: 'empty' }, ['Nothing was sent yet. Send an SMS from n8n, or try:']),
		element('pre', {}, [example]),
	];
}

function renderConversations() {
	const conversations = conversationsOf(channel);
	if (!conversations.some(({ to }) => to === chosen)) {
		chosen = conversations[0]?.to;
		delete byId('main').dataset.open;
	}
	const rows = conversations.map(conversationRow);
	const left = view.total - view.messages.length;
	if (left > 0) {
		rows.push(element('p', { class: 'empty' }, [`and ${left} earlier messages, not shown`]));
	}
	byId('conversations').replaceChildren(...(rows.length > 0 ? rows : emptyInbox()));
	return conversations.find(({ to }) => to === chosen);
}

function renderPhone(conversation) {
	byId('main').dataset.channel = channel;
	byId('recipient').textContent = conversation ? view.names[conversation.to] : 'No conversation';
	const { length } = conversation?.messages ?? [];
	byId('summary').textContent = `${length} ${length === 1 ? 'message' : 'messages'}`;
	byId('avatar').replaceWith(conversation ? avatarOf(conversation.to) : element('span', {}));
	document.querySelector('.phone header > span').id = 'avatar';
	renderThread(byId('thread'), conversation, channel);
}

function render() {
	const focused = document.activeElement?.dataset?.focus;
	renderTabs();
	renderPhone(renderConversations());
	renderBeside(view);
	if (focused)
		document.querySelector(`[data-focus="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
}

function showConnection(connected) {
	byId('live').textContent = connected ? 'live' : 'not connected, trying again';
	byId('live').classList.toggle('on', connected);
}

const post = (path, body = {}) =>
	fetch(path, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(body),
	});

byId('advance').addEventListener('click', () => post('/_sandbox/clock', { advanceMs: 60_000 }));
byId('reset').addEventListener('click', () => {
	if (confirm('Forget all messages, campaigns, contacts and settings?')) post('/_sandbox/reset');
});
byId('back').addEventListener('click', () => delete byId('main').dataset.open);

function showClock() {
	byId('clock').textContent = time(Date.now() + clockAhead);
}
setInterval(showClock, 250);
// Nothing new may come for long, but the ages of the messages go on.
setInterval(() => view && render(), 30_000);

const events = new EventSource('/_sandbox/events');
events.addEventListener('open', () => showConnection(true));
events.addEventListener('error', () => showConnection(false));
events.addEventListener('message', ({ data }) => {
	const received = JSON.parse(data);
	clockAhead = received.now - Date.now();
	view = received.view;
	showClock();
	render();
});
