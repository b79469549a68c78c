// What the sandbox has sent, kept up to date by server-sent events. lit-html puts every text into the
// page as text, never as HTML.
import { html, nothing, render } from './lit/lit-html.js';
import { addressOf, routeOf } from './address.js';
import { check } from './check.js';
import { failures } from './failures.js';
import { messages } from './messages.js';
import { people } from './people.js';
import { requests } from './requests.js';
import { troublesOf } from './controls.js';
import { button, select } from './pieces.js';
import { account, ask, change, controlAt, drawWith, state, take } from './state.js';
import { aheadInWords, counted, dayAndTime } from './words.js';

/** Each view is a function of the state. Its name is its address, and its word in the bar at the top. */
const views = { messages, check, failures, people, requests };
const titleOf = (view) => view.charAt(0).toUpperCase() + view.slice(1);

/** Each view is found as it was left: with its search, and what was selected. Its own link shows all of it. */
const left = {};
const addressOfView = (view, shown) => (view !== shown.view && left[view]) || `#${view}`;

const aboutSkipping =
	'Moves the sandbox’s clock 1 minute ahead, so that messages arrive and campaigns go on without waiting';
const skipMinute = () => ask('POST', 'clock', { advanceMs: 60_000 });
const aboutReset =
	'Forget all messages, requests, contacts, opted-out numbers, campaigns, and settings, and put the clock back?';
const reset = () => {
	if (confirm(aboutReset)) void ask('POST', 'reset');
};

/** A choice among the accounts, if there are several; each has the page to itself. */
function accountChoice({ beside, route }) {
	const names = [...new Set(['', account, ...(beside?.accounts ?? [])])];
	if (names.length < 2) return nothing;
	const show = (name) =>
		location.assign(`/${name && `?account=${name}`}${addressOf({ view: route.view })}`);
	const options = names.map((name) => [name, name || 'sandbox-key']);
	return select('Account', 'account', options, account, show);
}

const tag = (text, kind = '') => html`<a class="tag ${kind}" href="#failures">${text}</a>`;

/** Says in each view that something was made to fail, or that the clock was moved. */
function unusual(data) {
	if (!data.beside) return nothing;
	const { length } = troublesOf(data);
	return length > 0 ? tag(`${counted(length, 'failure')} set`, 'bad') : nothing;
}

/** Beside the clock, because it is about the clock. */
const ahead = ({ beside }) => (beside?.aheadMs > 0 ? tag(aheadInWords(beside.aheadMs)) : nothing);

const header = (data) => {
	const { connected, now, route } = data;
	return html`<header>
		<span class="logo"></span>
		<hgroup>
			<h1>Messaging Service <span>sandbox</span></h1>
			<p>
				<small role="status" class=${connected ? 'on' : ''}
					>${connected ? 'live' : 'not connected, trying again'}</small
				>
				${accountChoice(data)} ${unusual(data)}
			</p>
		</hgroup>
		<nav class="tabs" aria-label="Views">
			${Object.keys(views).map(
				(view) =>
					html`<a href=${addressOfView(view, route)} aria-current=${view === route.view}
						>${titleOf(view)}</a
					>`,
			)}
		</nav>
		<div class="clock">
			<span class="when"><time>${dayAndTime(now)}</time>${ahead(data)}</span>
			${button('Skip 1 minute', skipMinute, { title: aboutSkipping })} ${button('Reset', reset)}
		</div>
	</header>`;
};

const notice = ({ notice: text }) =>
	html`<div role="alert" class="notice">
		${text} ${text ? button('Close', () => change({ notice: '' })) : nothing}
	</div>`;

/** How many messages have come since somebody last saw the page, in front of its title. */
let seen = Infinity;
function newOnes({ beside }) {
	const messages = beside?.totals.messages ?? 0;
	if (document.visibilityState === 'visible') seen = messages;
	seen = Math.min(seen, messages);
	return messages > seen ? `(${(messages - seen).toLocaleString('en')}) ` : '';
}

function draw() {
	state.now = Date.now() + state.ahead;
	const { route } = state;
	left[route.view] = addressOf(route);
	document.title = `${newOnes(state)}${titleOf(route.view)} · Messaging Service sandbox`;
	const focused = document.activeElement;
	render(
		html`${header(state)} ${notice(state)}
			<main tabindex="-1">${state.beside ? views[route.view](state) : nothing}</main>`,
		document.body,
	);
	// A row that has moved to the top has lost it.
	if (focused !== document.activeElement && focused.isConnected)
		focused.focus({ preventScroll: true });
}

drawWith(draw);
draw();
// Nothing new may come for long, but the clock goes on, and messages with it.
setInterval(draw, 1_000);

document.addEventListener('visibilitychange', draw);
addEventListener('focus', () => change({ looked: state.looked + 1 }));

addEventListener('hashchange', () => {
	change({ route: routeOf(location.hash), shown: {}, notice: '' });
	// On a narrow page what was selected has gone, such as the row of a conversation.
	if (!document.activeElement.checkVisibility()) document.querySelector('main').focus();
});

const events = new EventSource(controlAt('events'));
events.addEventListener('open', () => change({ connected: true }));
events.addEventListener('error', () => change({ connected: false }));
events.addEventListener('message', ({ data }) => take(JSON.parse(data)));
