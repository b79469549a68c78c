import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IExecuteFunctions,
	INodeParameters,
} from 'n8n-workflow';

import { asProblem } from '../errors/asProblem';
import { asNodeError } from '../errors/nodeError';
import { Problem } from '../errors/problem';
import type { ParametersOf } from './itemParameters';
import { isOn } from './optionReaders';
import { asText, isNot, listOf } from './parsing';
import { readCountry } from './countries/nationalNumber';
import { refuseControls } from './readers';

/** What the user knows of states, whose meanings the service does not publish. Each list may be empty. */
export type States = { delivered: number[]; failed: number[] };

/** What the credential says for all nodes that use it. */
export type AccountDefaults = { states: States; defaultCountry?: string; senderId?: string };

/**
 * The Account Defaults of a credential; none if they are off, whatever its hidden fields hold.
 *
 * @throws Problem if one of them is wrong
 */
export function readAccountDefaults(credentials: ICredentialDataDecryptedObject): AccountDefaults {
	let wrong: unknown;
	try {
		return readDefaults(credentials);
	} catch (error) {
		wrong = error;
	}
	const { message, description } = asProblem(wrong);
	const where = "It's under 'Account Defaults' in the Messaging Service credential.";
	throw new Problem(message, `${description} ${where}`);
}

/**
 * The account's defaults for an operation that makes no request, and reads the credential only if the user wants it.
 *
 * @throws NodeOperationError if one of them is wrong, or no credential is chosen
 */
export async function accountIfWanted(context: IExecuteFunctions): Promise<AccountDefaults> {
	const isWanted = context.getNodeParameter('useAccountDefaults', 0, false) === true;
	const credentials: ICredentialDataDecryptedObject = isWanted
		? await context.getCredentials('messagingServiceApi')
		: {};
	try {
		return readAccountDefaults(credentials);
	} catch (error) {
		throw asNodeError(context.getNode(), error, 'the credential', String(credentials.apiKey ?? ''));
	}
}

function readDefaults(credentials: ICredentialDataDecryptedObject): AccountDefaults {
	const { deliveredStates, failedStates, defaultCountry, senderId } = credentials;
	if (!isOn(credentials as IDataObject, 'accountDefaults')) {
		return { states: { delivered: [], failed: [] } };
	}
	const states = {
		delivered: readStates(deliveredStates, "'Delivered States'"),
		failed: readStates(failedStates, "'Failed States'"),
	};
	const both = states.delivered.find((state) => states.failed.includes(state));
	if (both !== undefined) {
		throw new Problem(
			`'Delivered States' and 'Failed States' both have ${both}`,
			'Remove it from one of them.',
		);
	}
	return {
		states,
		defaultCountry: asText(defaultCountry).trim() ? readCountry(defaultCountry).code : undefined,
		senderId: readSender(senderId),
	};
}

/**
 * Delivery states separated by commas, spaces or new lines, or a list of them from an expression.
 *
 * @throws Problem if one is not a whole number
 */
function readStates(given: unknown, name: string): number[] {
	return listOf(given, /[\s,;]+/).map((entry) => {
		const text = asText(entry).trim();
		if (/^-?\d+$/.test(text)) return Number(text);
		throw new Problem(
			`${name} has an entry that isn't a whole number: ${text}`,
			'Enter states as numbers separated by commas, for example 2, 3.',
		);
	});
}

function readSender(given: unknown): string | undefined {
	const isText = ['string', 'number'].includes(typeof (given ?? ''));
	if (!isText) {
		throw new Problem(isNot("'Sender ID'", "isn't text", given), 'Enter a registered sender ID.');
	}
	const sender = String(given ?? '').trim();
	refuseControls(sender, "'Sender ID'");
	return sender || undefined;
}

/**
 * Reads parameters as `parametersOf` does, the options with what the account has where the node has nothing. Only here
 * it is decided whose country and whose sender count.
 *
 * @param entered the node's parameters, in which an expression begins with =
 */
export function withAccountDefaults(
	parametersOf: ParametersOf,
	{ defaultCountry, senderId }: AccountDefaults,
	{ from }: INodeParameters,
): ParametersOf {
	// An expression that returns nothing was to give a sender: the account's may be another brand's.
	const isExpression = typeof from === 'string' && from.startsWith('=');
	const defaults = {
		...(defaultCountry ? { defaultCountry } : {}),
		...(senderId && !isExpression ? { senderId } : {}),
	};
	if (!Object.keys(defaults).length) return parametersOf;
	return (itemIndex) => {
		const getParameter = parametersOf(itemIndex);
		return (name, fallback) => {
			const given = getParameter(name, fallback);
			return name === 'options' ? { ...defaults, ...(given as IDataObject) } : given;
		};
	};
}
