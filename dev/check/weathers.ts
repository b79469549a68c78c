import { situations } from '../../sandbox/situations.ts';
import type { Stage } from './play.ts';
import type { Controls } from './control.ts';
import { isSend } from './judge/seen.ts';
import type { Played } from './play.ts';

/** What a weather needs to know of the workflow when all is well, and what it may do. */
export interface Surroundings {
	controls: Controls;
	seed: number;
	well: Played[];
	restartN8n: () => Promise<void>;
}

export interface CheckWeather {
	name: string;
	/** In a sentence. */
	happens: string;
	/** Sets it, on a sandbox that begins anew. */
	begin: (around: Surroundings) => Promise<unknown>;
	/** What happens in the middle of the first play. */
	meanwhile?: (around: Surroundings) => Stage['meanwhile'];
	/** Whether the items have an empty field. */
	isBlank?: boolean;
	/** Whether nobody answers what the workflow asks. */
	isUnanswered?: boolean;
}

const happensIn = (name: string) => situations.find((one) => one.name === name)!.happens;

const ofTheSandbox = (name: string): CheckWeather => ({
	name,
	happens: happensIn(name),
	begin: async ({ controls, seed }) => await controls.call('POST', 'situation', { name, seed }),
});

/** The sandbox's weather; a workflow that sends nothing meets the trouble when it changes something. */
const inPlaceOfSends = (name: string, fault: object): CheckWeather => ({
	...ofTheSandbox(name),
	async begin({ controls, well }) {
		const sends = well.some(({ requests }) => requests.some(isSend));
		if (sends) return await controls.call('POST', 'situation', { name });
		return await controls.call('POST', 'faults', { ...fault, method: 'POST' });
	},
});

const doesNothing = async () => undefined;

/** How long an answer takes where answers are slow, in ms: enough that others happen meanwhile. */
const slowMs = 300;
/** How long the first request is on its way while n8n is killed, in ms. */
const inFlightMs = 2_000;

export const checkWeathers: CheckWeather[] = [
	ofTheSandbox('all well'),
	inPlaceOfSends('one bad number', { kind: 'status', status: 400, count: null }),
	ofTheSandbox('busy'),
	inPlaceOfSends('an answer is lost', { kind: 'drop', accepted: true }),
	ofTheSandbox('out of money'),
	{
		name: 'slow',
		happens: `Each answer takes ${slowMs / 1_000} seconds.`,
		begin: async ({ controls }) => await controls.call('POST', 'latency', { ms: slowMs }),
	},
	ofTheSandbox('random failures'),
	{
		name: 'n8n is restarted',
		happens: 'n8n is killed while the first message is on its way, and starts again.',
		begin: async ({ controls }) => await controls.call('POST', 'latency', { ms: inFlightMs }),
		meanwhile:
			({ controls, well, restartN8n }) =>
			async () => {
				const requests = await controls.requests();
				const sends = well[0].requests.some(isSend);
				if (!requests.some((request) => isSend(request) || !sends)) return false;
				await restartN8n();
				await controls.call('POST', 'latency', { ms: 0 });
				return true;
			},
	},
	{
		name: 'opted out',
		happens: 'The first recipient is on the suppression list.',
		async begin({ controls, well }) {
			const first = well[0].messages.find(({ channel }) => channel !== 'email');
			if (first) await controls.suppress(first.to);
		},
	},
	{
		name: 'blank',
		happens: 'One field of the items is empty.',
		begin: doesNothing,
		isBlank: true,
	},
	{
		name: 'nobody answers',
		happens: 'The time for an answer passes, and nobody has given one.',
		begin: doesNothing,
		isUnanswered: true,
	},
];
