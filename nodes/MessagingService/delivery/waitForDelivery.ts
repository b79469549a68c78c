import type { IDataObject, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import type { Delivery } from '../answers/parts';
import { ownEntries, readReport } from '../answers/report';
import { Problem } from '../errors/problem';
import { numberField, switchField } from '../fields/common';
import { group } from '../fields/group';
import type { States } from '../parameters/accountDefaults';
import { groupOf, isOn, readNumber } from '../parameters/optionReaders';
import type { Item } from '../run/item';
import { type Prepare, forOption } from '../run/operation';
import type { Run, Step } from '../run/run';
import type { ServiceRequest } from '../service/request';
import { steadyNow } from '../service/deadline';
import { type Message, summarize } from './summary';

const timeout = numberField('Timeout', 'timeout', {
	typeOptions: { minValue: 1, maxValue: 900 },
	default: 120,
	hint: 'In seconds, from 1 to 900',
	description: 'How many seconds to wait for the delivery of each message',
});

/** An entry of the options: the report is read until every part has reached its end. */
export const waitForDelivery: INodeProperties = group('Wait for Delivery', 'waitForDelivery', {
	description:
		'Reads the delivery report until each part is delivered or has failed. The message is sent only once.',
	builderHint: {
		propertyHint:
			"Adding it turns it on: { values: { timeout: 120 } }. The output then has delivery: 'delivered', 'failed', or 'pending' if the time is over. It takes the place of a Wait node and Get Delivery Report.",
	},
	fields: [
		timeout,
		switchField('Fail on Timeout', 'failOnTimeout', {
			description:
				"Whether to fail if a message isn't delivered in time. Otherwise, its delivery is pending.",
		}),
	],
});

/** Follows each message that was sent: it comes out with `parts` (its report entries) and `delivery`. */
export const followSent = waiting((item) => {
	const [{ json, pairedItem }] = item.accepted!;
	const { partIds } = json;
	const messageId = String(json.messageId);
	return {
		messageId,
		request: { method: 'POST', path: '/v1/sms/report', body: { messageId } },
		partCount: Array.isArray(partIds) ? partIds.length : undefined,
		show: ({ problem, ...followed }) => {
			const ours = { ...followed, ...(problem && { reportError: problem.message }) };
			return [{ json: withOurs(json, ours), pairedItem }];
		},
	};
});

/** Reads a report again until its message is delivered: each part comes out with `delivery`, or just the messageId. */
export const followReports = waiting((item) => {
	const { accepted = [], index } = item;
	const request = item.readRequest();
	const { messageId } = { ...request.qs, ...(request.body as IDataObject) };
	const entries = accepted.map(({ json }) => json);
	return {
		messageId: String(messageId),
		request,
		known: ownEntries(entries, messageId),
		show: ({ parts, delivery }) => {
			const shown = parts.length ? parts : [{ messageId }];
			const pairedItem = { item: index };
			return shown.map((part) => ({ json: withOurs(part, { delivery }), pairedItem }));
		},
	};
});

/** A report that is read again and again. */
type Followed = Pick<Message, 'messageId' | 'partCount'> & {
	request: ServiceRequest;
	known?: IDataObject[];
	show: (end: End) => INodeExecutionData[];
};

/** The state of a message, as its report says. */
type End = { parts: IDataObject[]; delivery: Delivery; problem?: Problem };

function waiting(followedOf: (item: Item) => Followed): Prepare<Step> {
	return forOption('waitForDelivery', (options, { states }) => {
		const given = groupOf(options, 'waitForDelivery');
		if (!given) return undefined;
		const timeoutMs = 1000 * readNumber(timeout, 'waitForDelivery', options);
		const failsOnTimeout = isOn(given, 'failOnTimeout');
		return async (run, items) => {
			const followOne = async (item: Item) => {
				const followed = followedOf(item);
				const end = await followDelivery(run, { states, timeoutMs }, followed);
				if (!end) return;
				item.delivery = end.delivery;
				if (failsOnTimeout && end.delivery === 'pending') {
					throw timeoutProblem(followed.messageId, timeoutMs / 1000, end.problem);
				}
				item.shown = { items: followed.show(end) };
			};
			await Promise.all(items.map((item) => run.afterSending(item, () => followOne(item))));
		};
	});
}

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 15_000;

/** Reads a report after 1, 1.5, 2.3, … 15 s, with others in between, until all has ended or the time is over; undefined if stopped. */
async function followDelivery(
	run: Run,
	{ states, timeoutMs }: { states: States; timeoutMs: number },
	{ messageId, request, partCount, known }: Followed,
): Promise<End | undefined> {
	const { gate } = run;
	const until = steadyNow() + timeoutMs;
	let parts = known ?? [];
	let problem: Problem | undefined;
	for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 1.5)) {
		if (!known || pauseMs > FIRST_PAUSE_MS) {
			if (!(await gate.enter())) return undefined;
			try {
				parts = readReport(await run.request(request, true, until), messageId).entries;
				problem = undefined;
			} catch (error) {
				// The message is out, whatever becomes of its report: it may be readable the next time.
				problem = error as Problem;
			} finally {
				gate.leave();
			}
		}
		const { delivery } = summarize({ messageId, partCount, entries: parts }, states);
		if (delivery !== 'pending') return { parts, delivery };
		const leftMs = until - steadyNow();
		if (leftMs <= 0) return { parts, delivery, problem };
		await gate.pause(Math.min(pauseMs, leftMs));
	}
}

/** An answer with our fields; if it has one of their names itself, it stands whole under `answer`. */
function withOurs(said: IDataObject, ours: IDataObject): IDataObject {
	const isTaken = Object.keys(ours).some((name) => Object.hasOwn(said, name));
	return { ...said, ...(isTaken ? { answer: said } : {}), ...ours };
}

function timeoutProblem(messageId: string, seconds: number, cause?: Problem): Problem {
	const why = cause ? ` Its report couldn't be read: ${cause.message}.` : '';
	return new Problem(
		`Message ${messageId} wasn't delivered within ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`,
		`It may still arrive, so check its report before you send it again.${why} To wait longer, raise 'Timeout' under Options → Wait for Delivery. Retry On Fail waits again, and sends nothing.`,
		{ origin: 'service' },
	);
}
