import { Problem } from '../../../nodes/MessagingService/errors/problem';
import { Gate } from '../../../nodes/MessagingService/run/gate';
import { repeatWhereSafe } from '../../../nodes/MessagingService/run/repeat';

it.each([undefined, '429'])(
	'A request that waits to be made again is not made when the run has ended: status %s',
	async (httpCode) => {
		const gate = new Gate(1);
		const problem = new Problem('No', 'Wait.', { repeat: 'any', httpCode, retryAfterMs: 60_000 });
		let attempts = 0;
		const attempt = async () => {
			attempts++;
			setImmediate(() => gate.shut());
			throw problem;
		};
		const settings = { isRepeatable: false, maxWaitMs: 900_000, gate };
		await expect(repeatWhereSafe(attempt, settings)).rejects.toBe(problem);
		expect(attempts).toBe(1);
	},
);
