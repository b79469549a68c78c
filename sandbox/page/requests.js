import { html, nothing } from './lit/lit-html.js';
import { addressOf } from './address.js';
import { asCurl } from './curl.js';
import { choice, copyButton, doing, empty, list, loading, search } from './pieces.js';
import { answerTo, apiKey, ask } from './state.js';
import { finderOf, time } from './words.js';

const wordOf = (status) => (status === null ? 'No answer' : String(status));

const statusTag = (status) =>
	html`<span class="status ${status === null || status >= 400 ? 'bad' : ''}"
		>${wordOf(status)}</span
	>`;

const line = ({ time: at, method, path, status }) =>
	html`<time>${time(at)}</time>
		<span class="path">${method} ${path}</span>
		${statusTag(status)}`;

/** A request as one line, which leads to all of it. */
export const requestLine = (request) =>
	html`<a class="line request" href="#request-${request.number}">${line(request)}</a>`;

const recipients = ({ name, others }) =>
	others > 0 ? `${name} and ${others.toLocaleString('en')} more` : name;

const requestRow = (request, route) =>
	html`<a
		class="row"
		href=${addressOf({ ...route, number: request.number })}
		aria-current=${request.number === route.number}
	>
		<span>
			<span class="line request">${line(request)}</span>
			<span class="line">
				<span class="snippet">${recipients(request)}</span>
				<small>Request ${request.number}</small>
			</span>
		</span>
	</a>`;

/** JSON in lines, anything else as it came. */
function pretty(value) {
	try {
		return JSON.stringify(typeof value === 'string' ? JSON.parse(value) : value, null, 2);
	} catch {
		return value;
	}
}

const isEmpty = (value) => value === undefined || JSON.stringify(value) === '{}';

/** What a request has of something; what it hasn't takes no room. */
const section = (title, value) =>
	isEmpty(value)
		? nothing
		: html`<h3>${title}</h3>
				<pre tabindex="0">${pretty(value)}</pre>`;

const accepted =
	'The service accepted this request and carried it out, but the sender couldn’t tell.';
const shownText = () => document.querySelector('.in-full').innerText;

/** Leads to the first message that the service sent for a request. */
const messageLink = ({ channel, to }) =>
	html`<a href=${addressOf({ view: 'messages', channel, to })}>Show the message</a>`;

function requestInFull(row, messages) {
	const request = answerTo(`requests/${row.number}`, row.change);
	if (!request) return request === null ? empty('This request is gone.') : loading();
	const { number, method, path, status, query, headers, body, answer } = request;
	const sent = messages.find(({ requestNumber }) => requestNumber === number);
	const isUnknown = request.accepted && (status === null || request.isFaulty);
	const again = async () => await ask('POST', `requests/${number}/again`);
	return html`<div class="in-full">
			<h2>${method} ${path}</h2>
			<p class="line">
				<small>Request ${number} at ${time(request.time)}</small>${statusTag(status)}
			</p>
			${isUnknown ? html`<p>${accepted}</p>` : nothing} ${section('Query', query)}
			${section('Body', body)} ${section('Answer', answer)} ${section('Headers', headers)}
		</div>
		<p class="actions">
			${doing('Send again', 'Sent again', again, 'Send again', 'main')}
			${copyButton('Copy as text', shownText)}
			${copyButton('Copy as curl', () => `KEY=${apiKey}\n${asCurl(request, location.origin)}`)}
			${sent ? messageLink(sent) : nothing}
		</p>`;
}

/** All requests that the sandbox keeps, and one of them in full. */
export function requests({ requests: all, messages, route, beside }) {
	const found = all.filter(finderOf(route.find));
	const shown = found
		.filter(({ status }) => !route.status || wordOf(status) === route.status)
		.reverse();
	const statuses = [...new Set(all.map(({ status }) => wordOf(status)))].sort();
	const open = all.find(({ number }) => number === route.number);
	const missing = route.number ? 'This request is gone.' : 'Select a request to see all of it.';
	const row = (request) => requestRow(request, route);
	const none = all.length > 0 ? 'No requests match.' : 'No requests yet.';
	const left = beside.totals.requests - all.length;
	const back = addressOf({ ...route, number: undefined });
	return html`<div class="requests ${route.number ? 'is-open' : ''}">
		<section class="inbox" aria-label="Requests">
			<search class="filter">
				${search('Search paths, recipients', route.find)}
				${choice('Any status', 'status', statuses)}
			</search>
			<div class="rows">
				${list('requests', shown, row, none)}
				${left > 0 ? empty(`${left.toLocaleString('en')} earlier ones are not kept`) : nothing}
			</div>
		</section>
		<section class="whole" aria-label="Request" tabindex="0">
			<a class="back" href=${back} aria-label="Back to the requests">‹</a>
			${open ? requestInFull(open, messages) : empty(missing)}
		</section>
	</div>`;
}
