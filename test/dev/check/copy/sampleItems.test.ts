import {
	namesAsked,
	sampleField,
	sampleFor,
	sampleItems,
	scheduleItem,
} from '../../../../dev/check/copy/sampleItems';
import type { Workflow } from '../../../../dev/n8n/types';
import { readExamples } from '../../../../dev/provisioning';

const exampleOf = async (name: string): Promise<Workflow> =>
	(await readExamples()).find((one) => one.name === name)!.workflow;
const itemsOf = async (name: string) => {
	const workflow = await exampleOf(name);
	const trigger = workflow.nodes.find(({ type }) => /Trigger$/.test(type))!;
	return { workflow, trigger, items: sampleItems(workflow, trigger, new Date().toISOString())! };
};

test.each([
	['Phone number', '+370 600 12345'],
	['Your own phone number', '+370 600 12345'],
	['to', '+370 600 12345'],
	['Order number', 'A-1042'],
	['Message', 'It is ready for you.'],
	['Name', 'Jane'],
	['Sender ID', 'Example'],
	['Email', 'jane.doe1@example.com'],
	['Shoe size', 'Sample 1'],
])('for %s, people would enter something like %s', (name, value) => {
	expect(sampleFor(name)).toBe(value);
});

test('people differ from row to row', () => {
	for (const name of ['phone', 'name', 'order', 'email', 'size']) {
		expect(new Set([0, 1, 2].map((row) => sampleFor(name, row))).size).toBe(3);
	}
});

test("a field's type decides before its name", () => {
	expect(sampleField({ fieldLabel: 'Name', fieldType: 'number' })).toBe(42);
	const values = [{ option: 'Yes' }, { option: 'No' }];
	const choice = { fieldLabel: 'Phone?', fieldOptions: { values } };
	expect(sampleField({ ...choice, fieldType: 'dropdown' })).toBe('Yes');
	expect(sampleField({ ...choice, fieldType: 'checkbox' })).toEqual(['Yes']);
	const day = sampleField({ fieldLabel: 'x', fieldType: 'date' });
	expect(Date.parse(String(day))).toBeGreaterThan(Date.now());
});

test('a form gives what its fields ask for, and n8n adds when', async () => {
	const { items } = await itemsOf('order-confirmation');
	expect(items).toEqual([
		{
			json: {
				'Order number': 'A-1042',
				'Phone number': '+370 600 12345',
				submittedAt: expect.any(String),
				formMode: 'production',
			},
		},
	]);
});

test('a file has a column for each field that the workflow asks for', async () => {
	const { workflow, items } = await itemsOf('contact-import');
	expect(namesAsked(workflow.nodes)).toEqual(
		expect.arrayContaining(['phone', 'firstName', 'lastName']),
	);
	const [header, first, ...others] = Buffer.from(items[0].binary!.File.data, 'base64')
		.toString()
		.split('\n');
	expect(header.split(',')).toEqual(expect.arrayContaining(['phone', 'firstName', 'lastName']));
	expect(first).toContain('+370 600 12345');
	expect(others).toHaveLength(2);
});

test('a trigger that gives what nobody can know has no sample', async () => {
	const workflow = await exampleOf('first-sms');
	const trigger = { name: 'Mail', type: 'n8n-nodes-base.gmailTrigger', parameters: {} };
	expect(sampleItems(workflow, trigger, '')).toBeUndefined();
});

describe('a schedule', () => {
	const workflow: Workflow = { name: 'Daily', nodes: [], connections: {} };
	const at = Date.parse('2026-11-02T22:05:09.007Z');
	const of = (timezone?: string) => scheduleItem({ ...workflow, settings: { timezone } }, at).json;

	test('gives what n8n gives, by the clock of the workflow', () => {
		expect(of('Europe/Vilnius')).toEqual({
			timestamp: '2026-11-03T00:05:09.007+02:00',
			'Readable date': 'November 3rd 2026, 12:05:09 am',
			'Readable time': '12:05:09 am',
			'Day of week': 'Tuesday',
			...{ Year: '2026', Month: 'November', 'Day of month': '03' },
			...{ Hour: '00', Minute: '05', Second: '09' },
			Timezone: 'Europe/Vilnius (UTC+02:00)',
		});
		expect(of('UTC').timestamp).toBe('2026-11-02T22:05:09.007+00:00');
	});
	test.each([[undefined], ['DEFAULT'], ['']])(
		'goes by the clock of n8n where it says %j',
		(zone) => {
			expect(of(zone).Timezone).toBe('America/New_York (UTC-05:00)');
		},
	);
});
