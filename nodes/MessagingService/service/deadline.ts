import type { IHttpRequestOptions } from 'n8n-workflow';

import { timedOut } from '../errors/asProblem';
import type { Problem } from '../errors/problem';
import type { proxyOf } from './address';

/** The user's Request Options: proxy, certificate check, and how long to wait. */
export type RequestSettings = Pick<IHttpRequestOptions, 'skipSslCertificateValidation'> & {
	proxy?: ReturnType<typeof proxyOf>;
	/** Until the answer begins, in ms. */
	timeout: number;
	/** Until it has ended; as long again if it is not given. */
	wholeMs?: number;
};

/** The longest time that Node.js can wait, in ms. */
const LONGEST_MS = 2 ** 31 - 1;

/** A group of tasks is open for this part of their time: they end together, the later ones a little early. */
const TOGETHER = 1 / 100;

/** A task that has to end in time. */
export type Timed = {
	/** Aborted when its time is over, or the execution is stopped. */
	signal: AbortSignal;
	/** Called then, for less than a listener costs. */
	onEnd?: () => void;
};

type Group = ReturnType<typeof startGroup>;

/**
 * Ends a run's requests in time, where n8n would wait forever for an answer that has begun but does not end, or changes
 * to another protocol (101). Requests share timers and signals: Node.js keeps those of a request for minutes after it.
 */
export class TimeLimit {
	private groups: Group[] = [];

	/** @param stopped aborts all tasks */
	constructor(private readonly stopped?: AbortSignal) {}

	/** Does a task. @throws Problem if it takes longer than a time in ms */
	async run<T>(ms: number, task: (own: Timed) => Promise<T>): Promise<T> {
		const { signal, underWay } = this.groupFor(ms);
		const own: Timed = { signal };
		try {
			return await new Promise<T>((resolve, reject) => {
				underWay.set(own, reject);
				task(own).then(resolve, reject);
			});
		} finally {
			underWay.delete(own);
		}
	}

	/** To be called now and then: signals keep what listens to them. */
	close(): void {
		for (const { underWay, close } of this.groups) if (!underWay.size) close();
		this.groups = this.groups.filter(({ underWay }) => underWay.size);
	}

	private groupFor(ms: number): Group {
		const last = this.groups.at(-1);
		const isOpen = last && !last.full.aborted && !last.signal.aborted;
		// The time may be what is left until another one.
		if (isOpen && Math.abs(ms - last.ms) <= ms * TOGETHER) return last;
		this.close();
		const group = startGroup(ms, this.stopped);
		this.groups.push(group);
		return group;
	}
}

function startGroup(ms: number, stopped?: AbortSignal) {
	const limit = signalAfter(ms);
	// In place of AbortSignal.any, whose signals some versions of Node.js keep as long as `stopped` lives.
	const aborting = new AbortController();
	const underWay = new Map<Timed, (problem: Problem) => void>();
	const abort = () => {
		aborting.abort();
		for (const { onEnd } of underWay.keys()) onEnd?.();
	};
	const end = () => {
		for (const reject of underWay.values()) reject(timedOut());
		abort();
	};
	limit.addEventListener('abort', end);
	stopped?.addEventListener('abort', abort);
	if (stopped?.aborted) abort();
	const close = () => {
		limit.removeEventListener('abort', end);
		stopped?.removeEventListener('abort', abort);
	};
	// When it is full, no more tasks may join.
	return { ms, signal: aborting.signal, full: signalAfter(ms * TOGETHER), underWay, close };
}

function signalAfter(ms: number): AbortSignal {
	return AbortSignal.timeout(Math.min(LONGEST_MS, Math.max(1, Math.ceil(ms))));
}

/** The user's Request Options, with a time-out that does not go beyond `until`, but is a second at least. */
export function limitedTo(until: number | undefined, settings: RequestSettings): RequestSettings {
	if (until === undefined) return settings;
	const leftMs = Math.max(1000, until - steadyNow());
	return { ...settings, timeout: Math.min(settings.timeout, leftMs), wholeMs: leftMs };
}

/** Milliseconds on a clock that nobody can set back or forward: for waiting, not for dates. */
export const steadyNow = (): number => performance.now();
