import type { Withhold, WithholdStep } from '../sending/operation';
import { groupOf } from '../values/optionReaders';
import { skipsBy } from './options';
import { readSendWindow } from './readSendWindow';
import { nextInside } from './sendWindow';

/** Takes out the items whose window is not open now: each comes out with the next moment at which it is. */
export const skipOutsideWindow: Withhold = (options, entered) =>
	skipsBy('sendWindow', options, entered) && skipOutside;

const skipOutside: WithholdStep = async (run, _requests, entries, timeZone) => {
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
	const open = entries.filter(({ options = {}, request, itemIndexes: [itemIndex] }) => {
		const given = groupOf(options, 'skipMessages') ?? {};
		try {
			const sendAfter = sendAfterOf(given);
			if (sendAfter === null) return true;
			const { to } = request.body as { to: string };
			run.outcomes.skip(itemIndex, { skipped: 'outsideWindow', to, sendAfter });
		} catch (error) {
			run.fail([itemIndex], error);
		}
		return false;
	});
	// Nothing is sent then, so nothing has to be looked up either.
	return run.gate.isShut ? [] : open;
};
