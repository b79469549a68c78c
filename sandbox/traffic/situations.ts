import { object, oneOf, wholeNumber } from '../contract/values.ts';
import type { Fault } from './faults.ts';
import { errorBody } from './refusal.ts';
import type { Wanted } from '../settings.ts';

interface Situation extends Wanted {
	name: string;
	happens: string;
	good: string;
	/** Which option or setting has a workflow do so, and where the documents say more. */
	how: string;
	more: string;
}

const unreachable = JSON.stringify(
	errorBody('invalid_request', "The service can't reach this number"),
);

/** What can go wrong with a request. */
const troubles: Fault[] = [
	{ kind: 'status', status: 503 },
	{ kind: 'status', status: 429, retryAfter: 1 },
	{ kind: 'html', status: 502 },
	{ kind: 'drop' },
	{ kind: 'drop', accepted: true },
];

/** Trouble for one request in ten of the next thousand, always the same for a seed (mulberry32). */
export function byChance(seed: number): Fault[] {
	let state = seed;
	const random = () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
	const unlucky = Array.from({ length: 1_000 }, (_, request) => request).filter(
		() => random() < 0.1,
	);
	// A request that meets one trouble is not counted by those that wait behind it.
	return unlucky.map((request, before) => ({
		...troubles[Math.floor(random() * troubles.length)],
		after: request - before,
	}));
}

/** What a workflow has to live with, several settings at once. */
export const situations: Situation[] = [
	{
		name: 'all well',
		happens: 'The service accepts everything.',
		good: 'A good workflow sends each message once, and says that it is done.',
		how: 'Give each message a Once Key, such as an order number: what runs a second time sends nothing.',
		more: 'sending.md#once-key',
	},
	{
		name: 'one bad number',
		happens: 'The service refuses the first message, for example for a wrong number.',
		good: 'A good workflow says which message was refused and why, and sends the others.',
		how: 'Set On Error of the node to Continue (using error output), and for Send Bulk also Batch Size to 1: the message comes out there with its error. Example 3 has a page for it.',
		more: 'errors.md#what-happens-to-the-other-items',
		faults: [{ kind: 'status', status: 400, body: unreachable, sends: true }],
	},
	{
		name: 'busy',
		happens: 'The service is busy: it refuses the first two requests, and takes five in a second.',
		good: 'A good workflow waits as long as the service asks it to, and then sends each message once.',
		how: 'The node does it by itself, up to Max Wait. Send Bulk makes fewer requests.',
		more: 'errors.md#wait-for-a-busy-service',
		faults: [{ kind: 'status', status: 429, retryAfter: 1, count: 2 }],
		requestsPerSecond: 5,
	},
	{
		name: 'an answer is lost',
		happens: 'The service accepts the first message, but its answer never arrives.',
		good: 'A good workflow does not send that message again by itself, and tells somebody that it may have gone out.',
		how: 'The node does it by itself. Have an error workflow such as example 20 tell somebody.',
		more: 'errors.md#retry-safely',
		faults: [{ kind: 'drop', accepted: true, sends: true }],
	},
	{
		name: 'out of money',
		happens: 'Your account has no money left, so nothing can be sent.',
		good: 'A good workflow says that nothing was sent and why, so that somebody tops up the balance.',
		how: 'The error says so. Have an error workflow such as example 20 tell somebody, but not by SMS.',
		more: 'errors.md#read-an-error',
		balance: { EUR: 0 },
	},
	{
		name: 'slow',
		happens: 'Each answer takes 3 seconds.',
		good: 'A good workflow waits for the answer, and sends nothing twice meanwhile.',
		how: 'The node waits for 5 minutes at most, unless Timeout of its Request Options says otherwise. Retry On Fail sends nothing twice.',
		more: 'errors.md#retry-safely',
		latencyMs: 3_000,
	},
	{
		name: 'random failures',
		happens: 'One request in ten goes wrong, in one way or another: the same ones each time.',
		good: 'A good workflow sends each message once or tells somebody, whichever request it is.',
		how: 'Give each message a Once Key, and have an error workflow such as example 20 tell somebody.',
		more: 'errors.md#retry-safely',
		faults: byChance(1),
	},
];

/** The body of the control that sets one. */
export const situation = object(
	{ name: oneOf(...situations.map(({ name }) => name)) },
	{ seed: wholeNumber(0, 2 ** 31 - 1) },
);

/** What a situation sets, for a seed if it has one. */
export function wantedIn(name: string, seed?: number): Wanted {
	const found = situations.find((one) => one.name === name);
	return name === 'random failures' && seed !== undefined
		? { faults: byChance(seed) }
		: { ...found };
}
