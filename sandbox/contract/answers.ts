import {
	anyText,
	count,
	list,
	messageId,
	number,
	object,
	phoneNumber,
	text,
	time,
} from './values.ts';

export const balances = list(object({ amount: number, currency: text }));

/** The answer to an SMS, for one recipient or for one of several. */
export const sent = object({ messageId, sent: time, partIds: list(text) });
export const sentTo = object({ ...sent.properties, to: phoneNumber });

/** A delivery report: `delivered` and `errorCode` are absent while there is none. */
export const report = list(
	object(
		{ messageId, to: count, partId: text, state: count },
		{ delivered: time, errorCode: anyText },
	),
);
