import { readRunOptions } from '../../../nodes/MessagingService/run/settings';
import { group } from '../../support/sending';

describe('The options of a run', () => {
	it('have defaults, and are read', () => {
		expect(readRunOptions({}, 'read')).toEqual({
			concurrency: 20,
			maxWaitMs: 60_000,
			resendUnknown: undefined,
		});
		const values = { concurrency: '1', maxWait: 0, onUnknownOutcome: 'resend' };
		expect(readRunOptions(group('requests', values), 'send')).toEqual({
			concurrency: 1,
			maxWaitMs: 0,
			resendUnknown: true,
		});
		const usual = group('requests', { onUnknownOutcome: 'doNotResend' });
		for (const given of [{}, usual])
			expect(readRunOptions(given, 'send').resendUnknown).toBe(false);
	});

	it.each([
		[
			group('requests', { concurrency: 0 }),
			"'Concurrency' of 'Requests' isn't a whole number from 1 to 100: 0",
		],
		[
			group('requests', { concurrency: 101 }),
			"'Concurrency' of 'Requests' isn't a whole number from 1 to 100: 101",
		],
		[
			group('requests', { maxWait: -1 }),
			"'Max Wait' of 'Requests' isn't a whole number from 0 to 900: -1",
		],
		[
			group('requests', { maxWait: 901 }),
			"'Max Wait' of 'Requests' isn't a whole number from 0 to 900: 901",
		],
		[
			group('requests', { onUnknownOutcome: 'maybe' }),
			"'On Unknown Outcome' is neither doNotResend nor resend: maybe",
		],
	])('are refused: %j', (options, message) => {
		expect(() => readRunOptions(options, 'send')).toThrow(
			expect.objectContaining({ message, description: expect.stringMatching(/[\w']\.$/) }),
		);
	});
});
