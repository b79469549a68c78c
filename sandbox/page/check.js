import { html, nothing } from './lit/lit-html.js';
import { button, empty, list } from './pieces.js';
import { answerTo, ask, change, state } from './state.js';
import { withoutFindings } from './words.js';

/** How the check is: asked for every second while one runs. */
let isRunning = false;
function checking({ looked }) {
	const now = answerTo('check', isRunning ? `${looked} ${Math.floor(Date.now() / 1_000)}` : looked);
	isRunning = now?.status === 'running';
	return now;
}

/** Asks for something that changes how the check is. */
const askNow = async (...what) => {
	await ask(...what);
	change({ looked: state.looked + 1 });
};

const start = (id) =>
	askNow('POST', 'check', { id, ...(state.seed !== undefined && { seed: state.seed }) });

function workflowRow({ id, name }) {
	const label = `Check: ${name}`;
	return html`<p class="line">
		<span>${name}</span>
		${isRunning ? nothing : button('Check', () => start(id), { label })}
	</p>`;
}

const setSeed = ({ target }) =>
	change({ seed: target.value === '' ? undefined : Number(target.value) });

/** The workflows of the local n8n, asked for anew whenever somebody may have changed them. */
function workflows({ looked, seed }) {
	const all = answerTo('check/workflows', looked);
	return html`<div>
		<div class="workflows" tabindex="0" role="region" aria-label="Workflows">
			${all
				? list('workflows', all, workflowRow, 'No workflow of your n8n uses the node yet.')
				: empty(all === null ? 'n8n doesn’t say which workflows it has.' : 'Loading')}
		</div>
		<label>
			Seed, to repeat the weather “changeable”
			<input
				type="number"
				min="0"
				max="2147483647"
				placeholder="any"
				.value=${String(seed ?? '')}
				@change=${setSeed}
			/>
		</label>
	</div>`;
}

const progress = ({ workflow, progress: { done, of, weather } = {} }) =>
	html`<p class="line">
			<span role="status"
				>${of
					? `Playing ${workflow}: ${weather}, ${done} of ${of}`
					: `Starting an n8n in which ${workflow ?? 'the workflow'} plays. It takes up to a minute.`}</span
			>
			${button('Cancel', () => askNow('DELETE', 'check'), { label: 'Cancel the check' })}
		</p>
		<progress max=${of ?? 1} value=${of ? done : nothing} aria-label="Progress"></progress>`;

const toldWords = new Map([
	[true, 'yes'],
	[false, 'no'],
	[null, '–'],
]);

const count = (value, isBad) => html`<td class=${isBad ? 'bad' : ''}>${value}</td>`;

const weatherRow = ({ weather, arrived, twice, refused, unknown, told }) =>
	html`<tr>
		<th scope="row">${weather}</th>
		${count(arrived)} ${count(twice, twice > 0)} ${count(refused)}
		${count(unknown, unknown > 0 && told === false)} ${count(toldWords.get(told), told === false)}
	</tr>`;

const columns = {
	Arrived: 'messages that went out',
	Twice: 'people who got the same more than once',
	Refused: 'requests that the service refused',
	Unknown: 'requests of which the workflow couldn’t know what became',
	Told: 'whether somebody learns of what went wrong; – if there was nothing to tell',
};

const terms = (pairs) =>
	html`<ul>
		${pairs.map(([name, words]) => html`<li><strong>${name}</strong>: ${words}</li>`)}
	</ul>`;

const table = (rows) =>
	html`<table class="check">
			<thead>
				<tr>
					<th scope="col">Weather</th>
					${Object.keys(columns).map((name) => html`<th scope="col">${name}</th>`)}
				</tr>
			</thead>
			<tbody>
				${rows.map(weatherRow)}
			</tbody>
		</table>
		<details>
			<summary>What the table says</summary>
			<p>Each column counts, in both plays:</p>
			${terms(Object.entries(columns))}
			<p>Each weather is something that happens:</p>
			${terms(rows.map(({ weather, happens }) => [weather, happens]))}
		</details>`;

/** The same advice for several weathers is given once. */
function adviceOf(rows) {
	const all = rows.flatMap(({ weather, findings }) =>
		findings.map((finding) => ({ weather, ...finding })),
	);
	const same = Map.groupBy(all, ({ sentence, advice, place }) =>
		JSON.stringify([sentence, advice, place]),
	);
	return [...same.values()].map((some) => ({
		...some[0],
		weathers: some.map(({ weather }) => weather).join(', '),
	}));
}

const findingRow = ({ weathers, sentence, advice, place }) =>
	html`<li>
		<strong>${weathers}</strong>: ${sentence} <strong>${advice}</strong>
		${place ? html`<br /><small>In n8n: ${place}</small>` : nothing}
	</li>`;

function verdictOf(rows, findings) {
	if (findings.length > 0)
		return 'Something goes wrong in some weather. Change this in n8n, and check again:';
	return withoutFindings(rows);
}

function report({ workflow, seed, replaced, rows }) {
	const findings = adviceOf(rows);
	return html`<h3>${workflow}</h3>
		<details open>
			<summary>What was replaced, so that nothing leaves this machine (${replaced.length})</summary>
			${terms(replaced.map(({ what, by }) => [what, by]))}
		</details>
		<p class="verdict ${findings.length > 0 ? 'bad' : ''}" role="status">
			${verdictOf(rows, findings)}
		</p>
		${findings.length > 0
			? html`<ul>
					${findings.map(findingRow)}
				</ul>`
			: nothing}
		${table(rows)} <small>The seed of “changeable” was ${seed}.</small>`;
}

function result({ status, reason, report: found, ...running }) {
	if (status === 'running') return progress(running);
	if (status === 'cannot')
		return html`<div role="status">
			<p class="verdict bad">${running.workflow ?? 'This workflow'} can’t be checked.</p>
			<p>${reason}</p>
		</div>`;
	return found ? report(found) : empty('Choose a workflow to check.');
}

const about =
	'Plays a copy of your workflow in every weather, each twice with the same items, and says what to change. Your workflow stays as it is, and nothing leaves this machine.';

/** Plays a workflow of the local n8n in all weathers, and says what to change. */
export function check(data) {
	const { canCheck } = data.beside;
	const now = canCheck && checking(data);
	return html`<article class="checks" aria-label="Check a workflow">
		<h2>Check a workflow</h2>
		${canCheck
			? html`<small>${about}</small>
					<div>
						${workflows(data)}
						<div class="result">${now ? result(now) : nothing}</div>
					</div>`
			: html`<small>Start with <code>npm start</code> to check your workflows.</small>`}
	</article>`;
}
