import { assumed, operation } from './operation.ts';
import { anyText, list, object, phoneNumber, time } from './values.ts';

const entry = object({ phoneNumber, added: time }, { reason: anyText });

export const add = operation('Suppression', 'Send nothing to a number any more', {
	assumed: true,
	body: object({ phoneNumber }, { reason: anyText }),
	answer: assumed(entry),
});

export const getAll = operation('Suppression', 'The numbers that nothing is sent to', {
	assumed: true,
	answer: assumed(list(entry)),
});
