import { flightCheckOf } from '../../../dev/check/userWorkflows';
import { N8nClient } from '../../../dev/n8n/client';
import { AnsweringServer } from '../../support/answeringServer';
import { eventually } from '../../support/eventually';

test('a check is canceled at once, and the next one waits for its end', async () => {
	const { promise: released, resolve: release } = Promise.withResolvers<void>();
	const slow = await AnsweringServer.start(async (_request, response) => {
		await released;
		response.writeHead(404).end('{}');
	});
	const check = flightCheckOf(new N8nClient(slow.address));
	await check.start('a');
	await eventually('The first has begun', () => slow.received.length === 1);
	await expect(check.start('b')).rejects.toThrow('A check is running already.');
	await check.cancel();
	expect(check.state()).toEqual({ status: 'idle' });
	await check.start('b');
	expect(check.state()).toEqual({ status: 'running' });
	release();
	await eventually('The second has ended', () => check.state().status === 'cannot');
	expect(slow.received).toEqual(['/rest/workflows/a ', '/rest/workflows/b ']);
	await slow.stop();
});
