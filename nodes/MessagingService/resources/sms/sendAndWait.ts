import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { SEND_AND_WAIT_OPERATION } from 'n8n-workflow';

import { type Asked, readQuestion } from '../../ask/question';
import { pageOptions, questionFields } from '../../ask/questionFields';
import { messageWithLink, refuseLinkToSelf, waitForAnswer } from '../../ask/webhook';
import { Problem } from '../../errors/problem';
import { recipient, sender } from '../../fields/common';
import { defaultCountry } from '../../fields/defaultCountry';
import { bodyFields, loneRequest, optionsWith } from '../../fields/requestFields';
import { smsLimits } from '../../limits/limitFields';
import { withinLimits } from '../../limits/withinLimits';
import { runOperation } from '../../run/execute';
import { simplifyOption, smsText } from '../../smsText/smsText';
import { type ReadValue, phoneNumber, senderId } from '../../values/readers';
import type { Declared } from '../declared';

const routing = { request: { method: 'POST', url: '/v1/sms/single' } } as const;

export const operation: Declared = {
	option: {
		name: 'Send and Wait for Response',
		value: SEND_AND_WAIT_OPERATION,
		action: 'Send SMS and wait for response',
		description: 'Send a question by SMS and continue when the person responds',
		routing,
	},
	operation: sendAndWait,
	fields: [
		recipient,
		sender,
		...questionFields,
		optionsWith([
			defaultCountry,
			simplifyOption,
			smsLimits,
			...pageOptions,
			bodyFields('validity', '24'),
			loneRequest,
		]),
	],
};

/** Sends the question, and has n8n wait until the link in it brings an answer or the time is over. */
async function sendAndWait(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	let asked: Asked | undefined;
	const question = (options: IDataObject) => (asked ??= readQuestion(context, options));
	const text: ReadValue = (_given, _name, by) => {
		refuseWhoCannotAsk(context);
		const message = messageWithLink(context, question(by.options));
		return smsText(message, "'Message' with its link", by);
	};
	return await runOperation(context, {
		...routing,
		effect: 'send',
		answer: 'send-answer',
		before: [
			() => async (run) => refuseLinkToSelf(context, run.credentials.environment),
			withinLimits,
		],
		body: { to: phoneNumber, from: senderId, text },
		after:
			(options) =>
			async (run, [item]) =>
				await run.afterSending(item, async () => await waitForAnswer(context, question(options))),
	});
}

function refuseWhoCannotAsk(context: IExecuteFunctions): void {
	// Before version 3 of n8n's AI Agent, the agent runs its tools itself, and cannot be made to wait.
	if (context.getExecuteData().node.name !== context.getNode().name) {
		throw new Problem(
			"This AI Agent can't wait for an answer, because it's older than version 3",
			'Nothing was sent. Replace it with a new AI Agent node.',
		);
	}
	const { length } = context.getInputData();
	if (length === 1) return;
	throw new Problem(
		`Send and Wait can ask only one question at a time, but there are ${length} input items`,
		"Nothing was sent. To ask several people, put Loop Over Items before this node with a 'Batch Size' of 1. To ask once for all items, turn on 'Execute Once' in the Settings of this node.",
	);
}
