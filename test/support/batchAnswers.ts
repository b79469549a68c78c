import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { recipients } from './sending';

/** How an entry may say whose it is. */
const signs = fc.constantFrom<(to: string) => IDataObject>(
	...['to', 'phoneNumber', 'To', 'msisdn', 'recipient', 'phone', 'number', 'x'].map(
		(name) => (to: string) => ({ [name]: to }),
	),
	(to) => ({ to: `+${to}` }),
	(to) => ({ to: `00${to.slice(0, 3)} ${to.slice(3, 6)}-${to.slice(6)}` }),
	(to) => ({ phoneNumber: Number(to) }),
	(to) => ({ to: `8 ${to.slice(3)}` }),
	(to) => ({ to: `****${to.slice(-4)}` }),
	(to) => ({ to: `tel:+${to}` }),
	(to) => ({ to: [{ number: Number(to) }] }),
	(to) => ({ recipient: { phone: { value: to } } }),
	(to) => ({ [to]: { state: 1 } }),
	(to) => ({ text: `Hello ${to}` }),
	(to) => ({ index: Number(to.slice(4, 8)) }),
	(to) => ({ to: null, msisdn: to }),
);
const refusals = fc.constantFrom<IDataObject>(
	{ error: 'No route' },
	{ status: 'rejected' },
	{ success: false, reason: 'No' },
	{ messageId: null, note: 'none' },
);
const envelopes = fc.constantFrom<(entries: IDataObject[]) => unknown>(
	(entries) => entries,
	(entries) => entries,
	(messages) => ({ messages }),
	(data) => ({ success: true, data }),
	(entries) => entries.slice(1),
	(entries) => [...entries, { batchId: 'b' }],
);

/** An answer to a batch: entries that say whose they are stand anywhere, those that don't in their place. */
export const drawnAnswer = fc
	.record({
		count: fc.integer({ min: 1, max: 9 }),
		hasTwin: fc.boolean(),
		wrap: envelopes,
		sign: signs,
	})
	.chain(({ count, ...how }) =>
		fc.record({
			how: fc.constant(how),
			entries: fc.array(
				fc.record({
					sign: fc.oneof(
						{ weight: 6, arbitrary: fc.constant(how.sign) },
						signs,
						fc.constant(undefined),
					),
					refusal: fc.option(refusals, { nil: undefined, freq: 4 }),
					extra: fc.constantFrom({}, {}, {}, { note: 'x' }, { sent: 'x', partIds: [] }),
				}),
				{ minLength: count, maxLength: count },
			),
			order: fc.array(fc.nat(), { minLength: count, maxLength: count }),
			isInOrder: fc.boolean(),
		}),
	)
	.map(({ how, entries, order, isInOrder }) => {
		const to = recipients(entries.length).map((one) => one.to);
		if (how.hasTwin) to[to.length - 1] = to[0];
		const told = entries.map(({ sign, refusal, extra }, index): IDataObject => {
			const isTwin = how.hasTwin && (index === 0 || index === to.length - 1);
			const own = refusal && sign ? refusal : { messageId: `id-${index}-`, ...extra };
			// Which of two messages to one number an entry is about, only its place tells.
			return { ...(isTwin ? { to: to[index] } : sign?.(to[index])), ...own };
		});
		const moving = told.flatMap((_, index) => (entries[index].sign && !isInOrder ? index : []));
		const moved = [...moving].sort((one, other) => order[one] - order[other]);
		const answer = told.map((entry, index) => {
			const at = moving.indexOf(index);
			return at < 0 ? entry : told[moved[at]];
		});
		return { to, answer: how.wrap(answer) };
	});

/** The IDs in anything: `id-3-` is that of the fourth message. */
export const idsIn = (value: unknown) => JSON.stringify(value ?? '').match(/id-\d+-/g) ?? [];
