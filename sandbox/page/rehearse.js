import { html } from './lit/lit-html.js';
import { copyButton, panel } from './pieces.js';

const testNumberRow = ({ digits, name, number, about }) =>
	html`<tr>
		<td>${digits}</td>
		<td>${about}</td>
		<td>${name} ${copyButton('Copy', () => number, `Copy ${name}`)}</td>
	</tr>`;

const testNumbers = (title, rows) =>
	panel(
		title,
		html`<table>
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

/** What makes messages and requests fail. */
export const rehearse = ({ testNumbers: { ofMessages, ofRequests } }) =>
	html`<div class="panels">
		${testNumbers('Test numbers: what happens to a message', ofMessages)}
		${testNumbers('Test numbers: what happens to a request', ofRequests)}
	</div>`;
