import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import { batchSize, readBatchSize } from '../../shared/batchSize';
import type { GetParameter } from '../../shared/bodies';
import { errorItem } from '../../shared/errorItem';
import { recipient, text } from '../../shared/fields';
import { forOperation } from '../../shared/forOperation';
import { itemParameters } from '../../shared/itemParameters';
import { asNodeError, asProblem } from '../../shared/nodeErrors';
import { hiddenFromTools } from '../../shared/hiddenFromTools';
import { optionsWith } from '../../shared/options';
import { measureSms } from '../../shared/smsParts';
import { simplifiedText, smsText, smsTextOptions, ucs2Characters } from '../../shared/smsText';
import { phoneNumber } from '../../shared/values';

export const option = {
	name: 'Preview',
	value: 'preview',
	action: 'Preview an SMS',
	description: 'See the encoding, length and number of parts of a text. Nothing is sent.',
	displayOptions: hiddenFromTools,
} satisfies INodePropertyOptions;

export const fields: INodeProperties[] = forOperation('sms', 'preview', [
	{ ...recipient, required: false },
	text,
	optionsWith([batchSize, ...smsTextOptions]),
]);

/**
 * What would be sent for each input item, without a request: the number and the text as they would go
 * out, the text's size, which of Send Bulk's requests it would go in, and what would keep it back.
 */
export async function preview(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const items = this.getInputData();
	const parametersOf = itemParameters(this);
	const seen = new Set<unknown>();
	const output = items.map((_, item) => {
		try {
			const getParameter = parametersOf(item);
			const options = getParameter('options', {}) as IDataObject;
			const size = readBatchSize(options);
			const batch = Math.floor(item / size);
			const batchItems = Math.min(size, items.length - batch * size);
			const read = readMessage(getParameter, options);
			const isDuplicate = seen.has(read.to);
			if (read.to !== null) seen.add(read.to);
			const json = { ...read, isDuplicate, batch: batch + 1, batchItems };
			return { json, pairedItem: { item } };
		} catch (error) {
			const position = { itemIndex: item, itemCount: items.length };
			const nodeError = asNodeError(this.getNode(), error, position);
			if (!this.continueOnFail()) throw nodeError;
			return errorItem(nodeError, item);
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
	const isWithoutNumber = String(given.to ?? '').trim() === '';
	const to = isWithoutNumber ? null : (read(() => phoneNumber(given.to, 'To', '', {})) ?? null);
	read(() => smsText(given.text, 'Text', '', options));
	const sent = simplifiedText(String(given.text ?? ''), options);
	return {
		to: to as string | null,
		text: sent,
		...measureSms(sent),
		ucs2Characters: ucs2Characters(sent),
		problem: problems.length ? problems.join(' ') : null,
	};
}
