import { isNobodys } from './countryCodes.ts';
import { stepOf } from '../page/words.js';

/** Delivery states. The specification does not publish them: these are the sandbox's own. */
export const accepted = 0;
export const sentToOperator = 1;
export const delivered = 2;
export const failed = 3;

export const stateNames = ['accepted', 'sent to operator', 'delivered', 'failed'];

export const errorCodes = {
	'1': 'no country has this number',
	'27': 'phone off or out of reach',
	'8': 'that part failed',
	SUPPRESSED: 'the number is on the suppression list',
	BALANCE: 'a campaign ran out of money',
};

/** A state that a part comes to, and when, in milliseconds since 1970. */
export interface Step {
	at: number;
	state: number;
	errorCode?: string;
}

interface Course {
	about: string;
	/** When the part reaches its final state, in milliseconds after it was sent. */
	finalAfter?: number;
	errorCode?: string;
	onlyLastPartFails?: boolean;
}

/** What happens to a message because of the last digits of its number. */
export const courses: Record<string, Course> = {
	'0002': { about: 'fails, error code 27', errorCode: '27' },
	'0003': { about: 'is delivered after 10 minutes', finalAfter: 600_000 },
	'0004': { about: 'stays in state 1 forever', finalAfter: Infinity },
	'0005': {
		about: 'fails in the last of several parts, error code 8; a single part is delivered',
		errorCode: '8',
		onlyLastPartFails: true,
	},
};

const nobodys = { errorCode: '1' };

interface SentMessage {
	to: string;
	sentAt: number;
	parts: string[];
	refusedWith?: string;
}

/** The states that one part of a message comes to, with their times. */
export function courseOfPart(message: SentMessage, partIndex: number): Step[] {
	const { to, sentAt, parts, refusedWith } = message;
	if (refusedWith !== undefined) return [{ at: sentAt, state: failed, errorCode: refusedWith }];
	const course = isNobodys(to) ? nobodys : (courses[to.slice(-4)] ?? {});
	const { finalAfter = 3_000, errorCode, onlyLastPartFails }: Partial<Course> = course;
	const begin = [
		{ at: sentAt, state: accepted },
		{ at: sentAt + 1_000, state: sentToOperator },
	];
	if (finalAfter === Infinity) return begin;
	const at = sentAt + finalAfter + 500 * partIndex;
	const isLastOfSeveral = parts.length > 1 && partIndex === parts.length - 1;
	const fails = errorCode !== undefined && (!onlyLastPartFails || isLastOfSeveral);
	return [...begin, fails ? { at, state: failed, errorCode } : { at, state: delivered }];
}

/**
 * How far one part of a message has come. A pure function of the time since it was sent, so moving
 * the clock moves every part of every message at once.
 */
export function deliveryOfPart(message: SentMessage, partIndex: number, now: number): Step {
	return stepOf(courseOfPart(message, partIndex), now);
}
