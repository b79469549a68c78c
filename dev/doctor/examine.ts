import type { Options } from './arguments.ts';
import type { Asking } from './ask.ts';
import { readCampaign } from './questions/campaigns.ts';
import { campaignLeft, notAccepted } from './outcomes.ts';
import { readAccount, tryWrongKey, validateNumber } from './questions/reads.ts';
import { readReport } from './questions/reports.ts';
import { planned } from './questions/sends.ts';

/**
 * Asks an account what can be asked of it with these options. It sends only what was confirmed.
 *
 * @param confirm shows what is to be sent, and waits for a yes
 * @returns why it could not ask; undefined if it could
 */
export async function examine(
	asking: Asking,
	options: Options,
	confirm: (plan: string[]) => Promise<boolean>,
): Promise<string | undefined> {
	const { isOpen, canSend, whyNot } = await readAccount(asking);
	if (!isOpen) return whyNot;
	asking.isOpen = true;
	const { number, 'message-id': messageId, 'campaign-id': campaignId } = options;
	if (number) await validateNumber(asking, number);
	if (options['try-wrong-key']) await tryWrongKey(asking);
	if (messageId) await readReport(asking, messageId);
	if (campaignId) await readCampaign(asking, campaignId);
	const plan = planned(asking, options);
	if (!plan.length) return undefined;
	if (!canSend) return `Nothing was sent: ${whyNot}.`;
	if (!(await confirm(plan.map(({ says }) => says)))) return undefined;
	for (const [index, { send }] of plan.entries()) {
		const { length } = asking.exchanges;
		await send();
		const trouble = notAccepted(asking.exchanges.slice(length));
		const next = plan.at(index + 1);
		if (trouble && !trouble.mayGoOn) return afterSends(asking, `${trouble.says} ${ENDS}`);
		if (trouble && next) asking.tell(`${trouble.says} Next, as you confirmed: ${next.says}.`);
	}
	return afterSends(asking);
}

const ENDS = 'The doctor sent nothing else after it.';

const afterSends = (asking: Asking, whyNot?: string) =>
	[whyNot ?? [], campaignLeft(asking.exchanges) ?? []].flat().join(' ') || undefined;
