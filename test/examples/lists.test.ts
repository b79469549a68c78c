import { eventually } from '../support/eventually';
import { serviceForTests } from '../support/service';
import { arrivalsAt, Example, exampleFile } from './support/example';

const service = serviceForTests();
const { sent, requestsTo } = arrivalsAt(service);

// Somebody may run them with a real account: Britain keeps these numbers free for films.
test.each(['first-sms', 'rows-in-one-request'])('%s has only numbers of nobody', (name) => {
	const numbers = String(exampleFile(`${name}.json`)).match(/\+[\d ]{7,}/g) ?? [];
	expect(numbers.length).toBeGreaterThan(0);
	expect(numbers.filter((number) => !number.startsWith('+44 7700 900'))).toEqual([]);
});

test('Send your first SMS: sends one, and says that it has arrived', async () => {
	const running = new Example(service, 'first-sms').run('When you execute it');
	await eventually('the SMS', async () => (await sent()).length > 0);
	await service.advance(60_000);
	const [item] = (await running).itemsOf('Send the SMS');
	expect(item).toMatchObject({ delivery: 'delivered' });
	expect(await sent()).toEqual([['447700900123', 'Hello from n8n']]);
});

describe('Send to several people in one request', () => {
	test('sends three rows in one request, each with its own name, and gives an ID for each', async () => {
		const run = await new Example(service, 'rows-in-one-request').run('When you execute it');
		expect(await sent()).toEqual([
			['447700900123', 'Hello Emma, your order is ready.'],
			['447700900456', 'Hello Jürgen, your order is ready.'],
			['447700900002', 'Hello Ona, your order is ready.'],
		]);
		expect(await requestsTo('/v1/sms/bulk')).toHaveLength(1);
		const ids = run.itemsOf('Send to all').map(({ messageId }) => messageId);
		expect(new Set(ids).size).toBe(3);
	});

	test.each([
		['+44 7700 900456', '+44', "'To' isn't a phone number: +44"],
		['"maxMessages": 100', '"maxMessages": 2', '3 messages'],
	])('sends nothing with %s changed to %s', async (from, to, said) => {
		const example = new Example(service, 'rows-in-one-request', (text) => text.replace(from, to));
		await expect(example.run('When you execute it')).rejects.toMatchObject({
			message: expect.stringContaining(said),
		});
		expect(await sent()).toEqual([]);
	});
});
