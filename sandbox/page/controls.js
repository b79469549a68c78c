import { html, noChange, nothing } from './lit/lit-html.js';
import { button, panel, select } from './pieces.js';
import { answerTo, ask, change, controlAt, state } from './state.js';
import { aheadInWords } from './words.js';

/** What a request can meet, as a fault of the sandbox. */
const offers = {
	'Refused (400)': { kind: 'status', status: 400 },
	'Busy (429)': { kind: 'status', status: 429, retryAfter: 2 },
	'Unavailable (503)': { kind: 'status', status: 503 },
	'Wrong key (401)': { kind: 'status', status: 401 },
	'Answer lost, though accepted': { kind: 'drop', accepted: true },
	'Never answered': { kind: 'timeout' },
};

/** A fault in words: one of the offers, or whatever somebody has asked for without the page. */
function whatHappens({ kind, status, accepted }) {
	const same = Object.entries(offers).find(
		([, one]) =>
			one.kind === kind && (one.status ?? status) === status && !one.accepted === !accepted,
	);
	return same?.[0] ?? `Fault ${kind} (${status})${accepted ? ', though accepted' : ''}`;
}

function toWhich({ count, after, method, path, sends }) {
	const some = count === 1 ? 'the next request' : `the next ${count} requests`;
	const words = [count === null ? 'every request' : some, sends && 'that sends something'];
	const place = [
		method && `by ${method}`,
		path && `to ${path}`,
		after > 0 && `after ${after} more`,
	];
	return [...words, ...place].filter(Boolean).join(' ');
}

/** What is not as usual, each with how to end it. */
export function troublesOf({ beside, choices }) {
	const { faults, latencyMs, requestsPerSecond, dialect, balance } = beside.settings;
	const shapes = Object.entries(dialect)
		.filter(([name, word]) => word !== choices[name][0])
		.map((shape) => shape.join(' '));
	const trouble = (text, path, usual) => ({ text, end: () => ask('POST', path, usual) });
	return [
		...faults.map((fault) => ({
			text: `${whatHappens(fault)}: ${toWhich(fault)}`,
			end: () => ask('DELETE', `faults/${fault.id}`),
		})),
		latencyMs > 0 && trouble(`Slow: ${latencyMs / 1_000} s per answer`, 'latency', { ms: 0 }),
		requestsPerSecond && trouble(`At most ${requestsPerSecond} requests per second`, 'rate-limit'),
		balance.EUR < 0.04 &&
			trouble('Out of money. End sets it back to 1,000 EUR.', 'balance', { EUR: 1_000 }),
		shapes.length > 0 && trouble(`Other answer formats: ${shapes.join(', ')}`, 'dialect'),
	].filter(Boolean);
}

const troubleRow = ({ text, end }) =>
	html`<p class="line">
		<span>${text}</span>
		${button('End', end, { label: `End: ${text}` })}
	</p>`;

const labeled = (label, ...choice) => html`<label>${label} ${select(label, ...choice)}</label>`;

function makeItFail(event) {
	event.preventDefault();
	const { offer, count, where } = Object.fromEntries(new FormData(event.target));
	const which = where.startsWith('/') ? { path: where } : { sends: where === 'messages' };
	const howMany = count === 'all' ? null : Number(count);
	void ask('POST', 'faults', { ...offers[offer], ...which, count: howMany });
}

/** The paths of the service as a fault names them: a beginning is enough. */
function pathOptions() {
	const { paths = {} } = answerTo('openapi.json', 0) ?? {};
	const beginnings = new Set(Object.keys(paths).map((path) => path.split('{')[0]));
	return [...beginnings];
}

/** Has requests fail, and says what is on. */
export function failing(data) {
	const troubles = troublesOf(data);
	const counts = [
		[1, 'The next request'],
		...[2, 3, 5, 10].map((count) => [count, `The next ${count} requests`]),
		['all', 'Every request, until you end it'],
	];
	const places = [['messages', 'Messages only'], ['', 'Any request'], ...pathOptions()];
	const what = Object.keys(offers);
	const endAll = () => troubles.forEach(({ end }) => void end());
	return panel(
		'Make it fail',
		html`<form @submit=${makeItFail}>
				${labeled('What happens', 'offer', what)} ${labeled('To how many', 'count', counts)}
				${labeled('Where', 'where', places)}
				<button type="submit" class="main">Make it fail</button>
			</form>
			<div role="status">
				${troubles.length > 0 ? troubles.map(troubleRow) : html`<small>Nothing fails now.</small>`}
			</div>
			${troubles.length > 1 ? button('End all', endAll) : nothing}`,
	);
}

/** A field that counts on Enter or when it is left; until then, nothing but the keyboard changes it. */
function number(label, value, set, least = 0) {
	const save = async ({ target }) => {
		const { value: typed } = target;
		const isSaved = await set(typed === '' ? null : Number(typed));
		if (isSaved) change({ notice: '' });
		// What was refused does not stay as if it counted.
		else target.value = value ?? '';
		// Meanwhile somebody may type in another field.
		const edited = state.edited === label ? undefined : state.edited;
		change({ edited, saved: isSaved && label });
	};
	return html`<label>
		${label}
		<input
			type="number"
			min=${least}
			step="any"
			placeholder="no limit"
			.value=${state.edited === label ? noChange : String(value ?? '')}
			@input=${() => change({ edited: label, saved: undefined })}
			@change=${save}
			@blur=${() => change({ edited: undefined })}
		/>
	</label>`;
}

const steps = { '1 minute': 60_000, '1 hour': 3_600_000, '1 day': 86_400_000 };
const step = ([name, advanceMs]) => button(name, () => ask('POST', 'clock', { advanceMs }));

const putBack = button('Back to now', () => ask('DELETE', 'clock'));
const ahead = (ms) => html`<p class="line"><span>It’s ${aheadInWords(ms)}</span> ${putBack}</p>`;

/** How the service is, apart from single requests. */
export function settings({ beside, choices, edited, saved }) {
	const { latencyMs, requestsPerSecond, balance, dialect } = beside.settings;
	const currency = (name) =>
		number(`Balance in ${name}`, balance[name], (amount) =>
			ask('POST', 'balance', { [name]: amount ?? 0 }),
		);
	const setDelay = (seconds) => ask('POST', 'latency', { ms: (seconds ?? 0) * 1_000 });
	const setLimit = (limit) => ask('POST', 'rate-limit', { requestsPerSecond: limit });
	const shape = ([name, words]) => {
		const set = (word) => ask('POST', 'dialect', { ...dialect, [name]: word });
		return labeled(name, name, words, dialect[name], set);
	};
	const rest = saved ? `${saved}: saved.` : 'To apply a number, press Enter or leave its field.';
	// Always a line: what is below must not move away from a click that leaves a field.
	const said = edited ? `${edited}: press Enter to save it.` : rest;
	return panel(
		'Settings',
		html`<p class="line">
				<span>Move the clock ahead</span>
				<span class="actions">${Object.entries(steps).map(step)}</span>
			</p>
			${beside.aheadMs > 0 ? ahead(beside.aheadMs) : nothing}
			<div class="fields">
				${currency('EUR')} ${currency('USD')}
				${number('Seconds per answer', latencyMs / 1_000, setDelay)}
				${number('Requests per second', requestsPerSecond, setLimit, 1)}
			</div>
			<details>
				<summary>Other answer formats</summary>
				<div class="fields">${Object.entries(choices).map(shape)}</div>
			</details>
			<small role="status">${said}</small>`,
	);
}

async function importFile({ target }) {
	const [file] = target.files;
	if (!file) return;
	const saved = await file
		.text()
		.then(JSON.parse)
		.catch(() => undefined);
	target.value = '';
	change({ fileSaid: '', notice: '' });
	if (saved === undefined || !(await ask('POST', 'import?check=true', saved))) {
		const why = saved === undefined ? 'It isn’t JSON' : state.notice;
		change({ notice: `${file.name} can’t be imported, and nothing was changed. ${why}` });
		return;
	}
	if (!confirm('Forget what is here now, and begin with what the file holds?')) return;
	if (await ask('POST', 'import', saved)) change({ fileSaid: `${file.name} is imported.` });
}

const exported = () => change({ fileSaid: 'sandbox.json is among your downloads.' });

/** All that is there as a file, to begin with another time. */
export const savedState = ({ fileSaid }) =>
	panel(
		'Save and load',
		html`<p class="actions">
				<a
					role="button"
					class="outline secondary"
					href=${controlAt('export')}
					download="sandbox.json"
					@click=${exported}
					>Export</a
				>
				<label class="outline">
					Import
					<input type="file" accept="application/json,.json" @change=${importFile} />
				</label>
			</p>
			<small>Everything except the requests and what arrived under Failures.</small>
			<small role="status">${fileSaid}</small>`,
	);
