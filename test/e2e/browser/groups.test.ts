import { sharedHost } from '../support';
import { openSignedIn, sessionForTests } from '../support/browser';
import { DescribedForm } from '../support/describedForm';
import type { NodeDetails } from '../support/nodeDetails';

const HOUR = 3_600_000;
const sms = { resource: 'sms', operation: 'send', to: '+370 600 12345', from: 'Shop' };

const host = sharedHost();
const session = sessionForTests(async () => await openSignedIn(host));
let node: NodeDetails;
beforeAll(async () => {
	node = await session.openNode({ ...sms, text: 'A long text. '.repeat(20) });
});
beforeEach(async () => await host.sandbox.reset());
afterEach(() => expect(session.takeProblems()).toEqual([]));

/** The groups that the description has, and those of them that are off without their fields. */
const groups = new DescribedForm(sms).options
	.filter(({ type, typeOptions }) => type === 'fixedCollection' && !typeOptions?.multipleValues)
	.map(({ displayName }) => displayName);
const off = ['Wait for Delivery', 'Requests'];

const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString().slice(11, 16);

test('One line above the output counts the parts of a long message', async () => {
	expect(await node.executeStep()).toBe('success');
	await node.output.getByText('1 accepted (2 parts). Sandbox.').waitFor();
});

test('Each group of options that may keep messages back is looked at', () => {
	expect(groups).toEqual(expect.arrayContaining(off));
	expect(groups.length).toBeGreaterThan(off.length + 2);
});

test.each(groups)(
	'%s is off when the inner trash icon has removed its fields, or nothing is sent',
	async (group) => {
		await node.addOption(group);
		await node.emptyGroup(group);
		expect(await node.executeStep()).toBe(off.includes(group) ? 'success' : 'error');
		const sent = (await host.sandbox.requests()).map(({ path }) => path);
		expect(sent).toEqual(off.includes(group) ? ['/v1/sms/single'] : []);
		if (off.includes(group)) return;
		expect((await node.outputError()).message).toContain(`'${group}' is empty`);
		await node.removeOption(group);
	},
);

test('A Send Window keeps an item back until its hours, and the output says so in one line', async () => {
	await node.addOption('Skip Messages');
	await node.toggle('Send Window');
	const weekdays = node.parameter('Weekdays');
	for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']) {
		await weekdays.getByText(day, { exact: true }).first().waitFor();
	}
	const value = async (label: string) =>
		await node.parameter(label).locator('input:visible').last().inputValue();
	expect([await value('Opens'), await value('Closes')]).toEqual(['09:00', '20:00']);
	// The days that are chosen lie over the menu's own field.
	await weekdays.locator('.el-select__caret').click();
	const days = node.page.locator('[role=option]:visible');
	for (const day of ['Saturday', 'Sunday']) await days.filter({ hasText: day }).click();
	await node.closeMenu();
	await node.fill('Time Zone', 'Mars');
	expect(await node.executeStep()).toBe('error');
	expect((await node.outputError()).message).toBe(
		"'Time Zone' of 'Send Window' isn't a time zone: Mars (item 1 of 1)",
	);

	await node.fill('Time Zone', 'UTC');
	await node.fill('Opens', inHours(2));
	await node.fill('Closes', inHours(3));
	expect(await node.executeStep()).toBe('success');
	expect(await host.sandbox.messages()).toEqual([]);
	await node.output.getByText('0 accepted, 1 skipped: 1 outside window.').waitFor();
	expect(await node.outputTable()).toEqual({
		columns: ['skipped', 'to', 'sendAfter'],
		rows: [
			['outsideWindow', '37060012345', expect.stringMatching(/^20\d\d-\d\d-\d\dT\d\d:\d\d:00Z$/)],
		],
	});

	await node.fill('Opens', inHours(-1));
	expect(await node.executeStep()).toBe('success');
	expect(await host.sandbox.messages()).toMatchObject([{ to: '37060012345' }]);
});
