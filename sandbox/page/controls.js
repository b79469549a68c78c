import { html, nothing } from './lit/lit-html.js';
import { panel } from './pieces.js';
import { answerTo, ask, change, state } from './state.js';

/** What a request can meet. */
const offers = [
	{ kind: 'status', status: 400 },
	{ kind: 'status', status: 429, retryAfter: 2 },
	{ kind: 'status', status: 503 },
	{ kind: 'status', status: 401 },
	{ kind: 'drop', accepted: true },
	{ kind: 'timeout' },
];
const statuses = { 400: 'Refused', 401: 'Wrong key', 429: 'Busy', 503: 'Unavailable' };
const kinds = {
	drop: 'Answer lost',
	timeout: 'Never answered',
	html: 'Answered with a web page',
	empty: 'Answered with nothing',
	invalidJson: 'Answered with half a JSON',
};

function whatHappens({ kind, status, accepted }) {
	const words = kinds[kind] ?? `${statuses[status] ?? 'Answered'} (${status})`;
	return accepted ? `${words}, though accepted` : words;
}

const sends = 'sends';

function toWhich({ count, after, method, path, sends }) {
	const some = count === 1 ? 'the next request' : `the next ${count} requests`;
	const words = [count === null ? 'every request' : some, method && `by ${method}`];
	return [
		...words,
		sends && 'that sends something',
		path && `to ${path}`,
		after > 0 && `after ${after} more`,
	]
		.filter(Boolean)
		.join(' ');
}

const usual = (choices) => Object.entries(choices).map(([name, [first]]) => [name, first]);

/** What is not as usual, each with how to end it. */
export function troublesOf({ beside, choices }) {
	const { faults, latencyMs, requestsPerSecond, dialect, balance } = beside.settings;
	const shapes = usual(choices).filter(([name, first]) => dialect[name] !== first);
	const isPoor = balance.EUR < 0.04;
	return [
		...faults.map((fault) => ({
			text: `${whatHappens(fault)}: ${toWhich(fault)}`,
			end: () => ask('DELETE', `faults/${fault.id}`),
		})),
		latencyMs > 0 && {
			text: `Slow: each answer takes ${latencyMs / 1_000} s`,
			end: () => ask('POST', 'latency', { ms: 0 }),
		},
		requestsPerSecond !== null && {
			text: `Rate limit: ${requestsPerSecond} requests per second`,
			end: () => ask('POST', 'rate-limit', { requestsPerSecond: null }),
		},
		isPoor && {
			text: 'Out of money: the balance does not pay for an SMS',
			end: () => ask('POST', 'balance', { EUR: 1_000 }),
		},
		shapes.length > 0 && {
			text: `Other answers: ${shapes.map(([name]) => `${name} ${dialect[name]}`).join(', ')}`,
			end: () => ask('POST', 'dialect', {}),
		},
	].filter(Boolean);
}

const endAll = (troubles) => () => troubles.forEach(({ end }) => void end());

const troubleRow = ({ text, end }) =>
	html`<p class="line trouble">
		<span>${text}</span>
		<button type="button" class="soft" aria-label="End: ${text}" @click=${end}>End</button>
	</p>`;

const option = (value, text, selected = false) =>
	html`<option value=${value} .selected=${selected}>${text}</option>`;

function makeItFail(event) {
	event.preventDefault();
	const { offer, count, where } = Object.fromEntries(new FormData(event.target));
	const which = where === sends ? { sends: true } : where !== '' && { path: where };
	void ask('POST', 'faults', {
		...{ ...offers[offer], ...which },
		count: count === 'all' ? null : Number(count),
	});
}

/** The paths of the service as a fault names them: its beginning is enough. */
function pathOptions() {
	const { paths = {} } = answerTo('openapi.json', 0) ?? {};
	const beginnings = Object.keys(paths).map((path) => path.split('{')[0]);
	return [...new Set(beginnings)].map((path) => option(path, path));
}

/** Has requests fail, and says what is on. */
export function failing(data) {
	const troubles = troublesOf(data);
	return panel(
		'Make it fail',
		html`<form @submit=${makeItFail}>
				<label>
					What happens
					<select name="offer">
						${offers.map((offer, index) => option(index, whatHappens(offer)))}
					</select>
				</label>
				<label>
					To how many
					<select name="count">
						${option(1, 'The next request')}
						${[2, 3, 5, 10].map((count) => option(count, `The next ${count} requests`))}
						${option('all', 'Every request, until you end it')}
					</select>
				</label>
				<label>
					Where
					<select name="where">
						${option(sends, 'Messages only')} ${option('', 'Any request')} ${pathOptions()}
					</select>
				</label>
				<button type="submit" class="soft">Make it fail</button>
			</form>
			<div role="status">
				${troubles.length > 0 ? troubles.map(troubleRow) : html`<small>Nothing fails now.</small>`}
			</div>
			${troubles.length > 1
				? html`<button type="button" class="plain" @click=${endAll(troubles)}>End all</button>`
				: nothing}`,
	);
}

const numberField = (label, value, set, limits = {}) =>
	html`<label>
		${label}
		<input
			type="number"
			min=${limits.min ?? 0}
			max=${limits.max ?? nothing}
			step="any"
			placeholder=${limits.placeholder ?? ''}
			.value=${String(value ?? '')}
			@change=${({ target }) => set(target.value === '' ? null : Number(target.value))}
		/>
	</label>`;

const steps = { '1 minute': 60_000, '1 hour': 3_600_000, '1 day': 86_400_000 };
const move = (advanceMs) => () => ask('POST', 'clock', { advanceMs });

/** How the service is, apart from single requests. */
export function settings({ beside, choices }) {
	const { latencyMs, requestsPerSecond, balance, dialect } = beside.settings;
	const setShape = (name) => (event) =>
		ask('POST', 'dialect', { ...dialect, [name]: event.target.value });
	const setBalance = (currency) => (amount) => ask('POST', 'balance', { [currency]: amount ?? 0 });
	return panel(
		'Settings',
		html`<p class="line">
				<span>Move the clock ahead</span>
				<span class="actions">
					${Object.entries(steps).map(
						([name, ms]) =>
							html`<button type="button" class="soft" @click=${move(ms)}>${name}</button>`,
					)}
				</span>
			</p>
			<div class="fields">
				${numberField('Balance in EUR', balance.EUR, setBalance('EUR'))}
				${numberField('Balance in USD', balance.USD, setBalance('USD'))}
				${numberField('Seconds per answer', latencyMs / 1_000, (seconds) =>
					ask('POST', 'latency', { ms: (seconds ?? 0) * 1_000 }),
				)}
				${numberField(
					'Requests per second',
					requestsPerSecond,
					(limit) => ask('POST', 'rate-limit', { requestsPerSecond: limit }),
					{ min: 1, placeholder: 'no limit' },
				)}
			</div>
			<details>
				<summary>Answers in other shapes</summary>
				<div class="fields">
					${Object.entries(choices).map(
						([name, words]) =>
							html`<label>
								${name}
								<select @change=${setShape(name)}>
									${words.map((word) => option(word, word, word === dialect[name]))}
								</select>
							</label>`,
					)}
				</div>
			</details>`,
	);
}

async function importFile({ target }) {
	const [file] = target.files;
	if (!file || !confirm('Forget what is here now, and begin with what the file holds?')) return;
	const saved = await file
		.text()
		.then(JSON.parse)
		.catch(() => undefined);
	target.value = '';
	if (saved !== undefined && (await ask('POST', 'import', saved))) {
		change({ imported: file.name, notice: '' });
		return;
	}
	const why = saved === undefined ? 'It is no JSON' : state.notice;
	change({ notice: `${file.name} can’t be imported. ${why}` });
}

/** All that is there as a file, to begin with another time. */
export const savedState = ({ imported }) =>
	panel(
		'Saved state',
		html`<p class="line">
				<a role="button" class="soft" href="/_sandbox/export" download="sandbox.json">Export</a>
				<label>
					Import
					<input type="file" accept="application/json,.json" @change=${importFile} />
				</label>
			</p>
			<small role="status">${imported ? `${imported} is imported.` : ''}</small>`,
	);
