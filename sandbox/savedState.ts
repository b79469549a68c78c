import { Ajv } from 'ajv';
import type { FromSchema } from 'json-schema-to-ts';
import { accountName, mostAccounts, rule } from './account/accounts.ts';
import type { Accounts } from './account/accounts.ts';
import { ahead } from './contract/controls.ts';
import { savedCampaign } from './messages/campaigns.ts';
import { savedContact } from './contacts.ts';
import { validationOptions, validationRefusal } from './contract/validation.ts';
import { anyText, list, object, phoneNumber } from './contract/values.ts';
import { savedMessage } from './messages/messages.ts';
import { invalid } from './traffic/refusal.ts';
import type { Sandbox } from './sandbox.ts';
import { schema as settingsSchema, settingsOf } from './settings.ts';
import { jsonFrom } from './stranger.ts';

const saved = object(
	{},
	{
		clockAheadMs: ahead,
		...settingsSchema.properties,
		messages: list(savedMessage),
		campaigns: list(savedCampaign),
		contacts: list(savedContact),
		suppression: list(object({ phoneNumber }, { reason: anyText, added: anyText })),
	},
);

/** What the sandbox holds, as a file. Somebody may have written it: whatever is not there is as at the start. */
export const schema = {
	...saved,
	properties: { ...saved.properties, accounts: {} },
	description: `a JSON object with at least one of ${Object.keys(saved.properties).join(', ')}`,
	minProperties: 1,
	additionalProperties: false,
} as const;

type SavedState = FromSchema<typeof schema, { keepDefaultedPropertiesOptional: true }>;

/** The same with what the other accounts hold, by their names: a sandbox keeps them all. */
const ofAll = {
	...schema,
	properties: {
		...schema.properties,
		accounts: {
			...{ type: 'object', maxProperties: mostAccounts, additionalProperties: schema },
			...{ propertyNames: { pattern: accountName, description: 'names' }, description: rule },
		},
	},
};

const fits = new Ajv({
	...validationOptions,
	strict: false,
	useDefaults: true,
}).compile<SavedState & { accounts?: Record<string, SavedState> }>(ofAll);

/** All that an account holds, except the requests. */
export const savedState = (sandbox: Sandbox) => ({
	clockAheadMs: sandbox.clock.ahead(),
	...sandbox.settings,
	messages: sandbox.store.messages.latest(Infinity),
	campaigns: sandbox.store.campaigns.saved(),
	contacts: sandbox.store.contacts.all(),
	suppression: sandbox.store.suppression.all(),
});

/** The same of all accounts. */
export function savedAccounts({ main, used }: Accounts): object {
	const others = used().map(([name, account]) => [name, savedState(account)]);
	return { ...savedState(main), ...(others.length && { accounts: Object.fromEntries(others) }) };
}

function requireUnique<Entry>(list: string, name: keyof Entry & string, entries: Entry[]): void {
	const seen = new Set<unknown>();
	entries.forEach(({ [name]: value }, place) => {
		if (value !== undefined && seen.has(value)) {
			throw invalid(`The field ${list}[${place}].${name} is there twice: ${String(value)}`);
		}
		seen.add(value);
	});
}

/** Refuses what fits the schema, but does not make sense. */
export function requireSense(state: SavedState): void {
	const { messages = [], campaigns = [], contacts = [], accounts } = state;
	if (accounts) throw invalid('The file holds several accounts. Start the sandbox with it: --seed');
	requireUnique('messages', 'messageId', messages);
	requireUnique('campaigns', 'campaignId', campaigns);
	requireUnique('contacts', 'contactId', contacts);
	requireUnique('contacts', 'phoneNumber', contacts);
	messages.forEach(({ parts, partIds }, place) => {
		if (parts.length === partIds.length) return;
		throw invalid(
			`The entry messages[${place}] has ${parts.length} parts and ${partIds.length} partIds`,
		);
	});
}

/** Forgets everything, and holds what was saved. */
export function restore(sandbox: Sandbox, saved: SavedState): void {
	const { messages = [], campaigns = [], contacts = [], suppression = [] } = saved;
	sandbox.reset(settingsOf(saved));
	const { clock, store } = sandbox;
	clock.advance(saved.clockAheadMs ?? 0);
	contacts.forEach(store.contacts.restore);
	for (const { phoneNumber, reason, added } of suppression) {
		store.suppression.add(phoneNumber, reason, added);
	}
	const sent = new Map(campaigns.map((one) => [one.campaignId, store.campaigns.restore(one)]));
	for (const message of messages) {
		store.messages.add(message);
		sent.get(message.campaignId ?? '')?.push(message);
	}
	sandbox.beginCounting();
	sandbox.isUsed = true;
}

/** Begins with the text of a file, however long it is. @throws Refusal that says what is wrong with it */
export function restoreText({ main, named }: Accounts, text: string): void {
	const json = jsonFrom(text, { isFile: true });
	if (!fits(json)) throw validationRefusal(fits.errors, json);
	const { accounts = {}, ...own } = json;
	const all = [own, ...Object.values(accounts)];
	all.forEach(requireSense);
	const held = [main, ...Object.keys(accounts).map((name) => named(name) as Sandbox)];
	held.forEach((account, place) => restore(account, all[place]));
}
