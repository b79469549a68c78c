import type { ICredentialDataDecryptedObject, IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { MessagingServiceApi } from '../../../credentials/MessagingServiceApi.credentials';
import { asProblem } from '../errors/asProblem';
import { orNodeError } from '../errors/nodeError';
import { Problem } from '../errors/problem';
import { checkedOptions } from './expressions';
import { itemParameters, refusePlainPieces, withOptions } from './itemParameters';
import { isOn } from './optionReaders';
import { isExpression } from './pieces';
import { readPrices } from '../values/price';
import { asText, isGiven, listOf } from '../values/given';
import { isNot } from '../values/words';
import { readCountry } from '../values/countries/nationalNumber';
import { refuseControls } from '../values/readers';

/** Meanings of states, which the service does not publish. Each list may be empty. */
export type States = { delivered: number[]; failed: number[] };

/** Fields of the suppression list, which the service does not document. */
export type ListSettings = { field?: string; ignored: string[] };

export type AccountDefaults = ReturnType<typeof readDefaults>;

/** A credential's Account Defaults; empty if they are off, whatever its hidden fields hold. @throws Problem if one is wrong */
export function readAccountDefaults(credentials: ICredentialDataDecryptedObject): AccountDefaults {
	try {
		return readDefaults(credentials);
	} catch (error) {
		const where = "It's under 'Account Defaults' in the Messaging Service credential.";
		throw asProblem(error).with({}, where);
	}
}

/** The same for an operation that makes no request, only if the user wants it. @throws NodeOperationError */
export async function accountIfWanted(context: IExecuteFunctions): Promise<AccountDefaults> {
	const isWanted = context.getNodeParameter('useAccountDefaults', 0, false) === true;
	const credentials: ICredentialDataDecryptedObject = isWanted
		? await context.getCredentials('messagingServiceApi')
		: {};
	const { apiKey } = credentials;
	const where = { node: context.getNode(), about: 'the credential', apiKey };
	return orNodeError(where, () => readAccountDefaults(credentials));
}

/** The fields by name, as errors call them. */
const LABELS = Object.fromEntries(
	new MessagingServiceApi().properties
		.filter(({ displayOptions }) => displayOptions?.show?.accountDefaults)
		.map(({ name, displayName }) => [name, `'${displayName}'`]),
);

function readDefaults(given: ICredentialDataDecryptedObject) {
	const credentials = isOn(given as IDataObject, 'accountDefaults') ? given : {};
	for (const [field, label] of Object.entries(LABELS)) {
		const value = credentials[field];
		refusePlainPieces(label, value);
		// A field that is left empty holds an empty text.
		if (!(field in credentials) || value === '' || asText(value) !== '') continue;
		throw new Problem(`The expression in ${label} returned nothing`, 'Correct it, or clear it.');
	}
	const { defaultCountry, numberField, ignoredFields, senderId } = credentials;
	const delivered = readStates(credentials, 'deliveredStates');
	const failed = readStates(credentials, 'failedStates');
	const both = delivered.find((state) => failed.includes(state));
	if (both !== undefined) {
		throw new Problem(
			`${LABELS.deliveredStates} and ${LABELS.failedStates} both have ${both}`,
			'Remove it from one of them.',
		);
	}
	return {
		states: { delivered, failed },
		suppressionList: {
			field: asText(numberField).trim() || undefined,
			ignored: listOf(ignoredFields).map((name) => asText(name).trim()),
		},
		defaultCountry: isGiven(defaultCountry) ? readCountry(defaultCountry).code : undefined,
		senderId: readSender(senderId),
		prices: isGiven(credentials.pricePerPart)
			? readPrices(credentials.pricePerPart, LABELS.pricePerPart)
			: undefined,
	};
}

/** Delivery states separated by commas, spaces or new lines, or a list. @throws Problem if one is no whole number */
function readStates(credentials: ICredentialDataDecryptedObject, field: string): number[] {
	return listOf(credentials[field], /[\s,;]+/).map((entry) => {
		const text = asText(entry).trim();
		if (/^-?\d+$/.test(text)) return Number(text);
		throw new Problem(
			`${LABELS[field]} has an entry that isn't a whole number: ${text}`,
			'Enter states as numbers separated by commas, for example 2, 3.',
		);
	});
}

function readSender(given: unknown = ''): string | undefined {
	if (typeof given !== 'string' && typeof given !== 'number') {
		throw new Problem(isNot(LABELS.senderId, "isn't text", given), 'Enter a registered sender ID.');
	}
	const sender = String(given).trim();
	refuseControls(sender, LABELS.senderId);
	return sender || undefined;
}

/**
 * Reads parameters, the options with the account's defaults where the node has nothing: those of the first item as they
 * are, and those `of` each item checked. @throws Problem if an option can't be an expression, or has one as plain text
 */
export function readersFor(context: IExecuteFunctions, account: AccountDefaults) {
	const { defaultCountry, senderId } = account;
	const defaults = {
		...(defaultCountry && { defaultCountry }),
		// An expression that returns nothing was to give a sender: the account's may be another brand's.
		...(senderId && !isExpression(context.getNode().parameters.from) && { senderId }),
	};
	const given = itemParameters(context);
	const withDefaults = (parametersOf: typeof given) =>
		withOptions(parametersOf, (options) => ({ ...defaults, ...options }));
	// An option that is an expression is checked without the account's default.
	return { first: withDefaults(given)(0), of: withDefaults(checkedOptions(context, given)) };
}
