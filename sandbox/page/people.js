import { html } from './lit/lit-html.js';
import { addressOf } from './address.js';
import { campaignRow } from './messages.js';
import { button, list, panel, search } from './pieces.js';
import { ask } from './state.js';
import { finderOf, stateOf } from './words.js';

const conversation = (to, name) =>
	html`<a class="number" href=${addressOf({ view: 'messages', to })}>${name}</a>`;

const consentTags = (consent) =>
	Object.entries(consent).map(
		([channel, status]) => html`<span class="tag ${status}">${channel} ${status}</span>`,
	);

const contactRow = ({ phoneNumber, name, consent, about }) =>
	html`<p class="line">
		${conversation(phoneNumber, name)}
		<small class="snippet" title=${about}>${about}</small>
		<span>${consentTags(consent)}</span>
	</p>`;

const suppressedRow = ({ phoneNumber, name, reason = '' }) => {
	const remove = () => ask('DELETE', `suppression/${encodeURIComponent(phoneNumber)}`);
	return html`<p class="line">
		${conversation(phoneNumber, name)}
		<small class="snippet" title=${reason}>${reason}</small>
		${button('Remove', remove, { label: `Remove ${name}` })}
	</p>`;
};

const campaignMessage = ({ to, name, parts }, reached, stateNames) =>
	html`<p class="line">
		${conversation(to, name)}
		<small class="snippet">${parts[0].text.slice(0, 200)}</small>
		<small class="state-${reached}">${stateNames[reached]}</small>
	</p>`;

const campaignInFull = (campaign, { messages, now, stateNames }) => {
	const sent = messages.filter(({ campaignId }) => campaignId === campaign.id);
	const row = (message) => campaignMessage(message, stateOf(message, now), stateNames);
	return html`${campaignRow(campaign)}
		<details>
			<summary>Messages of ${campaign.name}</summary>
			${list(`campaign ${campaign.id}`, sent, row, 'Nothing was sent yet.')}
		</details>`;
};

/** Contacts with their consent, numbers that get no messages, and campaigns. */
export function people(state) {
	const { beside, contacts, route } = state;
	const found = contacts.filter(finderOf(route.find)).reverse();
	const { suppressed, campaigns } = beside;
	const none = route.find ? 'No contacts match.' : 'No contacts yet.';
	return html`<div class="panels">
		${panel(
			`Contacts (${contacts.length.toLocaleString('en')})`,
			html`<search class="filter">${search('Search numbers, names', route.find)}</search>
				${list('contacts', found, contactRow, none)}`,
		)}
		${panel(
			`Opted-out numbers (${suppressed.length.toLocaleString('en')})`,
			html`<small>The service calls this its suppression list.</small> ${list(
					'suppressed',
					suppressed,
					suppressedRow,
					'Nobody has opted out.',
				)}`,
		)}
		${panel(
			'Campaigns',
			list('campaigns', campaigns, (one) => campaignInFull(one, state), 'No campaigns yet.'),
		)}
	</div>`;
}
