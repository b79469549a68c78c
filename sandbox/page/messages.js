import { html, nothing } from './lit/lit-html.js';
import { addressOf } from './address.js';
import { apiKey } from './state.js';
import { savedState } from './controls.js';
import { avatar, choice, copyButton, empty, list, loading, panel, search } from './pieces.js';
import { requestLine } from './requests.js';
import { marks, thread } from './thread.js';
import { waveIn } from './wave.js';
import { ago, conversationsOf, counted, finderOf, stateOf } from './words.js';

const channels = { sms: 'SMS', viber: 'Viber', email: 'Email' };

function matching({ messages, route, now }) {
	const found = messages.filter(finderOf(route.find));
	if (!route.state) return found;
	return found.filter((message) => stateOf(message, now) === Number(route.state));
}

function tabs(byChannel, { route }, channel) {
	return html`<nav class="tabs" aria-label="Channels">
		${Object.entries(channels).map(([key, name]) => {
			const href = addressOf({ ...route, to: undefined, channel: key });
			return html`<a href=${href} aria-current=${key === channel}>
				${name} <small>${(byChannel.get(key) ?? []).length.toLocaleString('en')}</small>
			</a>`;
		})}
	</nav>`;
}

const failed = 3;

/** How far a message is: a sign, or the word where it has failed. */
const stateMark = (reached, name) =>
	reached === failed
		? html`<span class="tag state-3">${name}</span>`
		: html`<span class="dot state-${reached}" role="img" aria-label=${name}
				>${marks[reached]}</span
			>`;

function conversationRow({ id, messages }, { route, now, stateNames }, channel, open) {
	const latest = messages.at(-1);
	const reached = stateOf(latest, now);
	const href = addressOf({ ...route, channel, to: id });
	return html`<a class="row" href=${href} aria-current=${id === open?.id}>
		${avatar(id)}
		<span>
			<span class="line"
				><strong>${latest.name}</strong><time>${ago(latest.sentAt, now)}</time></span
			>
			<span class="line">
				<span class="snippet">${latest.subject ?? latest.parts[0].text.slice(0, 200)}</span>
				${stateMark(reached, stateNames[reached])}
			</span>
		</span>
	</a>`;
}

/** Its name in n8n. */
const firstExample = '01 Send your first SMS';
const example = () => `curl ${location.origin}/v1/sms/single \\
  -H 'X-ApiKey: ${apiKey}' \\
  -H 'Accept: application/json' \\
  -H 'Content-Type: application/json' \\
  -d '{"to":"37060012345","from":"Shop","text":"Hello"}'`;

function nothingHere({ route }, channel) {
	if (route.find || route.state) return `No ${channels[channel]} messages match.`;
	if (channel !== 'sms') return `No ${channels[channel]} messages yet.`;
	return 'No SMS yet.';
}

/** On the phone, while nothing has come: what to do first. */
const firstSteps = () =>
	html`<div class="first">
		<h2>Send your first SMS</h2>
		<ol>
			<li>In n8n, open <strong>${firstExample}</strong>.</li>
			<li>Select <strong>Execute workflow</strong>.</li>
		</ol>
		<p>The SMS appears here. No real SMS is sent.</p>
		<details>
			<summary>Without n8n, from a terminal</summary>
			<pre tabindex="0">${example()}</pre>
			${copyButton('Copy', example, 'Copy the command')}
		</details>
	</div>`;

const earlier = (left) =>
	left > 0 ? empty(`${counted(left, 'earlier message')} not shown`) : nothing;

function phone({ route, messages, beside: { totals } }, channel, open) {
	const all = open ? messages.filter((one) => one.to === open.id && one.channel === channel) : [];
	const shown = open?.messages ?? [];
	const count = counted(all.length, 'message');
	const back = addressOf({ ...route, to: undefined, channel });
	return html`<section class="phone" aria-label="Conversation" data-channel=${channel}>
		<header>
			<a class="back" href=${back} aria-label="Back to the conversations">‹</a>
			${open ? avatar(open.id) : nothing}
			<div>
				<h2>${open ? `Phone of ${shown[0].name}` : 'Phone'}</h2>
				<small>${shown.length < all.length ? `${shown.length} of ${count} match` : count}</small>
			</div>
		</header>
		${totals.messages > 0 ? thread(`thread ${channel} ${open?.id}`, shown) : firstSteps()}
	</section>`;
}

const balanceRow = ([currency, amount]) =>
	html`<p>
		<strong>${amount.toLocaleString('en', { minimumFractionDigits: 2 })}</strong> ${currency}
	</p>`;

export const campaignRow = ({ name, state, sent, recipients }) =>
	html`<div class="campaign">
		<p class="line"><strong>${name}</strong><span class="tag ${state}">${state}</span></p>
		<progress max=${recipients} value=${sent} aria-label="${name}: sent"></progress>
		<small>${sent} of ${recipients} sent</small>
	</div>`;

/** What a form or an agent that anybody can reach brings, if bots have found it. */
function wave({ messages }) {
	const found = waveIn(messages);
	if (!found) return nothing;
	const { numbers, countries } = found;
	const others = countries.slice(6);
	const rest = others.reduce((sum, [, count]) => sum + count, 0);
	const rows = [...countries.slice(0, 6), ...(rest ? [['Other countries', rest]] : [])];
	return panel(
		'A wave',
		html`<p>
				${numbers.toLocaleString('en')} numbers of ${countries.length} countries in a minute, each
				by a request of its own. Customers don’t do that, bots do.
			</p>
			${rows.map(([country, count]) => html`<p class="line"><span>${country}</span>${count}</p>`)}
			<p>
				What to set: <a href="/_sandbox/page/docs/public-forms.md">Put a form on the internet</a>
			</p>`,
	);
}

function beside(data) {
	const { requests } = data;
	const { settings, campaigns, totals } = data.beside;
	const latest = requests.slice(-8).reverse();
	return html`<aside class="beside" aria-label="Account">
		${wave(data)}
		${panel(
			'Balance',
			html`<div class="balance">${Object.entries(settings.balance).map(balanceRow)}</div>`,
		)}
		${panel(
			'Campaigns',
			list('latest campaigns', campaigns.slice(0, 3), campaignRow, 'No campaigns yet.'),
		)}
		${panel(
			'Latest requests',
			html`${list('latest requests', latest, requestLine, 'No requests yet.')}
			${totals.requests > latest.length
				? html`<a class="more" href="#requests">All ${counted(totals.requests, 'request')}</a>`
				: nothing}`,
		)}
		${savedState(data)}
	</aside>`;
}

/** Conversations on a phone, and what stands beside them. */
export function messages(state) {
	const { route } = state;
	const { channel = 'sms' } = route;
	const byChannel = Map.groupBy(matching(state), (message) => message.channel);
	const conversations = conversationsOf(byChannel.get(channel) ?? []);
	const open =
		conversations.find(({ id }) => id === route.to) ?? (route.to ? undefined : conversations[0]);
	const row = (one) => conversationRow(one, state, channel, open);
	const isLoading = state.beside.totals.messages > 0 && state.messages.length === 0;
	const states = state.stateNames.map((name, index) => [String(index), name]);
	return html`<div class="messages ${route.to ? 'is-open' : ''}">
		<section class="inbox" aria-label="Conversations">
			<search class="filter">
				${search('Search numbers, names, texts', route.find)}
				${choice('Any state', 'state', states)}
			</search>
			${tabs(byChannel, state, channel)}
			<div class="rows">
				${isLoading
					? loading()
					: list('conversations', conversations, row, nothingHere(state, channel))}
				${earlier(state.beside.totals.messages - state.messages.length)}
			</div>
		</section>
		${phone(state, channel, open)} ${beside(state)}
	</div>`;
}
