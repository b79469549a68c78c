import { compareRow, type Evidence } from '../../../dev/demo/outcome';

const submission = {
	name: 'Jürgen',
	phone: '+370 600 12345',
	message: 'Hello',
	expected: 'delivered',
} as const;
const part = { state: 2, stateName: 'delivered' };
const evidence = {
	page: 'Sent',
	rows: [
		{
			messageId: 'm1',
			to: '37060012345',
			text: 'Hello',
			parts: 1,
			state: 'delivered',
			errorCode: null,
			final: true,
		},
	],
	messages: [{ messageId: 'm1', to: '37060012345', parts: [part] }],
} satisfies Evidence;
const [row] = evidence.rows;

test('a row that n8n and the sandbox agree on has no problem', () => {
	expect(compareRow(submission, evidence)).toEqual({
		recipient: '37060012345',
		parts: 1,
		state: 'delivered',
		error: '',
		problem: undefined,
	});
});

test('a message with a part that failed has failed', () => {
	const failedPart = { state: 3, stateName: 'failed', errorCode: '8' };
	const outcome = compareRow(
		{ ...submission, expected: 'failed' },
		{
			...evidence,
			rows: [{ ...row, parts: 2, state: 'failed', errorCode: '8' }],
			messages: [{ ...evidence.messages[0], parts: [part, failedPart] }],
		},
	);
	expect(outcome).toMatchObject({ state: 'delivered, failed', error: '8', problem: undefined });
});

test.each<[string, Partial<Evidence>, RegExp]>([
	['no row', { rows: [] }, /no row/],
	['a row that is still asked about', { rows: [{ ...row, final: false }] }, /still waits/],
	['another number of parts', { rows: [{ ...row, parts: 2 }] }, /2 parts, the sandbox 1/],
	['another state', { rows: [{ ...row, state: 'pending' }] }, /has the state "pending"/],
	['another error', { rows: [{ ...row, errorCode: '8' }] }, /has the error "8"/],
	['a message the sandbox does not know', { messages: [] }, /knows no message m1/],
	[
		'another ending',
		{ messages: [{ ...evidence.messages[0], parts: [{ state: 3, stateName: 'failed' }] }] },
		/should be delivered, the sandbox says failed/,
	],
])('%s is a problem', (_, change, problem) => {
	expect(compareRow(submission, { ...evidence, ...change }).problem).toMatch(problem);
});

describe('A number that is wrong', () => {
	const wrong = { ...submission, phone: '+370 abc', expected: 'refused' } as const;
	const nothing = { page: 'Check the phone number', rows: [], messages: [] };

	test('is right to be refused, with words about the number on the page', () => {
		expect(compareRow(wrong, nothing)).toMatchObject({ state: 'refused', problem: undefined });
	});

	test('must not be sent', () => {
		const sent = { ...nothing, messages: [{ messageId: 'm2', to: '370', parts: [part] }] };
		expect(compareRow(wrong, sent).problem).toMatch(/was sent/);
	});

	test('must be spoken of on the page', () => {
		expect(compareRow(wrong, { ...nothing, page: 'Thank you' }).problem).toMatch(/does not speak/);
	});
});
