import type { Fault } from './faults.ts';
import { errorBody } from './refusal.ts';

const fail = (status: number, message: string, retryAfter?: number): Fault => ({
	kind: 'status',
	status,
	retryAfter,
	body: errorBody('special_recipient', message),
});

const byLastDigits: Record<string, { about: string; fault: Fault }> = {
	'0200': { about: '200 with an HTML page instead of JSON', fault: { kind: 'html', status: 200 } },
	'0400': {
		about: '400: the number is refused',
		fault: fail(400, 'to is not a number the service can reach (recipient ending in 0400)'),
	},
	'0401': {
		about: '401: the key is refused',
		fault: fail(401, 'X-ApiKey is not a valid key (recipient ending in 0401)'),
	},
	'0408': {
		about: 'no answer; the connection stays open until the client gives up',
		fault: { kind: 'timeout' },
	},
	'0429': {
		about: '429 with Retry-After: 1: too many requests',
		fault: fail(429, 'Too many requests, try again in 1 second (recipient ending in 0429)', 1),
	},
	'0444': { about: 'no answer; the connection is dropped', fault: { kind: 'drop' } },
	'0500': {
		about: '500: an error in the service',
		fault: fail(500, 'Internal error (recipient ending in 0500)'),
	},
	'0503': {
		about: '503 with Retry-After: 2: the service is unavailable',
		fault: fail(503, 'Service unavailable, try again in 2 seconds (recipient ending in 0503)', 2),
	},
};

/** What happens to a request because of the last digits of a number in it. */
export const requestTestNumbers = Object.entries(byLastDigits).map(([digits, { about }]) => ({
	digits,
	about,
}));

/** How the whole request fails because of its recipients; the first such recipient decides. */
export function faultForRecipients(recipients: string[]): Fault | undefined {
	for (const to of recipients) {
		const special = byLastDigits[to.slice(-4)];
		if (special !== undefined) return special.fault;
	}
	return undefined;
}
