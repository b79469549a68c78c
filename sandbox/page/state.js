import { addressOf, routeOf } from './address.js';

/** The account that this page shows, if it is not the sandbox's own; the address before the # names it. */
export const account = new URLSearchParams(location.search).get('account') ?? '';
export const apiKey = ['sandbox-key', account].filter(Boolean).join('-');

/** Where a control is, for this account. */
export const controlAt = (path) =>
	`/_sandbox/${path}${account && `${path.includes('?') ? '&' : '?'}account=${encodeURIComponent(account)}`}`;

/** The page holds this many rows at most, the latest ones. */
const kept = { messages: 10_000, requests: 10_000, contacts: Infinity };

/** All that the page shows. `change`, `go`, and what the sandbox tells change it, and draw the page again. */
export const state = {
	route: routeOf(location.hash),
	connected: false,
	/** How far the sandbox's clock is ahead of this machine's, in milliseconds. */
	ahead: 0,
	now: Date.now(),
	messages: [],
	requests: [],
	contacts: [],
	/** Balance, totals, campaigns, suppressed numbers: undefined until the sandbox has told. */
	beside: undefined,
	/** How many rows of each list are shown, where somebody asked for more. */
	shown: {},
	/** How often somebody came back to the page: meanwhile, n8n's workflows may have changed. */
	looked: 0,
	/** How often the sandbox has told something. */
	told: 0,
	notice: '',
};

let draw;
export const drawWith = (drawPage) => {
	draw = drawPage;
};

export function change(values) {
	Object.assign(state, values);
	draw();
}

/** Changes what the address says, such as what is searched for, without a new entry in the browser's history. */
export function go(values) {
	const route = { ...state.route, ...values };
	history.replaceState(null, '', addressOf(route));
	change({ route, shown: {} });
}

/** Takes what the sandbox tells: rows that are new or have changed, and what stands beside them. */
export function take({ now, anew, ...told }) {
	if (anew) fetched.clear();
	for (const [name, most] of Object.entries(kept)) {
		const { [name]: rows = [] } = told;
		delete told[name];
		if (!anew && rows.length === 0) continue;
		const all = [...(anew ? [] : state[name]), ...rows].map((row) => [row.id, row]);
		const sorted = [...new Map(all).values()].sort((one, other) => one.number - other.number);
		state[name] = sorted.slice(-most);
	}
	if (now) state.ahead = now - Date.now();
	change({ ...told, told: state.told + 1 });
}

/** The answer of a control that isn't ready yet, which is no refusal. */
export const notYet = Symbol('not yet');

/** Asks one of the sandbox's controls for something; the page shows what it refuses. */
export async function ask(method, path, body = {}) {
	const headers = { 'content-type': 'application/json' };
	const sent = method === 'POST' ? { headers, body: JSON.stringify(body) } : {};
	const answer = await fetch(controlAt(path), { method, ...sent }).catch(() => undefined);
	const said = await answer?.json().catch(() => undefined);
	if (answer?.ok) return said;
	if (answer?.status === 503 && method === 'GET') return notYet;
	const silence = 'The sandbox doesn’t answer. Check that it still runs';
	change({ notice: said?.error?.message ?? silence });
	return undefined;
}

const fetched = new Map();

/** What a control answers to a GET: undefined until it has, null if it refuses, or `notYet`; asked anew for each version. */
export function answerTo(path, version) {
	const known = fetched.get(path);
	if (known && known.version === version) return known.value;
	const entry = { version, value: known?.value };
	fetched.set(path, entry);
	void ask('GET', path).then((value) => {
		entry.value = value ?? null;
		draw();
	});
	return entry.value;
}
