import { anyText, count, list, messageId, object, phoneNumber, text, time } from './values.ts';

/** The answer to an email or a Viber message. */
export const sentWhole = object({ messageId, sent: time });

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
