import { html, nothing } from './lit/lit-html.js';
import { failing, savedState, settings, troublesOf } from './controls.js';
import { button, copyButton, list, loading, panel } from './pieces.js';
import { requestLine } from './requests.js';
import { answerTo, ask } from './state.js';
import { time, withCapital } from './words.js';

const sameText = ({ channel, name, from, subject, text, times }) =>
	html`<p class="line">
		<span class="number">${name}</span>
		<small class="snippet">${channel} from ${from}: ${subject ?? text}</small>
		<strong>${times} times</strong>
	</p>`;

const detail = (title, rows, row) =>
	rows.length > 0
		? html`<details>
				<summary>${title} (${rows.length.toLocaleString('en')})</summary>
				${list(
					title,
					rows.map((one, id) => ({ ...one, id })),
					row,
					'',
				)}
			</details>`
		: nothing;

/** What arrived since the counting began, in a sentence to show to somebody. */
function verdictPanel(data) {
	const { counting } = data.beside;
	const verdict = answerTo('verdict', data.told);
	if (!verdict) return panel('What arrived', loading());
	const { sentence, twice, refused, notKnown, unanswered } = verdict;
	const situation = counting.situation ? `, in the situation “${counting.situation}”` : '';
	const isOver = counting.situation && troublesOf(data).length === 0;
	return panel(
		'What arrived',
		html`<p class="verdict ${twice.length > 0 ? 'bad' : ''}" role="status">${sentence}</p>
			<p class="line">
				<small
					>Since ${time(counting.begun)}${situation}.
					${isOver ? 'No failure is set now.' : nothing}</small
				>
				<span class="actions">
					${copyButton('Copy', () => sentence, 'Copy what arrived')}
					${button('Start counting again', () => ask('POST', 'counting'))}
				</span>
			</p>
			${detail('The same text more than once', twice, sameText)}
			${detail('Refused', refused, requestLine)}
			${detail('Accepted, but the sender couldn’t tell', notKnown, requestLine)}
			${detail('No answer, and nothing sent', unanswered, requestLine)}`,
	);
}

/** A document as plain text, where its section begins. */
const linkTo = (more) =>
	`/_sandbox/page/docs/${more.replace('#', '#:~:text=%23%20').replaceAll('-', '%20')}`;

function situationRow({ name, happens, good, how, more }, current) {
	const set = () => ask('POST', 'situation', { name });
	const shown = { label: `Try it: ${name}`, pressed: name === current };
	return html`<div class="situation">
		<p class="line"><strong>${withCapital(name)}</strong> ${button('Try it', set, shown)}</p>
		<p>${happens}</p>
		<small>
			${good} ${how}
			<a href=${linkTo(more)} target="_blank" aria-label="More: ${name}">More</a>
		</small>
	</div>`;
}

const testNumberRow = ({ digits, name, number, about }) =>
	html`<tr>
		<td>${digits}</td>
		<td>${about}</td>
		<td>${name} ${copyButton('Copy', () => number, `Copy ${name}`)}</td>
	</tr>`;

const testNumbers = (title, rows) =>
	panel(
		title,
		html`<table class="numbers">
			<thead>
				<tr>
					<th scope="col">Ends in</th>
					<th scope="col">What happens</th>
					<th scope="col">Example</th>
				</tr>
			</thead>
			<tbody>
				${rows.map(testNumberRow)}
			</tbody>
		</table>`,
	);

/** Has a workflow meet what it has to live with, and says what arrived. */
export function failures(data) {
	const { testNumbers: numbers, situations, beside } = data;
	return html`<div class="panels">
		<div>
			${verdictPanel(data)}
			${panel(
				'Try a situation',
				html`<small
						>Choose one, run your workflow, and read what arrived. Each starts with 1,000 EUR unless
						it says otherwise, and turns off what was on before.</small
					>
					${situations.map((situation) => situationRow(situation, beside.counting.situation))}`,
			)}
		</div>
		<div>${failing(data)} ${settings(data)} ${savedState(data)}</div>
		<div>
			${testNumbers('Test numbers: what happens to a message', numbers.ofMessages)}
			${testNumbers('Test numbers: what happens to a request', numbers.ofRequests)}
		</div>
	</div>`;
}
