import { whyUnsendable } from '../../../nodes/MessagingService/errors/withoutKey';

it('A key has 512 characters at most', () => {
	expect(whyUnsendable('k'.repeat(512))).toBeUndefined();
	expect(whyUnsendable('k'.repeat(513))).toBe('The API key is longer than 512 characters');
});
