import { attack, targets } from '../../dev/attack/posts';
import { formPath } from '../../dev/n8n/formTrigger';
import { eventually } from '../support/eventually';
import { importWorkflow, readExample, sharedHost } from './support';
import { publisherForTests } from './support/exampleData';

jest.setTimeout(30 * 60_000);

const host = sharedHost();
const publish = publisherForTests(host);

/** How many numbers are posted once, and how often one of them: ATTACK=whole is what the documents speak of. */
const isWhole = process.env.ATTACK === 'whole';
const sizes = isWhole ? { all: [2_000, 300], one: [2_000, 300] } : { all: [40, 10], one: [20, 10] };
/** The example's own limit of a day, or one that so few reach. */
const perDay = isWhole ? 50 : 10;
const owner = '37060012345';

/** What goes out when bots fill in the form of example 3, with some of the fields of its Limits. */
async function underAttack(kept: string[], [numbers, toOne]: number[]) {
	await host.sandbox.reset();
	const workflow = await readExample('form-to-sms');
	const { parameters } = workflow.nodes.find(({ name }) => name === 'Send the SMS')!;
	const options = parameters.options as { limits?: { values: Record<string, unknown> } };
	const { values } = options.limits!;
	expect(values.maxMessagesPerDay).toBe(50);
	const ofTheDay = { ...values, maxMessagesPerDay: perDay };
	const limits = Object.entries(ofTheDay).filter(([name]) => kept.includes(name));
	options.limits = limits.length ? { values: Object.fromEntries(limits) } : undefined;
	const form = await publish(await importWorkflow(host, JSON.parse(JSON.stringify(workflow))));

	const posts = targets(numbers, toOne);
	expect(await attack(`${host.n8nAddress}/form/${formPath(form)}`, posts)).toBe(posts.length);
	// Each waits for its last page to be opened, which no bot does, or has failed.
	await eventually(
		'all posts have been dealt with',
		async () => {
			const { length } = await host.client.executionsAtWork(form.id);
			return length === 0;
		},
		3_600,
		500,
	);
	const sent = await host.sandbox.messagesPerRecipient();
	const { [owner]: alarms = 0, ...others } = sent;
	const counts = Object.values(others);
	const figures = {
		sent: counts.reduce((sum, count) => sum + count, 0),
		mostToOne: Math.max(...counts),
		alarms,
	};
	process.stdout.write(`${kept.join(', ') || 'no limit'}: ${JSON.stringify(figures)}\n`);
	return figures;
}

test('Without limits, bots have a form send all that they want', async () => {
	const [numbers, toOne] = sizes.one;
	const figures = await underAttack([], sizes.one);
	expect(figures).toEqual({ sent: numbers + toOne, mostToOne: toOne, alarms: 0 });
});

const [numbers, toOne] = sizes.one;
test.each([
	['allowedTo', numbers / 5 + toOne, toOne, 0],
	['maxMessagesPerRecipientPerDay', numbers + 3, 3, 0],
	['maxMessagesPerDay', perDay, perDay, 1],
])('With %s alone, a part of it goes out', async (kept, sent, mostToOne, alarms) => {
	const figures = await underAttack([kept], sizes.one);
	expect(figures).toMatchObject({ sent, alarms });
	expect(figures.mostToOne).toBeLessThanOrEqual(mostToOne);
});

test('With the limits of the example, as many as its day allows, three for any number, and one alarm', async () => {
	const kept = ['allowedTo', 'maxMessagesPerDay', 'maxMessagesPerRecipientPerDay', 'maxParts'];
	expect(await underAttack(kept, sizes.all)).toEqual({ sent: perDay, mostToOne: 3, alarms: 1 });
});
