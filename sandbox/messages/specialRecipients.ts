import type { Fault } from '../traffic/faults.ts';
import { errorBody } from '../traffic/refusal.ts';

const refuse = (status: number, about: string, message: string, retryAfter?: number) => ({
	...{ about, status, retryAfter, kind: 'status' as const },
	body: errorBody('special_recipient', message),
});

const noNumber = "The service can't reach this number (recipient ending in 0400)";
const noKey = 'X-ApiKey is not a valid key (recipient ending in 0401)';
const tooMany = 'Too many requests, try again in 1 second (recipient ending in 0429)';
const broken = 'Internal error (recipient ending in 0500)';
const down = 'Service unavailable, try again in 2 seconds (recipient ending in 0503)';
const neverAnswered = 'no answer; the connection stays open until the client gives up';

/** What happens to a request because of the last digits of a number in it. */
export const specialRecipients: Record<string, Fault & { about: string }> = {
	'0200': { about: '200 with an HTML page instead of JSON', kind: 'html', status: 200 },
	'0400': refuse(400, '400: the number is refused', noNumber),
	'0401': refuse(401, '401: the key is refused', noKey),
	'0408': { about: neverAnswered, kind: 'timeout' },
	'0429': refuse(429, '429 with Retry-After: 1: too many requests', tooMany, 1),
	'0444': { about: 'no answer; the connection is dropped', kind: 'drop' },
	'0500': refuse(500, '500: an error in the service', broken),
	'0503': refuse(503, '503 with Retry-After: 2: the service is unavailable', down, 2),
};
