import { sharedHost } from '../support';
import { openSignedIn, sessionForTests } from '../support/browser';

const host = sharedHost();
const session = sessionForTests(async () => await openSignedIn(host));
beforeEach(async () => await host.sandbox.reset());
afterEach(() => expect(session.takeProblems()).toEqual([]));

/** Groups that keep messages back; without their fields the node stops. */
const guards = ['Limits', 'Skip Messages', 'Once Key'];
/** Groups that are off without their fields. */
const others = ['Wait for Delivery', 'Requests'];

test('A group whose fields the inner trash icon has removed is off, or nothing is sent', async () => {
	const node = await session.openNode({
		resource: 'sms',
		operation: 'send',
		to: '+370 600 12345',
		from: 'Shop',
		text: 'Hello',
	});
	for (const group of [...others, ...guards]) {
		await node.addOption(group);
		await node.emptyGroup(group);
		const isGuard = guards.includes(group);
		expect([group, await node.executeStep()]).toEqual([group, isGuard ? 'error' : 'success']);
		if (isGuard) {
			expect((await node.outputError()).message).toContain(`'${group}' is empty`);
			await node.removeOption(group);
		}
	}
	const paths = (await host.sandbox.requests()).map(({ path }) => path);
	expect(paths).toEqual(others.map(() => '/v1/sms/single'));
});
