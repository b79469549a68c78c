/** Delivery states. The specification does not publish them: these are the sandbox's own. */
export const accepted = 0;
export const sentToOperator = 1;
export const delivered = 2;
export const failed = 3;

export const stateNames = ['accepted', 'sent to operator', 'delivered', 'failed'];

export interface Delivery {
	state: number;
	/** Milliseconds since 1970, once the part is delivered. */
	deliveredAt?: number;
	errorCode?: string;
}

interface Course {
	/** When the part reaches its final state, in milliseconds after it was sent. */
	finalAfter?: number;
	errorCode?: string;
	onlyLastPartFails?: boolean;
}

const byLastDigits: Record<string, Course> = {
	'0002': { errorCode: '27' },
	'0003': { finalAfter: 600_000 },
	'0004': { finalAfter: Infinity },
	'0005': { errorCode: '8', onlyLastPartFails: true },
};

/**
 * How far one part of a message has come. A pure function of the time since it was sent, so moving
 * the clock moves every part of every message at once.
 */
export function deliveryOfPart(
	message: { to: string; sentAt: number; parts: string[]; refusedWith?: string },
	partIndex: number,
	now: number,
): Delivery {
	if (message.refusedWith !== undefined) return { state: failed, errorCode: message.refusedWith };
	const course = byLastDigits[message.to.slice(-4)] ?? {};
	const finalAfter = (course.finalAfter ?? 3_000) + 500 * partIndex;
	const elapsed = now - message.sentAt;
	if (elapsed < 1_000) return { state: accepted };
	if (elapsed < finalAfter) return { state: sentToOperator };
	const isLastOfSeveral = message.parts.length > 1 && partIndex === message.parts.length - 1;
	const fails = course.errorCode !== undefined && (!course.onlyLastPartFails || isLastOfSeveral);
	if (fails) return { state: failed, errorCode: course.errorCode };
	return { state: delivered, deliveredAt: message.sentAt + finalAfter };
}
