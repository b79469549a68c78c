// Types only: the container has the sandbox alone.
import type { contract } from '../../nodes/MessagingService/answers/contract.ts';
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

type Rows = typeof contract;
/** Each field that a row names, and no other. */
type Fields<Row extends { fields: readonly string[] }> = Record<Row['fields'][number], object>;
type Later = Record<'delivered' | 'errorCode', object>;

const balance = { amount: number, currency: text } satisfies Fields<Rows['balance-answer']>;
export const balances = list(object(balance));

/** The answer to an SMS, for one recipient or for one of several. */
const fields = { messageId, sent: time, partIds: list(text) } satisfies Fields<Rows['send-answer']>;
export const sent = object(fields);
export const sentTo = object({ ...fields, to: phoneNumber });

/** An entry of a delivery report; some fields are absent while there is nothing for them. */
type Always = Omit<Fields<Rows['report-answer']>, keyof Later>;
const always = { messageId, to: count, partId: text, state: count } satisfies Always;
const later = { delivered: time, errorCode: anyText } satisfies Later;
export const report = list(object(always, later));
