import { isObject } from './node.ts';
import { isRead } from './exchange.ts';
import type { Exchange } from './exchange.ts';
import { statusOf } from './shapes.ts';

/** Refusals of this one request, which say nothing of the next one. Others are of the key, the money, or the rate. */
const OF_THIS_REQUEST = [400, 404, 405, 410, 413, 415, 422];

/** What became of a request that is no read, as the node takes its answer. */
function outcomeOf({ answer }: Exchange): 'accepted' | 'refused' | 'unknown' {
	if (!answer?.status) return 'unknown';
	return answer.problem?.details.outcome ?? 'accepted';
}

const named = ({ method, path }: Exchange) => `${method} ${path}`;
const came = ({ answer }: Exchange) =>
	answer?.status ? ` It was answered ${statusOf(answer)}.` : '';

/** What has to be said of requests that the service did not accept, and whether others may follow. */
export function notAccepted(exchanges: Exchange[]): { says: string; mayGoOn: boolean } | undefined {
	const changes = exchanges.filter(({ request }) => !isRead(request));
	const unknown = changes.find((one) => outcomeOf(one) === 'unknown');
	if (unknown) {
		const says = `It isn't known whether ${named(unknown)} was carried out.${came(unknown)} Look whether it arrived.`;
		return { says, mayGoOn: false };
	}
	const refused = changes.find((one) => outcomeOf(one) === 'refused');
	if (!refused) return undefined;
	const mayGoOn = OF_THIS_REQUEST.includes(refused.answer?.status ?? 0);
	return { says: `${named(refused)} wasn't accepted.${came(refused)}`, mayGoOn };
}

/** What to say of a campaign for tomorrow that may go out, since nothing shows that it was canceled. */
export function campaignLeft(exchanges: Exchange[]): string | undefined {
	const created = exchanges.find(
		({ request: { name, body } }) =>
			name === 'POST /campaigns' && isObject(body) && body.scheduledAt,
	);
	if (!created || outcomeOf(created) === 'refused') return undefined;
	const canceled = exchanges.find(
		({ request: { name } }) => name === 'POST /campaigns/{id}/cancel',
	);
	if (canceled && outcomeOf(canceled) === 'accepted') return undefined;
	const { body } = created.request;
	const name = isObject(body) ? String(body.name) : '';
	return `The campaign for tomorrow may not be canceled: cancel ${name} in your account, or its SMS arrives tomorrow.`;
}

/** What was on its way when somebody stopped the doctor. */
export function stoppedWith(exchanges: Exchange[]): string {
	const stopped = 'Stopped before the end: what is not tried was not reached.';
	return [stopped, notAccepted(exchanges)?.says ?? [], campaignLeft(exchanges) ?? []]
		.flat()
		.join(' ');
}
