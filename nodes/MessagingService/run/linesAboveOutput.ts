import type { IDataObject, NodeExecutionHint } from 'n8n-workflow';

import { EFFECTS } from '../answers/effects';
import { saysYes } from '../answers/saysNo';
import { isTool, itemsInWords } from '../errors/nodeError';
import { gapsInWords } from '../parameters/gaps';
import type { Prices } from '../values/price';
import { costInWords } from '../smsText/cost';
import { isNobodys, nobodysInWords } from '../values/phoneNumbers';
import { counted, tally } from '../values/words';
import type { AnswerKind } from './answers';
import type { Item } from './item';
import type { Run } from './run';

/** Says above the output what became of a run's messages, and which had gaps. A model has no output pane. */
export function addLines(run: Run, { effect, answer }: AnswerKind, prices?: Prices): void {
	const { context, credentials, items, once, facts } = run;
	if (isTool(context.getNode())) return;
	const states = items.flatMap(({ delivery }) => delivery ?? []);
	const deliveries =
		states.length && `Delivery: ${tally(states.sort()).replace('pending', 'not yet')}`;
	const isTold = facts.isMessage || items.some(({ outcome }) => outcome?.isSkipped);
	const told = [isTold && countsOf(items, prices), deliveries].filter(Boolean);
	const service = credentials.environment === 'production' ? 'Production' : 'Sandbox';
	const gaps = gapsInWords(items.filter(({ accepted }) => accepted)).replaceAll('<', '&lt;');
	// The answer to a single SMS has an ID, or its item has failed.
	const { isChange, isRepeatable } = EFFECTS[effect];
	const mayBeVague = isChange && !isRepeatable && answer !== 'send-answer';
	const vague = mayBeVague ? items.filter(isVague).map(({ index }) => index) : [];
	const nobodys = items.filter(hasNobodysNumber).map(({ index }) => index);
	const warnings = [
		gaps,
		vague.length && `${VAGUE} ${itemsInWords(vague, 20)}`,
		nobodys.length && nobodysInWords(nobodys),
	].filter(Boolean);
	const location = 'outputPane';
	const hints: NodeExecutionHint[] = [
		...(told.length ? [{ message: `${told.join('. ')}. ${service}.`, location } as const] : []),
		...warnings.map((words) => ({ message: `${words}.`, type: 'warning', location }) as const),
		...(once?.hints(items) ?? []),
	];
	// Old versions of n8n have no such hints.
	if (hints.length) context.addExecutionHints?.(...hints);
}

const VAGUE =
	'The service answered with success, but without an ID or a word that it did what you asked for. Look at the answer to';

/** Whether an item counts as accepted only because its answer says no no. */
const isVague = ({ accepted = [] }: Item) =>
	!accepted.every(({ json }) => json.value === true || saysYes(json));

/** Whether a message went to a number that its country doesn't have: with + or 00 in front, a number goes out as it is. */
const hasNobodysNumber = ({ accepted, known }: Item) => {
	const { to, recipients } = Object(known?.body) as IDataObject;
	return accepted !== undefined && [to, recipients].flat().some(isNobodys);
};

/** Where an item was that may be sent at another time. */
const NOT_NOW: Record<string, string> = {
	outsideWindow: 'outside the window',
	overRecipientLimit: "over a recipient's limit",
};

/** E.g. `97 accepted (104 parts, about 4.16 EUR), 2 skipped (1 suppressed, 1 duplicate), 1 failed`; empty if all are accepted whole. */
function countsOf(items: Item[], prices?: Prices): string {
	// A message that wasn't delivered in time is accepted, and paid for, although its item has failed.
	const accepted = items.filter((item) => item.accepted);
	const problems = items.flatMap((item) => (item.accepted ? [] : (item.problem ?? [])));
	const kept = problems.filter(({ details }) => details.isOfRun).length;
	const failed = problems.length - kept;
	const partIds = accepted.flatMap((item) => item.accepted!.map(({ json }) => json.partIds));
	const parts = partIds.every(Array.isArray) ? partIds.flat().length : 0;
	const skipped = items.flatMap(({ outcome }) =>
		outcome?.isSkipped ? [String(outcome.items[0].json.skipped)] : [],
	);
	// Items of an earlier try aren't read again.
	const bodies = accepted.flatMap(({ known }) => (known?.body ?? []) as IDataObject[]);
	const cost = prices && costInWords(bodies, accepted.length, prices);
	const inParts = (cost || parts > accepted.length) && parts && counted(parts, 'part');
	const size = [inParts, cost].filter(Boolean).join(', ');
	if (!failed && !kept && !skipped.length && !size) return '';
	const reasons = tally(skipped).replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
	const counts = [
		`${accepted.length} accepted${size && ` (${size})`}`,
		...(skipped.length ? [`${skipped.length} skipped (${reasons})`] : []),
		...(failed ? [`${failed} failed`] : []),
		...(kept ? [`${kept} not attempted`] : []),
	].join(', ');
	const later = [...new Set(skipped)].flatMap((reason) => NOT_NOW[reason] ?? []);
	return [counts, ...later.map((one) => `What was ${one} isn't sent later by itself`)].join('. ');
}
