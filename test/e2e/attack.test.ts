import { attack, targets } from '../../dev/attack/posts';
import { formPath } from '../../dev/n8n/formTrigger';
import { eventually } from '../support/eventually';
import { importWorkflow, readExample, sharedHost } from './support';
import { publisherForTests } from './support/exampleData';

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

const [numbers, toOne] = sizes.one;
const all = ['allowedTo', 'maxMessagesPerDay', 'maxMessagesPerRecipientPerDay', 'maxParts'];
test.each<[string, string[], object]>([
	['all that they want', [], { sent: numbers + toOne, mostToOne: toOne, alarms: 0 }],
	[
		'what goes to some countries',
		['allowedTo'],
		{ sent: numbers / 5 + toOne, mostToOne: toOne, alarms: 0 },
	],
	[
		'three to any number',
		['maxMessagesPerRecipientPerDay'],
		{ sent: numbers + 3, mostToOne: 3, alarms: 0 },
	],
	['as many as a day allows, and one alarm', ['maxMessagesPerDay'], { sent: perDay, alarms: 1 }],
	['as many, and three to any number', all, { sent: perDay, mostToOne: 3, alarms: 1 }],
])('Bots have a form send %s, with %j', async (_, kept, figures) => {
	expect(await underAttack(kept, kept === all ? sizes.all : sizes.one)).toMatchObject(figures);
});
