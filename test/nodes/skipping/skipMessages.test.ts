import type { INodeParameters } from 'n8n-workflow';
import { tryToParseDateTime } from 'n8n-workflow';

import { clockForTests } from '../../support/clock';
import '../../support/processedData';
import {
	everySend,
	group,
	messagesPerRecipient,
	recipients,
	retry,
	send,
	sendBulk,
	skip,
} from '../../support/sending';
import { serviceForTests } from '../../support/service';
import { callTool } from '../../support/tool';

const service = serviceForTests();
const clock = clockForTests();

/** It is that time now. */
const at = (time: string) => jest.setSystemTime(Date.parse(time));

const items = recipients(3);
const [one, two, three] = items;
const sms = (window: INodeParameters, options: INodeParameters = {}) => ({
	...send,
	options: { ...skip('sendWindow', window), ...options },
});

/** From Monday to Friday, 09:00 until 20:00 in the time zone of the tests' workflow, Europe/Vilnius. */
const usual = skip('sendWindow');

describe.each(everySend)('A Send Window: %s', (name, sending) => {
	const parameters = sending(usual);
	const to = name === 'Email' ? `${one.to}@example.com` : one.to;

	it('sends nothing outside of it, and gives the next moment inside, as a Wait node takes it', async () => {
		at('2026-11-27T20:00:00+02:00');
		const { output } = await clock.run(service.credential, parameters, [one]);
		const sendAfter = '2026-11-30T09:00:00+02:00';
		const json = { skipped: 'outsideWindow', to, sendAfter };
		expect(output).toEqual([{ json, pairedItem: { item: 0 } }]);
		expect(await service.received()).toEqual([]);
		// What n8n's Wait node does with it, whatever the workflow's time zone is.
		const time = tryToParseDateTime(sendAfter, 'America/New_York').toUTC().toJSDate();
		expect(time).toEqual(new Date('2026-11-30T07:00:00.000Z'));
		jest.setSystemTime(time);
		const later = await clock.run(service.credential, parameters, [one]);
		expect(later.output.map(({ json }) => json.skipped)).toEqual([undefined]);
		expect(await service.received()).toHaveLength(1);
	});
});

describe('A Send Window', () => {
	it('may be another for each item, by expressions', async () => {
		at('2026-11-25T12:00:00Z');
		const hours = { opens: '={{ $json.opens }}', closes: '20:00' };
		const window = { weekdays: '={{ $json.days }}', ...hours, timeZone: '={{ $json.zone }}' };
		const days = ['wednesday', 'thursday'];
		const { output, error } = await clock.run(service.credential, sms(window), [
			{ ...one, days, opens: '09:00', zone: 'Europe/Vilnius' },
			{ ...two, days: 'wednesday,thursday', opens: '9:30', zone: 'America/New_York' },
			{ ...three, days: ['sunday'], opens: '00:00', zone: 'Europe/Vilnius' },
		]);
		expect(error).toBeUndefined();
		expect(output.map(({ json }) => json.sendAfter)).toEqual([
			undefined,
			'2026-11-25T09:30:00-05:00',
			'2026-11-29T00:00:00+02:00',
		]);
		expect(await messagesPerRecipient(service)).toEqual({ [one.to]: 1 });
	});

	it('is looked at before the suppression list is read, and before duplicates', async () => {
		at('2026-11-25T12:00:00+02:00');
		const window = { opens: '={{ $json.opens }}', closes: '20:00' };
		const all = { ...window, skipSuppressed: true, skipDuplicates: true };
		const parameters = sendBulk(100, skip('sendWindow', all));
		const given = ['15:00', '09:00', '09:00'].map((opens) => ({ ...one, opens }));
		const { output } = await clock.run(service.credential, parameters, given);
		const skipped = output.map(({ json }) => json.skipped);
		expect(skipped).toEqual(['outsideWindow', undefined, 'duplicate']);
		at('2026-11-25T21:00:00+02:00');
		await service.reset();
		await clock.run(service.credential, parameters, [{ ...one, opens: '09:00' }]);
		expect(await service.received()).toEqual([]);
	});

	it('does not use up a Once Key of what is not sent', async () => {
		const parameters = sms({}, group('onceKey', { key: '={{ $json.to }}' }));
		at('2026-11-25T08:00:00+02:00');
		const early = await clock.run(service.credential, parameters, [one]);
		at('2026-11-25T09:00:00+02:00');
		const inside = await clock.run(service.credential, parameters, [one]);
		expect([early, inside].map(({ output }) => output[0].json.skipped)).toEqual([
			'outsideWindow',
			undefined,
		]);
	});

	it('that has something wrong for one item sends nothing, and makes no request', async () => {
		at('2026-11-25T12:00:00+02:00');
		const parameters = sms({ opens: '={{ $json.opens }}', skipSuppressed: true });
		const given = [
			{ ...one, opens: '09:00' },
			{ ...two, opens: '25:00' },
		];
		const { error } = await clock.run(service.credential, parameters, given);
		expect(error?.message).toBe(
			"'Opens' of 'Send Window' isn't a time of day: 25:00 (item 2 of 2)",
		);
		expect(await service.received()).toEqual([]);
	});

	it('keeps out in the next try what it has kept out in the first', async () => {
		at('2026-11-25T19:59:59+02:00');
		const window = { opens: '={{ $json.opens }}', closes: '={{ $json.closes }}' };
		await service.fail({ path: '/v1/sms/single', kind: 'status', status: 400 });
		const given = [
			{ ...one, opens: '20:00', closes: '21:00' },
			{ ...two, opens: '00:00', closes: '00:00' },
		];
		// Between the tries the window of the first item opens.
		const settings = { ...retry, waitBetweenTries: 2000 };
		const { output, error } = await clock.run(service.credential, sms(window), given, settings);
		expect(error).toBeUndefined();
		expect(Date.now()).toBeGreaterThan(Date.parse('2026-11-25T20:00:00+02:00'));
		expect(output.map(({ json }) => json.sendAfter)).toEqual([
			'2026-11-25T20:00:00+02:00',
			undefined,
		]);
		expect(await messagesPerRecipient(service)).toEqual({ [two.to]: 1 });
	});

	it.each([true, false])(
		'tells the model of a tool when to send (by engine: %s)',
		async (byEngine) => {
			at('2026-11-25T21:00:00+02:00');
			const parameters = { ...sms({ timeZone: 'Europe/Vilnius' }), to: "={{ $fromAI('to') }}" };
			const called = callTool(service.credential, parameters, [{ to: one.to }], { byEngine });
			const { answers } = await clock.until(called);
			const said = { skipped: 'outsideWindow', to: one.to, sendAfter: '2026-11-26T09:00:00+02:00' };
			expect(JSON.stringify(answers)).toContain(JSON.stringify(said));
			expect(await service.received()).toEqual([]);
		},
	);
});
