import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import { asProblem } from '../../errors/asProblem';
import { failAll, ItemErrors } from '../../errors/itemErrors';
import { recipient, text, useAccountDefaults } from '../../fields/common';
import { defaultCountry } from '../../fields/defaultCountry';
import { hiddenFromTools } from '../../fields/group';
import { optionsWith } from '../../fields/options';
import { measureSms } from '../../smsText/parts';
import { simplifiedText, simplifyOption, smsText, ucs2Characters } from '../../smsText/smsText';
import { accountIfWanted, withAccountDefaults } from '../../values/accountDefaults';
import type { GetParameter } from '../../values/body';
import { EnteredOptions } from '../../values/enteredOptions';
import { itemParameters } from '../../values/itemParameters';
import { phoneNumber } from '../../values/readers';

export const option = {
	name: 'Preview',
	value: 'preview',
	action: 'Preview SMS',
	description: 'See the encoding, length, and number of SMS parts of a text without sending it',
	// An older agent runs no node that has a credential without it, and here it is not asked for.
	displayOptions: hiddenFromTools,
} satisfies INodePropertyOptions;

export const fields: INodeProperties[] = [
	{ ...recipient, required: false },
	text,
	useAccountDefaults,
	optionsWith([defaultCountry, simplifyOption]),
];

/**
 * What would be sent for each input item, without a request: the number, the sender and the text as they would go
 * out, the text's size, and what would keep it back.
 */
export async function operation(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const items = this.getInputData();
	const account = await accountIfWanted(this).catch((error: Error) => error);
	if (account instanceof Error) return [failAll(this, account)];
	const parametersOf = withAccountDefaults(
		EnteredOptions.of(this).checked(itemParameters(this)),
		account,
		this.getNode().parameters,
	);
	const errors = new ItemErrors(this);
	const seen = new Set<unknown>();
	const output = items.map((_, item) => {
		try {
			const getParameter = parametersOf(item);
			const options = getParameter('options', {}) as IDataObject;
			const read = readMessage(getParameter, options);
			const isDuplicate = seen.has(read.to);
			if (read.to !== null) seen.add(read.to);
			return { json: { ...read, isDuplicate }, pairedItem: { item } };
		} catch (error) {
			return errors.throwOrItem(error, item);
		}
	});
	return [output];
}

/** Number and text as they would be sent, and every reason why they would not. */
function readMessage(getParameter: GetParameter, options: IDataObject) {
	const given = { to: getParameter('to', ''), text: getParameter('text', '') };
	const problems: string[] = [];
	const read = (reader: () => unknown) => {
		try {
			return reader();
		} catch (error) {
			const { message, description } = asProblem(error);
			problems.push(`${message}. ${description}`);
			return undefined;
		}
	};
	const hasNumber = String(given.to ?? '').trim() !== '';
	const to = hasNumber ? read(() => phoneNumber(given.to, "'To'", '', options)) : undefined;
	read(() => smsText(given.text, "'Text'", '', options));
	const sent = simplifiedText(String(given.text ?? ''), options);
	return {
		to: (to ?? null) as string | null,
		from: (options.senderId ?? null) as string | null,
		text: sent,
		...measureSms(sent),
		ucs2Characters: ucs2Characters(sent),
		problem: problems.length ? problems.join(' ') : null,
	};
}
