import type { Fault } from './faults.ts';
import { errorBody } from './refusal.ts';

const fail = (status: number, message: string, retryAfter?: number): Fault => ({
	kind: 'status',
	status,
	retryAfter,
	body: errorBody('special_recipient', message),
});

const byLastDigits: Record<string, Fault> = {
	'0200': { kind: 'html', status: 200 },
	'0400': fail(400, 'to is not a number the service can reach (recipient ending in 0400)'),
	'0401': fail(401, 'X-ApiKey is not a valid key (recipient ending in 0401)'),
	'0408': { kind: 'timeout' },
	'0429': fail(429, 'Too many requests, try again in 1 second (recipient ending in 0429)', 1),
	'0444': { kind: 'drop' },
	'0500': fail(500, 'Internal error (recipient ending in 0500)'),
	'0503': fail(503, 'Service unavailable, try again in 2 seconds (recipient ending in 0503)', 2),
};

/** How the whole request fails because of its recipients; the first such recipient decides. */
export function faultForRecipients(recipients: string[]): Fault | undefined {
	for (const to of recipients) {
		const fault = byLastDigits[to.slice(-4)];
		if (fault !== undefined) return fault;
	}
	return undefined;
}
