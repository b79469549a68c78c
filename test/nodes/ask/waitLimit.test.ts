import { readFileSync } from 'node:fs';

import type { NodeParameterValue } from 'n8n-workflow';
import { WAIT_INDEFINITELY } from 'n8n-workflow';

import { readWaitLimit } from '../../../nodes/MessagingService/ask/waitLimit';
import { ask } from '../../support/asking';
import { runNode } from '../../support/engine';
import { group } from '../../support/sending';
import { serviceForTests } from '../../support/service';

const now = new Date('2026-11-21T12:00:00Z');

/** When a wait ends that begins a minute after the limit was read. */
const endOf = (amount?: NodeParameterValue, unit?: NodeParameterValue) =>
	readWaitLimit(group('limitWaitTime', { amount, unit }), now)(new Date('2026-11-21T12:01:00Z'));

describe('Limit of waiting', () => {
	it('is none unless the user sets one', () => {
		for (const options of [{}, { limitWaitTime: {} }]) {
			expect(readWaitLimit(options, now)(now)).toBe(WAIT_INDEFINITELY);
		}
	});

	it.each([
		[45, 'minutes', '2026-11-21T12:46:00.000Z'],
		[1.5, 'hours', '2026-11-21T13:31:00.000Z'],
		['2', 'days', '2026-11-23T12:01:00.000Z'],
		[undefined, undefined, '2026-11-21T12:46:00.000Z'],
	])('%j %s is counted from when the SMS is out', (amount, unit, end) => {
		expect(endOf(amount, unit).toISOString()).toBe(end);
	});

	it.each([
		[0, 'hours'],
		[-1, 'hours'],
		['soon', 'hours'],
		['', 'hours'],
		[true, 'hours'],
		[1, 'moons'],
		[1e9, 'days'],
	])('%j %s is refused', (amount, unit) => {
		expect(() => endOf(amount, unit)).toThrow(
			`'Limit Wait Time' isn't a time to wait: ${amount} ${unit}`,
		);
	});

	it('may be as long as n8n can wait, and no longer', () => {
		const most = (WAIT_INDEFINITELY.getTime() - now.getTime()) / 60_000;
		const read = (amount: number) =>
			readWaitLimit(group('limitWaitTime', { amount, unit: 'minutes' }), now)(now);
		expect(read(most)).toEqual(WAIT_INDEFINITELY);
		expect(() => read(most + 1)).toThrow(
			expect.objectContaining({
				description: expect.stringContaining("Enter an 'Amount' above 0"),
			}),
		);
	});

	it('refuses what has no text', () => {
		const values = { amount: { toString: null }, unit: [] };
		expect(() => readWaitLimit({ limitWaitTime: { values } }, now)).toThrow(
			`'Limit Wait Time' isn't a time to wait: {"toString":null} []`,
		);
	});
});

describe('An Amount that is an expression', () => {
	const service = serviceForTests();
	const runWith = async (amount: string) => {
		const options = group('limitWaitTime', { amount, unit: 'minutes' });
		const { run } = await runNode(service.credential, { ...ask, options });
		expect(run.status).toBe('waiting');
		return run.waitTill!;
	};

	it('may wait until a date, as docs/send-and-wait.md has it', async () => {
		const page = readFileSync('docs/send-and-wait.md', 'utf8');
		const [, expression] = /`(\{\{ DateTime\.fromISO\(.+?\}\})`/.exec(page)!;
		expect(expression).toContain("'2027-01-31T09:00'");
		const waitTill = await runWith(`=${expression.replace('2027', '2099')}`);
		expect(waitTill.toISOString()).toMatch(/^2099-01-31/);
	});

	it('may be another one each time it is evaluated', async () => {
		expect(+(await runWith('={{ 45 + Math.random() }}'))).toBeLessThan(+WAIT_INDEFINITELY);
	});
});
