import { element, time } from './element.js';

const empty = (text) => [element('p', { class: 'empty' }, [text])];

function fill(id, rows, whenEmpty) {
	document.getElementById(id).replaceChildren(...(rows.length > 0 ? rows : empty(whenEmpty)));
}

const balanceRow = ({ amount, currency }) =>
	element('p', {}, [
		element('strong', {}, [amount.toLocaleString('en', { minimumFractionDigits: 2 })]),
		` ${currency}`,
	]);

function campaignRow({ name, state, sent, recipients }) {
	const bar = element('progress', { max: recipients, value: sent, 'aria-label': `${name}: sent` });
	return element('div', { class: 'campaign' }, [
		element('p', { class: 'line' }, [
			element('strong', {}, [name]),
			element('span', { class: `tag ${state}` }, [state]),
		]),
		bar,
		element('small', {}, [`${sent} of ${recipients} sent`]),
	]);
}

const numberRow = (number, about) =>
	element('p', { class: 'line' }, [
		element('span', { class: 'number' }, [number]),
		element('small', { class: 'snippet', title: about }, [about]),
	]);

/** What is known of a contact: first whether it may be written to, then its own fields. */
function aboutContact({ consent, contactId, phoneNumber, created, updated, ...fields }) {
	const given = Object.entries(consent).map(([channel, status]) => `${channel} ${status}`);
	const values = Object.values(fields).filter((value) => value !== '' && Object(value) !== value);
	return [...given, ...values].join(', ');
}

const opened = new Set();
let shownRequests;

/** A request as one line, which opens to show what was sent and what was answered. */
function requestRow({ method, path, query, status, time: at, body, answer }, number) {
	const line = element('summary', { class: 'line request', 'data-focus': `request-${number}` }, [
		element('time', {}, [time(at)]),
		element('span', { class: 'path', title: `${method} ${path}` }, [`${method} ${path}`]),
		element('span', { class: `status ${status === null || status >= 400 ? 'bad' : ''}` }, [
			status === null ? 'none' : String(status),
		]),
	]);
	const parts = Object.entries({ Query: query, Body: body, Answer: answer || 'none' });
	const details = parts.flatMap(([name, text]) =>
		text ? [element('small', {}, [name]), element('pre', { tabindex: '0' }, [text])] : [],
	);
	const row = element('details', {}, [line, ...details]);
	row.open = opened.has(number);
	row.addEventListener('toggle', () => opened[row.open ? 'add' : 'delete'](number));
	return row;
}

/** Leaves what somebody reads alone as long as no other request has come. */
function renderRequests({ total, latest }) {
	const wanted = JSON.stringify(latest);
	if (wanted === shownRequests) return;
	shownRequests = wanted;
	fill(
		'requests',
		latest.map((request, index) => requestRow(request, total - index)),
		'No requests yet.',
	);
	const { length } = latest;
	document.getElementById('requests-title').textContent =
		total > length ? `Requests: the latest ${length} of ${total}` : `Requests (${total})`;
}

/** Balance, campaigns, contacts, suppressed numbers and requests, beside the conversation. */
export function renderBeside({ names, balance, campaigns, contacts, suppressed, requests }) {
	fill('balance', balance.map(balanceRow), '');
	fill('campaigns', campaigns.map(campaignRow), 'No campaigns yet.');
	const contactRows = contacts.latest.map((one) =>
		numberRow(names[one.phoneNumber], aboutContact(one)),
	);
	fill('contacts', contactRows, 'No contacts yet.');
	document.getElementById('contacts-title').textContent = `Contacts (${contacts.total})`;
	const suppressedRows = suppressed.map(({ phoneNumber, reason = '' }) =>
		numberRow(names[phoneNumber], reason),
	);
	fill('suppressed', suppressedRows, 'No number is suppressed.');
	renderRequests(requests);
}
