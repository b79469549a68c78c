import { html, nothing } from './lit/lit-html.js';
import { button, empty, loading, select } from './pieces.js';
import { answerTo, ask, change, notYet, state } from './state.js';
import {
	adviceOf,
	resultOf,
	triedIn,
	notJudgedIn,
	verdictOf,
	whatCame,
	withCapital,
} from './words.js';

/** What is asked for when somebody looks, and every second while it changes. */
const versionOf = (looked, changes) =>
	changes ? `${looked} ${Math.floor(Date.now() / 1_000)}` : looked;

let isRunning = false;
let isStarting = false;
function checking({ looked }) {
	const now = answerTo('check', versionOf(looked, isRunning || isStarting));
	isRunning = now?.status === 'running';
	return now === notYet ? undefined : now;
}

/** Asks for something that changes how the check is. */
const askNow = async (...what) => {
	await ask(...what);
	change({ looked: state.looked + 1 });
};

const start = (id) => askNow('POST', 'check', { id });

const checkChosen = (event) => {
	event.preventDefault();
	const workflow = new FormData(event.target).get('Workflow');
	change({ workflow });
	void start(workflow);
};

/** The workflows of the local n8n, asked for anew whenever somebody may have changed them, and while n8n starts. */
function chooser({ looked, workflow }) {
	const all = answerTo('check/workflows', versionOf(looked, isStarting));
	isStarting = all === notYet;
	if (isStarting)
		return loading('n8n is still starting. Your workflows appear here in about a minute.');
	if (!all) return all === null ? empty('n8n doesn’t say which workflows it has.') : loading();
	if (all.length === 0) return empty('No workflow of your n8n uses the node yet.');
	const options = all.map(({ id, name }) => [id, name]);
	const choose = (id) => change({ workflow: id });
	return html`<form @submit=${checkChosen}>
		<label>Workflow ${select('Workflow', 'Workflow', options, workflow, choose)}</label>
		<button type="submit" class="main" ?disabled=${isRunning} aria-busy=${isRunning}>Check</button>
	</form>`;
}

const progress = ({ workflow, progress: { done, of, situation } = {} }) =>
	html`<p class="line">
			<span role="status"
				>${of
					? `${workflow}: ${done} of ${of} situations tried. Now: ${situation}`
					: `Starting a separate n8n for ${workflow ?? 'the workflow'}. This takes up to a minute.`}</span
			>
			${button('Cancel', () => askNow('DELETE', 'check'), { label: 'Cancel the check' })}
		</p>
		<progress max=${of ?? 1} value=${of ? done : nothing} aria-label="Progress"></progress>`;

const kinds = { Change: 'bad', Note: '', OK: 'good' };

const situationRow = (row) => {
	const result = resultOf(row);
	return html`<tr>
		<th scope="row">${withCapital(row.situation)} <small>${row.happens}</small></th>
		<td>${withCapital(whatCame(row))}</td>
		<td><span class="tag ${kinds[result]}">${result}</span></td>
	</tr>`;
};

const tableOf = (heads, rows) =>
	html`<div class="wide" tabindex="0" role="region" aria-label=${heads[0]}>
		<table>
			<thead>
				<tr>
					${heads.map((head) => html`<th scope="col">${head}</th>`)}
				</tr>
			</thead>
			<tbody>
				${rows}
			</tbody>
		</table>
	</div>`;

/** A sentence, with expressions set apart as what is copied. */
const withCode = (text) =>
	text.split(/(\{\{[^{}]*\}\})/).map((part, at) => (at % 2 ? html`<code>${part}</code>` : part));

const findingRow = ({ level, advice, happened, where, seenIn }) =>
	html`<li>
		<strong>${level === 'know' ? 'Worth knowing: ' : ''}${withCode(advice ?? happened)}</strong>
		${advice ? html`<p>${happened}</p>` : nothing}
		${where ? html`<small>In n8n: ${where}</small>` : nothing}
		<small>Seen in: ${seenIn.join(', ')}</small>
	</li>`;

const outcome = (isFine, words, why) =>
	html`<div class="outcome ${isFine ? 'good' : 'bad'}" role="status">
		<p class="verdict">${words}</p>
		<small>${why}</small>
	</div>`;

const cellOf = (value) => (typeof value === 'object' ? JSON.stringify(value) : String(value));

/** Items that the check has made, as a table. */
function madeItems(items) {
	const fields = [...new Set(items.flatMap(Object.keys))];
	const row = (item) =>
		html`<tr>
			${fields.map((field) => html`<td>${cellOf(item[field] ?? '')}</td>`)}
		</tr>`;
	return tableOf(fields, items.map(row));
}

const replacedRow = ({ what, by, items }) =>
	html`<li><strong>${what}</strong>: ${by} ${items?.length > 0 ? madeItems(items) : nothing}</li>`;

/** What to do comes first; what it rests on, and what was replaced, follow for those who ask. */
function report(found) {
	const { workflow, replaced, rows } = found;
	const findings = adviceOf(rows);
	const { isFine, words } = verdictOf(rows, findings);
	return html`<h3>${workflow}</h3>
		${outcome(isFine, words, [triedIn(found), ...notJudgedIn(found)].join(' '))}
		${findings.length > 0
			? html`<ol>
					${findings.map(findingRow)}
				</ol>`
			: nothing}
		${tableOf(['Situation', 'What your workflow did', 'Result'], rows.map(situationRow))}
		<details>
			<summary>What the copy used instead (${replaced.length})</summary>
			<ul>
				${replaced.map(replacedRow)}
			</ul>
		</details>`;
}

function result({ status, reason, workflow = 'This workflow', report: found, ...running }) {
	if (status === 'running') return progress({ workflow, ...running });
	if (status === 'cannot') return outcome(false, `${workflow} can’t be checked`, reason);
	return found ? report(found) : nothing;
}

const about =
	'Runs a copy of your workflow in situations that a real service gets into, and says what to change. Your workflow stays as it is, and no SMS leaves this machine.';

/** Tries a workflow of the local n8n in all situations, and says what to change. */
export function check(data) {
	const { canCheck } = data.beside;
	const now = canCheck && checking(data);
	return html`<div class="panels">
		<article class="checks" aria-label="Check a workflow">
			<h2>Check a workflow</h2>
			${canCheck
				? html`<small>${about}</small> ${chooser(data)} ${now ? result(now) : nothing}`
				: html`<small>Start with <code>npm start</code> to check your workflows.</small>`}
		</article>
	</div>`;
}
