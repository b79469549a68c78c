import type { EventEmitter } from 'node:events';
import type { ClientRequest } from 'node:http';
import type { Transform } from 'node:stream';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Unzip } from 'node:zlib';

import { runNode } from './engine';

const REQUEST_CREATED = 'http.client.request.created';

/** What all of zlib's streams are: the thread pool does their work, which no list of Node's names. */
const packing: Transform = Object.getPrototypeOf(Object.getPrototypeOf(Unzip.prototype));
const transform = packing._transform;
const { timeout } = AbortSignal;

/** What a request comes from and leads to beside promises: names of hosts, files, and turns of the event loop. */
const STEPS = /^(GetAddrInfo|GetNameInfo|FSReq|Immediate)/;

/**
 * The time that `Date`, `performance`, `setTimeout` and n8n's `sleep` go by. It stands still until a test
 * lets it pass: at once, or step by step to what is waited for next, and then never while a request is
 * under way. Time-outs of a request go by it, too; sockets keep to real time.
 */
export class Clock {
	/** How many requests of the node have come to an end. */
	ended = 0;

	/** Requests, and answers that are being unpacked. */
	private readonly underWay = new Set<EventEmitter>();

	private readonly watch = (message: unknown) => {
		const { request } = message as { request: ClientRequest };
		this.underWay.add(request);
		request.once('close', () => {
			if (this.underWay.delete(request)) this.ended++;
		});
	};

	constructor(private readonly begin?: string) {}

	start(): void {
		this.ended = 0;
		this.underWay.clear();
		subscribe(REQUEST_CREATED, this.watch);
		const { underWay } = this;
		packing._transform = function (chunk, encoding, done) {
			const end = () => underWay.delete(this);
			underWay.add(this.once('close', end));
			transform.call(this, chunk, encoding, (...how) => (end(), done(...how)));
		};
		jest.useFakeTimers({
			// A whole second, because dates in headers have no fractions.
			now: this.begin ? Date.parse(this.begin) : Math.ceil(Date.now() / 1000) * 1000,
			doNotFake: [...ALWAYS_REAL],
		});
		// Its own would go by real time, and what is left of a wait may be a second, which a busy machine takes to answer.
		// A request that is never answered ends by `pass` alone.
		AbortSignal.timeout = (ms) => {
			if (!(ms >= 0)) throw new RangeError(`${ms} isn't a time in ms`);
			const aborting = new AbortController();
			setTimeout(() => aborting.abort(new DOMException('Timed out', 'TimeoutError')), ms);
			return aborting.signal;
		};
	}

	stop(): void {
		unsubscribe(REQUEST_CREATED, this.watch);
		packing._transform = transform;
		AbortSignal.timeout = timeout;
		jest.useRealTimers();
	}

	/** Runs the node, and lets the time pass that it waits for. */
	readonly run: typeof runNode = async (...given) => await this.until(runNode(...given));

	/** Does something by this clock outside of a test. */
	async during<T>(action: () => Promise<T>): Promise<T> {
		this.start();
		return await action().finally(() => this.stop());
	}

	/** Lets the time pass until a promise has settled, and gives its value. */
	async until<T>(goal: Promise<T>): Promise<T> {
		let isSettled = false;
		const settle = () => (isSettled = true);
		goal.then(settle, settle);
		while ((await this.quiet(() => isSettled), !isSettled)) {
			await jest.advanceTimersToNextTimerAsync();
		}
		return await goal;
	}

	/** Lets the time pass until something holds, and looks whenever no request is under way. */
	async untilTrue(holds: () => boolean | Promise<boolean>): Promise<void> {
		while ((await this.quiet(), !(await holds()))) await jest.advanceTimersToNextTimerAsync();
	}

	/** Lets so much time pass at once, in ms, also while requests are under way. */
	async pass(ms: number): Promise<void> {
		await jest.advanceTimersByTimeAsync(ms);
	}

	/** Waits until no request is under way and none is about to be. */
	async quiet(isOver = () => false): Promise<void> {
		do await nextTurn();
		while (!isOver() && (this.underWay.size > 0 || hasSteps()));
	}
}

const hasSteps = () => process.getActiveResourcesInfo().some((name) => STEPS.test(name));

const ALWAYS_REAL = [
	...(['hrtime', 'nextTick', 'queueMicrotask', 'setImmediate', 'clearImmediate'] as const),
	...(['setInterval', 'clearInterval'] as const),
];
const NOT_DATE = [...ALWAYS_REAL, 'performance', 'setTimeout', 'clearTimeout'] as const;

/** Has each test of a file or of a `describe` run on a certain day, as far as `Date` says; timers keep to real time. */
export function dateForTests(now: string): void {
	beforeEach(() => void jest.useFakeTimers({ now: Date.parse(now), doNotFake: [...NOT_DATE] }));
	afterEach(() => jest.useRealTimers());
}

/** A clock that each test of a file or of a `describe` moves itself, from now or from a certain time. */
export function clockForTests(begin?: string): Clock {
	const clock = new Clock(begin);
	beforeEach(() => clock.start());
	afterEach(() => clock.stop());
	return clock;
}
