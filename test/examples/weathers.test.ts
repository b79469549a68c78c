import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject, INode } from 'n8n-workflow';

import { repositoryRoot } from '../../dev/places';
import { weathers } from '../../sandbox/weathers';
import { clockForTests } from '../support/clock';
import { serviceForTests } from '../support/service';
import { Example, exampleFile } from './support/example';
import { type Rehearsal, rehearsals } from './support/rehearsals';

const service = serviceForTests();
const clock = clockForTests('2030-01-01T12:00:00Z');

/** Has the example run in a weather, and asks the sandbox what arrived. */
async function rehearse(name: string, weather: string, { change, ...rehearsal }: Rehearsal) {
	await service.reset();
	const example = new Example(service, name, change);
	await rehearsal.prepare?.(example);
	await service.control('POST', 'weather', { name: weather });
	// As slow as the others are quick: what matters is that answers take time.
	if (weather === 'slow') await service.control('POST', 'latency', { ms: 10 });
	for (let time = 0; time < (rehearsal.times ?? 1); time += 1) {
		example.entered.splice(0, Infinity, ...structuredClone(rehearsal.entered ?? []));
		// In some weathers an execution rightly ends with an error.
		const run = example.run(rehearsal.trigger, structuredClone(rehearsal.items));
		await clock.until(run.catch(() => undefined));
	}
	// Campaigns send on the sandbox's clock.
	await service.advance(600_000);
	return await service.control('GET', 'verdict');
}

/** Each weather reaches each example. */
const whatIsMet: Record<string, object> = {
	'all well': { messages: true, refused: false, notKnown: 0 },
	'one bad number': { refused: true, notKnown: 0 },
	busy: { messages: true, refused: true, notKnown: 0 },
	'an answer is lost': { messages: true, refused: false, notKnown: 1 },
	'out of money': { messages: false, notKnown: 0 },
	slow: { messages: true, refused: false, notKnown: 0 },
	changeable: {},
};

test('each example that sends is rehearsed', () => {
	const sends = /"operation": "(send|sendBulk|sendAndWait|create)"/;
	const found = readdirSync(join(repositoryRoot, 'examples'))
		.filter((file) => file.endsWith('.json') && sends.test(exampleFile(file).toString()))
		.map((file) => file.replace('.json', ''));
	// n8n's AI Agent and sub-workflows do not run here; test/e2e/ has tests of both.
	const others = ['ai-agent-sms-after-approval', 'opt-out-by-link'];
	expect(found.sort()).toEqual([...Object.keys(rehearsals), ...others].sort());
});

test.each(Object.keys(rehearsals))('%s sends nothing twice, in any weather', async (name) => {
	for (const weather of weathers) {
		const verdict = await rehearse(name, weather.name, rehearsals[name]);
		expect([weather.name, verdict.twice]).toEqual([weather.name, []]);
		const { messages, refused, notKnown } = verdict;
		const met = { messages: messages > 0, refused: refused.length > 0, notKnown: notKnown.length };
		expect([weather.name, met]).toMatchObject([weather.name, whatIsMet[weather.name]]);
	}
});

describe('A copy that is not safe is told', () => {
	const changed = (node: string, change: (found: INode) => void) => (text: string) => {
		const example = JSON.parse(text);
		change(example.nodes.find(({ name }: INode) => name === node));
		return JSON.stringify(example);
	};
	const told = '1 person got the same text more than once: +370 600 12345';

	test('that sends again when an answer is lost', async () => {
		const change = changed('Send the SMS', (node) => {
			Object.assign(node, { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 });
			node.parameters.options = { requests: { values: { onUnknownOutcome: 'resend' } } };
		});
		const unsafe = { ...rehearsals['form-to-sms'], change };
		const verdict = await rehearse('form-to-sms', 'an answer is lost', unsafe);
		expect(verdict).toMatchObject({
			messages: 2,
			people: 1,
			twice: [{ channel: 'sms', to: '37060012345', text: 'Hello', times: 2 }],
			notKnown: [{ number: 1, path: '/v1/sms/single', status: null }],
		});
		expect(verdict.sentence).toContain(told);
		expect((await rehearse('form-to-sms', 'all well', unsafe)).twice).toEqual([]);
	});

	test('that has no Once Key when somebody orders again', async () => {
		const change = changed('Confirm by SMS', ({ parameters }) => {
			delete (parameters.options as IDataObject).onceKey;
		});
		const unsafe = { ...rehearsals['order-confirmation'], change };
		for (const weather of ['all well', 'an answer is lost', 'slow']) {
			const verdict = await rehearse('order-confirmation', weather, unsafe);
			expect(verdict.sentence).toContain(told);
			expect(verdict.twice).toMatchObject([{ to: '37060012345', times: 2 }]);
		}
	});
});
