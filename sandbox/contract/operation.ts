import { object, text } from './values.ts';

interface Schema {
	description: string;
}

interface Operation {
	/** Whether the specification leaves open what the operation takes. */
	assumed?: boolean;
	params?: object;
	querystring?: object;
	body?: object;
	answer: Schema;
}

/** Marks an answer that the specification does not show. */
export const assumed = <Answer extends Schema>(answer: Answer) => ({
	...answer,
	'x-assumed': true,
});

/** Of a route that sends a message or creates a campaign. */
export const sending = { config: { sends: true } } as const;
export const asking = { config: { asks: true } } as const;

const refusal = {
	...assumed(object({ error: object({ code: text, message: text }) })),
	description: 'A refusal',
};

/** What one operation takes and answers, as Fastify wants a route's schema. */
export function operation<const Described extends Operation>(
	tag: string,
	summary: string,
	{ assumed: isAssumed = false, answer, ...request }: Described,
) {
	const response: Record<string, Schema> = { 200: answer, default: refusal };
	const open = [isAssumed && 'the request', 'x-assumed' in answer && 'the answer'].filter(Boolean);
	const description = open.length
		? `*Assumed:* the specification of the service leaves open ${open.join(' and ')}.`
		: 'As the specification of the service has it.';
	return { tags: [tag], summary, description, 'x-assumed': isAssumed, ...request, response };
}

/** The same for what the specification does not show at all: neither what it takes nor what it answers. */
export const assumedOperation = <const Described extends Operation>(
	tag: string,
	summary: string,
	{ answer, ...request }: Described,
) => operation(tag, summary, { ...request, assumed: true, answer: assumed(answer) });
