import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { asProblem } from '../../errors/asProblem';
import { failAll, itemErrors } from '../../errors/nodeError';
import { recipient, text, useAccountDefaults } from '../../fields/common';
import { defaultCountry } from '../../fields/defaultCountry';
import { hiddenFromTools } from '../../fields/group';
import { optionsWith } from '../../fields/requestFields';
import { measureSms } from '../../smsText/parts';
import { simplifiedText, simplifyOption, smsText, ucs2Characters } from '../../smsText/smsText';
import { accountIfWanted, readersFor } from '../../parameters/accountDefaults';
import type { GetParameter } from '../../parameters/body';
import { type Gap, gapFinder } from '../../parameters/gaps';
import { isExpression } from '../../parameters/pieces';
import { inMillionths, inMoney, inUnits } from '../../values/price';
import { isNobodys, nobodysInWords } from '../../values/phoneNumbers';
import { phoneNumber } from '../../values/readers';
import { asText, isGiven } from '../../values/given';
import { counted } from '../../values/words';
import type { Declared } from '../declared';

export const operation: Declared = {
	option: {
		name: 'Preview',
		value: 'preview',
		action: 'Preview SMS',
		description: 'See the encoding, length, and number of SMS parts of a text without sending it',
		// An older agent runs no node that has a credential without it, and here it is not asked for.
		displayOptions: hiddenFromTools,
	},
	operation: preview,
	fields: [
		{ ...recipient, required: false },
		text,
		useAccountDefaults,
		optionsWith([defaultCountry, simplifyOption]),
	],
};

/** The number, sender, and text of each input item as they would go out, and what would keep them back. No request. */
async function preview(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const items = context.getInputData();
	const account = await accountIfWanted(context).catch((error: Error) => error);
	if (account instanceof Error) return [failAll(context, account)];
	const readers = readersFor(context, account);
	const gapsOf = gapFinder(context);
	const errors = itemErrors(context);
	const seen = new Set<unknown>();
	// A number that is left out is not looked at, but one whose field is blank is no number.
	const isToRead = isExpression(context.getNode().parameters.to);
	const output = items.map((_, item) => {
		try {
			const getParameter = readers.of(item);
			const { gaps, ...read } = readMessage(getParameter, isToRead, (text) =>
				gapsOf(item, { body: { text }, read: getParameter }),
			);
			const price = account.prices?.priceOf(read.to ?? '');
			const cost = price === undefined ? null : inUnits(read.parts * price);
			const currency = account.prices?.currency || null;
			const isDuplicate = seen.has(read.to);
			if (read.to !== null) seen.add(read.to);
			return { json: { ...read, cost, currency, gaps, isDuplicate }, pairedItem: { item } };
		} catch (error) {
			return errors.throwOrItem(error, item);
		}
	});
	const line = sumInWords(output.map(({ json }) => json));
	if (line) context.addExecutionHints?.({ message: `${line}.`, location: 'outputPane' });
	return [output];
}

/** E.g. `12 messages (14 parts, about 0.56 EUR): 5 with a problem, 1 with a gap, 6 duplicates`. */
function sumInWords(previews: IDataObject[]): string {
	const read = previews.filter(({ parts }) => parts !== undefined);
	const sum = (field: string) => read.reduce((total, one) => total + Number(one[field] ?? 0), 0);
	const { currency } = read.find((one) => one.currency !== null) ?? {};
	const priced = read.filter(({ cost }) => cost !== null);
	const cost = priced.length && `about ${inMoney(inMillionths(sum('cost')), asText(currency))}`;
	const size = [counted(sum('parts'), 'part'), cost].filter(Boolean).join(', ');
	const count = (is: (one: IDataObject) => unknown) => read.filter(is).length;
	const problems = count(({ problem }) => problem !== null);
	const gaps = count((one) => (one.gaps as string[]).length);
	const duplicates = count(({ isDuplicate }) => isDuplicate);
	const nobodys = previews.flatMap(({ to }, index) => (isNobodys(to) ? [index] : []));
	const found = [
		problems && `${problems} with a problem`,
		gaps && `${gaps} with a gap`,
		duplicates && counted(duplicates, 'duplicate'),
		nobodys.length && nobodysInWords(nobodys),
	].filter(Boolean);
	if (!read.length) return '';
	return `${counted(read.length, 'message')} (${size})${found.length ? `: ${found.join(', ')}` : ''}`;
}

/** The number and text as they would be sent, and every reason why they would not. */
function readMessage(
	getParameter: GetParameter,
	isToRead: boolean,
	gapsIn: (text: string) => Gap[],
) {
	const options = getParameter('options', {}) as IDataObject;
	const given = { to: getParameter('to', ''), text: getParameter('text', '') };
	const problems: string[] = [];
	const read = <T>(reader: () => T) => {
		try {
			return reader();
		} catch (error) {
			const { message, description } = asProblem(error);
			problems.push(`${message}. ${description}`);
			return undefined;
		}
	};
	const by = { timeZone: '', options };
	const to =
		isGiven(given.to) || isToRead ? read(() => phoneNumber(given.to, "'To'", by)) : undefined;
	read(() => smsText(given.text, "'Text'", by));
	const sent = simplifiedText(String(given.text ?? ''), options);
	const gaps = read(() => gapsIn(sent)) ?? [];
	return {
		to: (to ?? null) as string | null,
		from: (options.senderId ?? null) as string | null,
		text: sent,
		...measureSms(sent),
		ucs2Characters: ucs2Characters(sent),
		problem: problems.length ? problems.join(' ') : null,
		gaps: gaps.map(({ piece }) => piece),
	};
}
