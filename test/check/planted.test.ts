import type { IDataObject } from 'n8n-workflow';

import type { Workflow } from '../../dev/n8n/types';
import { weathers } from '../../sandbox/weathers';
import { Example, exampleFile } from '../examples/support/example';
import { type Rehearsal, rehearsals } from '../examples/support/rehearsals';
import { clockForTests } from '../support/clock';
import { deep, fields } from '../support/description';
import { serviceForTests } from '../support/service';
import { nodeOf } from './canvas';
import { applyMistake, fine, placesOf, planted, sets, type Variant, type Weather } from './planted';

const service = serviceForTests();
const clock = clockForTests('2030-01-01T12:00:00Z');

const read = (example: string): Workflow => JSON.parse(exampleFile(`${example}.json`).toString());
const byName = <V extends Variant>(variants: V[]) =>
	variants.map((variant): [string, V] => [`${variant.example}: ${variant.name}`, variant]);

test.each([
	['first', 20, 5, 12],
	['fresh', 10, 5, 7],
])('the %s set has %i mistakes, %i changes that are fine, and at least %i examples', (...row) => {
	const [set, mistakes, clean, examples] = row;
	expect([sets[set].mistakes.length, sets[set].clean.length]).toEqual([mistakes, clean]);
	const used = new Set(sets[set].mistakes.map(({ example }) => example));
	expect(used.size).toBeGreaterThanOrEqual(examples);
});

test.each(byName<Variant>([...planted, ...fine]))(
	'%s: can be done to the example',
	(_, variant) => {
		const example = read(variant.example);
		const before = structuredClone(example);
		const copy = applyMistake(example, variant);
		expect(example).toEqual(before);
		expect(copy).not.toEqual(before);
		const names = copy.nodes.map(({ name }) => name);
		expect(new Set(names).size).toBe(names.length);
		const lines = Object.values(copy.connections as Record<string, { main?: object[][] }>);
		const ends = lines.flatMap(({ main = [] }) => main.flat() as Array<{ node: string }>);
		expect(names).toEqual(expect.arrayContaining(Object.keys(copy.connections)));
		expect(names).toEqual(expect.arrayContaining(ends.map(({ node }) => node)));
	},
);

/** Labels of n8n's own. */
const ofN8n = [
	...['On Error', 'Retry On Fail', 'Activate'],
	...['Conditions', 'Routing Rules', 'Resume', 'Limit Wait Time', 'Required Field'],
	...['Execute Once', 'Always Output Data', 'Mode', 'Combine By', 'Batch Size', 'loop'],
	...['Completion Title', 'Completion Message'],
];

test.each(byName(planted))('%s: is mended at a node that is there', (_, mistake) => {
	const labels = [...ofN8n, ...deep(fields).map(({ displayName }) => displayName)];
	const names = applyMistake(read(mistake.example), mistake).nodes.map(({ name }) => name);
	const places = placesOf(mistake);
	expect(names).toEqual(expect.arrayContaining(places.map(({ at }) => at)));
	expect(labels).toEqual(expect.arrayContaining(places.flatMap((place) => place.labels)));
});

const given: Record<string, Rehearsal> = {
	...rehearsals,
	// Nobody answers.
	'approval-by-sms': { ...rehearsals['approval-by-sms'], entered: [{}] },
	'viber-then-sms': {
		trigger: 'When another workflow calls',
		items: [{ to: '+370 600 12345', text: 'Your table is reserved' }],
	},
};
const optedOut = ['37060012345', '37060012346', '447700900123'];

/** Empties the first field that the form lets be empty. */
function blank(workflow: Workflow, trigger: string, items: IDataObject[]): void {
	const { formFields } = nodeOf(workflow, trigger).parameters as {
		formFields: { values: Array<{ fieldLabel: string; requiredField?: boolean }> };
	};
	const optional = formFields.values.find(({ requiredField }) => !requiredField);
	if (optional) items[0][optional.fieldLabel] = '';
}

async function set(weather: Weather): Promise<void> {
	const isOurs = weathers.some(({ name }) => name === weather);
	await service.control('POST', 'weather', { name: isOurs ? weather : 'all well' });
	if (weather === 'slow') await service.control('POST', 'latency', { ms: 10 });
	// What never ends, ends when the money is spent.
	if (weather !== 'out of money') await service.control('POST', 'balance', { EUR: 0.6 });
	if (weather !== 'opted out') return;
	for (const phoneNumber of optedOut) await service.post('/suppression', { phoneNumber });
}

/** Plays a workflow twice with the same items: what arrived, and how each execution ended. */
async function play(workflow: Workflow, { example: name }: Variant, weather: Weather) {
	const { trigger, entered = [], change, ...rehearsal } = given[name];
	await service.reset();
	await set(weather);
	// A low balance is as it is when there is no money.
	const changed = weather === 'out of money' ? undefined : change;
	const text = JSON.stringify(workflow, null, '\t');
	const example = new Example(service, name, () => changed?.(text) ?? text);
	let rounds = 0;
	const advance = jest.spyOn(service, 'advance').mockImplementation(async (advanceMs) => {
		if (++rounds > 60) throw new Error('It goes round and round');
		await service.control('POST', 'clock', { advanceMs });
	});
	const ended: unknown[] = [];
	while (ended.length < 2) {
		example.entered.splice(0, Infinity, ...structuredClone(entered));
		const items = structuredClone(rehearsal.items);
		if (weather === 'blank') blank(workflow, trigger, items as IDataObject[]);
		const run = example.run(trigger, items).then(
			({ lastNode, error, waitsUntil }) => [lastNode, error, Number(waitsUntil) > 32e12],
			(error: Error) => error.message,
		);
		ended.push(await clock.until(run));
	}
	advance.mockRestore();
	await service.advance(600_000);
	const { twice, messages } = await service.control('GET', 'verdict');
	const state = await service.control('GET', 'state');
	const texts: string[] = state.messages.map(({ to, text }: IDataObject) => `${to} ${text}`);
	// But codes and links, which always differ.
	const same = texts.map((one) => one.replace(/\d{6}\.|http.*/g, '…'));
	return { texts: same.sort(), twice: twice.length, messages, ended };
}

/** The weathers in which n8n's engine plays. */
const playable = (weather: Weather) => !/changeable|restarted/.test(weather);

test.each(byName(planted))('%s: makes a difference', async (_, mistake) => {
	const example = read(mistake.example);
	const copy = applyMistake(example, mistake);
	for (const weather of mistake.weathers.filter(playable)) {
		const good = await play(example, mistake, weather);
		expect([weather, await play(example, mistake, weather)]).toEqual([weather, good]);
		expect([weather, await play(copy, mistake, weather)]).not.toEqual([weather, good]);
	}
});

test.each(byName(fine))('%s: sends no more than the example', async (_, variant) => {
	const example = read(variant.example);
	const most = (await play(example, variant, 'all well')).messages;
	for (const { name } of weathers) {
		const weather = name as Weather;
		const { messages, ended } = await play(applyMistake(example, variant), variant, weather);
		expect([weather, messages <= most, ended.length]).toEqual([weather, true, 2]);
	}
});
