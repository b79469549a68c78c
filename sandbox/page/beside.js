import { element, formatNumber, time } from './element.js';

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

const suppressedRow = ({ phoneNumber, reason }) =>
	element('p', { class: 'line' }, [
		element('span', {}, [formatNumber(phoneNumber)]),
		element('small', {}, [reason ?? '']),
	]);

const requestRow = ({ method, path, status, time: at }) =>
	element('p', { class: 'line request', title: `${method} ${path} at ${time(at)}` }, [
		element('span', { class: 'path' }, [`${method} ${path}`]),
		element('span', { class: `status ${status === null || status >= 400 ? 'bad' : ''}` }, [
			status === null ? 'none' : String(status),
		]),
	]);

/** Balance, campaigns, suppressed numbers and requests, beside the conversation. */
export function renderBeside({ balance, campaigns, suppressed, requests }) {
	fill('balance', balance.map(balanceRow), '');
	fill('campaigns', campaigns.map(campaignRow), 'No campaigns yet.');
	fill('suppressed', suppressed.latest.map(suppressedRow), 'No number is suppressed.');
	fill('requests', requests.latest.map(requestRow), 'No requests yet.');
	document.getElementById('requests-title').textContent = `Requests (${requests.total})`;
}
