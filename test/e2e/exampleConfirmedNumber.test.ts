import { setTimeout as sleep } from 'node:timers/promises';
import { parse } from 'node-html-parser';
import { FormData, request } from 'undici';

import { formInputs, formPath } from '../../dev/demo/form';
import { importExample, itemsOf, type SavedWorkflow, sharedHost } from './support';
import { textsOn, untilStatus } from './support/asking';
import { importChanged } from './support/exampleData';

const TEN_MINUTES = 600_000;
const ask = 'Ask for the code';

const host = sharedHost();
let workflow: SavedWorkflow;
beforeAll(async () => {
	await host.sandbox.reset();
	workflow = await host.client.activateWorkflow(
		await importExample(host, 'number-confirmed-by-code'),
	);
});
afterAll(async () => await host.client.deactivateWorkflow(workflow.id));

/** Posts what a page of a form has, as n8n's page does. */
async function post(address: URL, inputs: Record<string, string | File>): Promise<string> {
	const body = new FormData();
	for (const [input, value] of Object.entries(inputs)) body.append(input, value);
	const answer = await request(address, { method: 'POST', body });
	return await answer.body.text();
}

/** The pages that a visitor sees, one after another. */
class Visit {
	private constructor(private readonly address: URL) {}

	static async begin(form: SavedWorkflow, phone: string): Promise<Visit> {
		const inputs = formInputs(form, { 'Phone number': phone });
		const answer = await post(new URL(`${host.n8nAddress}/form/${formPath(form)}`), inputs);
		const { pathname, search } = new URL(JSON.parse(answer).formWaitingUrl);
		return new Visit(new URL(pathname + search, host.n8nAddress));
	}

	get executionId(): string {
		return this.address.pathname.split('/').at(-1) ?? '';
	}

	/** What the page says that the visitor comes to. */
	async page(): Promise<{ title?: string; text?: string; html: string }> {
		const status = new URL(this.address);
		status.pathname += '/n8n-execution-status';
		for (;;) {
			const { body } = await request(status);
			if (['form-waiting', 'success', 'error'].includes((await body.text()).trim())) break;
			await sleep(100);
		}
		const { body } = await request(this.address);
		const html = await body.text();
		const read = parse(html);
		const said = (tag: string) =>
			read.querySelector(`.form-header ${tag}, .header ${tag}`)?.text.trim();
		return { title: said('h1'), text: said('p'), html };
	}

	/** Enters a code; gives the page that comes then. */
	async enter(code: string) {
		await post(this.address, { 'field-0': code });
		return await this.page();
	}

	/** Closes the last page, which ends the execution. */
	async end() {
		await post(this.address, {});
		return await host.client.waitForExecution(this.executionId);
	}
}

/** The code in the only SMS on a phone. */
async function codeOn(phone: string): Promise<string> {
	const texts = await textsOn(host, phone);
	expect(texts).toEqual([expect.stringMatching(/^Your code is \d{6}\. Tell it to nobody\.$/)]);
	return /\d{6}/.exec(texts[0])?.[0] ?? '';
}

const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const asked = { title: 'Enter the code', text: 'An SMS with six digits is on its way to you.' };
const wrong = {
	title: 'Enter the code',
	text: 'That is not the code. Look at the SMS once more.',
};

describe('Example: Confirm a phone number by a code', () => {
	test('confirms the number of who enters the code, also at the third try and with a space in it', async () => {
		const visit = await Visit.begin(workflow, '8 600 11101');
		const first = await visit.page();
		expect(first).toMatchObject(asked);
		const code = await codeOn('37060011101');
		expect(first.html).not.toContain(code);
		expect(await visit.enter(otherThan(code))).toMatchObject(wrong);
		expect(await visit.enter('hello')).toMatchObject(wrong);
		expect(await visit.enter(`${code.slice(0, 3)} ${code.slice(3)} `)).toMatchObject({
			title: 'Confirmed',
			text: 'Your number 37060011101 is confirmed.',
		});
		const execution = await visit.end();
		expect(execution.status).toBe('success');
		expect(itemsOf(execution, 'Do what needs a confirmed number')).toHaveLength(1);
	});

	test('does not confirm it after three wrong codes, and takes no other', async () => {
		const visit = await Visit.begin(workflow, '+370 600 11102');
		await visit.page();
		const code = await codeOn('37060011102');
		expect(await visit.enter(otherThan(code))).toMatchObject(wrong);
		expect(await visit.enter(otherThan(code))).toMatchObject(wrong);
		const last = await visit.enter(otherThan(code));
		expect(last).toMatchObject({ title: 'Not confirmed' });
		expect(last.html).not.toContain(code);
		expect(await visit.enter(code)).toMatchObject({ title: 'Not confirmed' });
		const execution = await host.client.waitForExecution(visit.executionId);
		expect(itemsOf(execution, 'Do what needs a confirmed number')).toEqual([]);
	});

	test('takes the code of its own execution only', async () => {
		const one = await Visit.begin(workflow, '+370 600 11103');
		const other = await Visit.begin(workflow, '+370 600 11104');
		await Promise.all([one.page(), other.page()]);
		const codes = [await codeOn('37060011103'), await codeOn('37060011104')];
		expect(codes[0]).not.toBe(codes[1]);
		expect(await one.enter(codes[1])).toMatchObject(wrong);
		expect(await one.enter(codes[0])).toMatchObject({ title: 'Confirmed' });
		expect(await other.enter(codes[1])).toMatchObject({ title: 'Confirmed' });
		await Promise.all([one.end(), other.end()]);
	});

	test('sends one code in ten minutes to a number, however it is written, and none abroad', async () => {
		const left = TEN_MINUTES - (Date.now() % TEN_MINUTES);
		if (left < 20_000) await sleep(left);
		const before = (await host.sandbox.messages()).length;
		await (await Visit.begin(workflow, '8 600 11105')).page();
		for (const written of ['+370 600 11105', '0037060011105', '860011105']) {
			const again = await Visit.begin(workflow, written);
			expect(await again.page()).toMatchObject({ title: 'You have a code already' });
			expect((await again.end()).status).toBe('success');
		}
		for (const refused of ['+1 900 555 0123', '+44 20 7946 0958', '12']) {
			const other = await Visit.begin(workflow, refused);
			expect(await other.page()).toMatchObject({ title: 'No code was sent' });
			expect((await other.end()).status).toBe('success');
		}
		expect((await host.sandbox.messages()).length).toBe(before + 1);
	}, 180_000);

	test('ends when nobody enters the code in time, and confirms nothing', async () => {
		const short = await host.client.activateWorkflow(
			await importChanged(host, 'number-confirmed-by-code', {
				'When a number is entered': {
					options: { path: 'confirm-number-soon', appendAttribution: false },
				},
				[ask]: { resumeAmount: 2, resumeUnit: 'seconds' },
			}),
		);
		const visit = await Visit.begin(short, '+370 600 11106');
		const execution = await untilStatus(host, visit.executionId, ['success'], 150_000);
		await host.client.deactivateWorkflow(short.id);
		expect(itemsOf(execution, 'Nobody came back')).toHaveLength(1);
		expect(itemsOf(execution, 'Do what needs a confirmed number')).toEqual([]);
	}, 180_000);
});
