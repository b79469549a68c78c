import type { Prepare } from '../run/operation';
import type { Step } from '../run/run';
import { groupOf } from '../values/optionReaders';
import { skipsBy } from './options';
import { readSendWindow } from './readSendWindow';
import { nextInside } from './sendWindow';

/** Skips the items whose window is not open now: each comes out with the next moment at which it is. */
export const skipOutsideWindow: Prepare<Step> = (options, entered) =>
	skipsBy('sendWindow', options, entered) && skipOutside;

const skipOutside: Step = async (run, items) => {
	const timeZone = run.context.getTimezone();
	const now = Date.now();
	const known = new Map<string, string | null>();
	/** Mostly the same for all items. */
	const sendAfterOf = (given: object): string | null => {
		const key = JSON.stringify(given, (_name, value: unknown) => value ?? null);
		const found = known.get(key);
		if (found !== undefined) return found;
		const next = nextInside(readSendWindow({ ...given }, timeZone), now);
		const sendAfter = next.toMillis() === now ? null : next.toISO({ suppressMilliseconds: true });
		known.set(key, sendAfter);
		return sendAfter;
	};
	for (const item of items) {
		const given = groupOf(item.options, 'skipMessages') ?? {};
		try {
			const sendAfter = sendAfterOf(given);
			if (sendAfter === null) continue;
			const { to } = item.request.body as { to: string };
			run.skip(item, { skipped: 'outsideWindow', to, sendAfter });
		} catch (error) {
			run.fail([item], error);
		}
	}
};
