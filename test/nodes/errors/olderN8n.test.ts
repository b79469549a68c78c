import type { INode, JsonObject } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import { asProblem, asProblemOfAnswer } from '../../../nodes/MessagingService/errors/asProblem';
import { asNodeError, errorItem } from '../../../nodes/MessagingService/errors/nodeError';

const node: INode = {
	id: 'node',
	name: 'Messaging Service',
	type: 'n8n-nodes-messaging-service.messagingService',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

/** What n8n's HTTP helper throws for a failed connection; n8n 1.x and 2.0 do not keep its cause. */
function thrownByOlderHelper(code: string | undefined, message: string): NodeApiError {
	const failed: unknown = Object.assign(new Error(message), { code });
	const thrown = new NodeApiError(node, failed as JsonObject);
	Object.defineProperty(thrown, 'cause', { value: undefined });
	return thrown;
}

describe('A failed connection in n8n 2.0 and before', () => {
	it.each([
		['ECONNRESET', 'The connection was closed before the service answered', 'unknown'],
		['ECONNREFUSED', 'The service refused the connection', 'refused'],
		['ENOTFOUND', "The name in the service address couldn't be found", 'refused'],
	])('is known by its code: %s', (code, message, outcome) => {
		const problem = asProblem(thrownByOlderHelper(code, 'socket hang up'));
		expect(problem).toMatchObject({ message, details: { origin: 'service', outcome } });
	});

	it.each(['Z_BUF_ERROR', undefined])(
		'counts as one that may have been carried out if nothing more is known: %s',
		(code) => {
			const problem = asProblem(thrownByOlderHelper(code, 'unexpected end of file'));
			expect(problem.details).toMatchObject({ origin: 'service', outcome: 'unknown' });
		},
	);
});

describe('What went wrong otherwise', () => {
	it('keeps its words and its advice, and says that nothing was sent', () => {
		const described = Object.assign(new Error('No access'), { description: 'Ask the owner.' });
		expect(asProblem(described)).toMatchObject({
			message: 'No access',
			description: 'Ask the owner.',
			details: { origin: 'service', outcome: 'refused' },
		});
		expect(asProblem(new Error('No access')).description).toBe('No request was made for it.');
		for (const wordless of [new Error(''), undefined, 'text']) {
			expect(asProblem(wordless).message).toBe("The request couldn't be completed");
		}
	});

	it('may have been carried out when it comes of the HTTP client, whatever that is called', () => {
		const marked = Object.assign(new Error('odd'), { isAxiosError: true });
		const named = Object.assign(new Error('odd'), { name: 'AxiosError' });
		const wrapped = new Error('outside', { cause: named });
		for (const error of [marked, named, wrapped]) {
			expect(asProblem(error)).toMatchObject({
				message: 'odd',
				description: 'Check the address in the credential.',
				details: { outcome: 'unknown' },
			});
		}
	});

	it('may have been carried out when it comes of reading the answer', () => {
		const refused = Object.assign(new Error('Invalid string length'), { code: 'ECONNREFUSED' });
		for (const error of [new RangeError('Invalid string length'), 'text', refused]) {
			const problem = asProblemOfAnswer(error);
			expect(problem.details).toMatchObject({ origin: 'service', outcome: 'unknown' });
			expect(problem.message).toMatch(
				/^The service's answer couldn't be read: (Invalid string length|unknown)$/,
			);
			expect(problem.description).toContain('Check the address in the credential');
		}
	});
});

describe('A failed item', () => {
	const itemOf = (onError?: INode['onError']) =>
		errorItem(asNodeError({ ...node, onError }, new Error('No'), 'the test', 'key'), 3);

	it('has an error of its own for the error output, which n8n 2.0 and before go by', () => {
		const item = itemOf('continueErrorOutput');
		expect(item.error).toBeInstanceOf(NodeApiError);
		// n8n copies the item when it adds the fields of the input.
		expect({ ...item }).toEqual({
			json: { error: 'No', details: expect.any(String) },
			pairedItem: { item: 3 },
		});
	});

	it('has none where it stays among the others: n8n would put it in the place of the json', () => {
		expect(itemOf('continueRegularOutput').error).toBeUndefined();
	});
});
