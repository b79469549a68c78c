import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeParameters, INodeProperties } from 'n8n-workflow';

import { deep } from '../support/description';
import { chain, credentialOf, giving, itemsOf, manualTrigger, sharedHost } from './support';

const host = sharedHost();
const page = readFileSync(join(__dirname, '../../docs/coming-from.md'), 'utf8');
const rows = [...page.matchAll(/^\| ([^|]+) \| ([^|]+) \| ([^|]+) \|(?: `([^|]+)` \|)?$/gm)];
/** A field of another node: its label, and its name in JSON. */
const fieldsIn = (text: string) =>
	[...text.matchAll(/\*\*([^*]+)\*\* `([\w-]+)`/g)].map(([, label, name]) => ({ label, name }));
const others = ['Twilio', 'Vonage', 'MessageBird', 'Plivo'];

let fieldsOf: Map<string, INodeProperties[]>;
beforeAll(async () => {
	const types =
		await host.client.staticFile<
			Array<{ name: string; displayName: string; properties: INodeProperties[] }>
		>('types/nodes.json');
	const own = types.filter(({ name }) => name.startsWith('n8n-nodes-base.'));
	fieldsOf = new Map(
		others.map((other) => {
			const type = own.find(({ displayName }) => displayName === other);
			return [other, deep(type?.properties ?? [])];
		}),
	);
});

test('each field of another node that the page names is in that node, under this label', () => {
	const named = [...page.matchAll(/^\| .* \|$/gm)].flatMap(([row]) =>
		others
			.filter((other) => row.split('`')[0].includes(other))
			.flatMap((other) => fieldsIn(row).map((field) => ({ other, ...field }))),
	);
	expect(named.length).toBeGreaterThan(25);
	for (const { other, label, name } of named) {
		const labels = fieldsOf.get(other)?.filter((field) => field.name === name);
		expect([other, name, labels?.map(({ displayName }) => displayName)]).toEqual([
			other,
			name,
			expect.arrayContaining([label]),
		]);
	}
});

test('no field that another node has for SMS is missing on the page', () => {
	const mentioned = new Set(fieldsIn(page).map(({ name }) => name));
	const structure = ['resource', 'operation', 'options', 'additionalFields'];
	for (const [other, fields] of fieldsOf) {
		const sms = fields.filter(({ name, displayOptions }) => {
			const resources = displayOptions?.show?.resource ?? ['sms'];
			return resources.includes('sms') && !structure.includes(name);
		});
		expect(sms.length).toBeGreaterThan(2);
		const missing = sms.map(({ name }) => name).filter((name) => !mentioned.has(name));
		expect([other, missing]).toEqual([other, []]);
	}
});

test('a workflow moved from Twilio by the rows of the page alone, sends its SMS', async () => {
	const twilio: INodeParameters = {
		from: 'Shop',
		to: '={{ $json.phone }}',
		message: '=Hello {{ $json.name }}, your order is ready.',
		statusCallback: 'https://example.com/report',
	};
	const ofTwilio = rows.filter(([, from]) => from.includes('Twilio'));
	const moved = Object.entries(twilio).flatMap(([name, value]) => {
		const row = ofTwilio.find(([, , there]) => fieldsIn(there).some((one) => one.name === name));
		const here: INodeParameters = JSON.parse(`{${row?.[4]}}`);
		return Object.entries(here).map(([field, example]) => [
			field,
			field === 'options' ? example : value,
		]);
	});
	const [, id] = /^\| Twilio `sid`.* \| `(\w+)` \|$/m.exec(page) ?? [];
	const order = { phone: '+370 600 12345', name: 'Jonas' };
	const workflow = await host.client.createWorkflow(
		chain(manualTrigger, giving([order], 'Order'), {
			name: 'Send SMS',
			parameters: { resource: 'sms', operation: 'send', ...Object.fromEntries(moved) },
			credentials: credentialOf(host),
		}),
	);
	await host.sandbox.reset();
	const execution = await host.client.runWorkflow(workflow.id, 'Start');
	const [{ to, messageId, parts }] = await host.sandbox.messages();
	expect([to, parts.map(({ text }) => text)]).toEqual([
		'37060012345',
		['Hello Jonas, your order is ready.'],
	]);
	expect(itemsOf(execution, 'Send SMS')).toMatchObject([
		{ delivery: 'delivered', [String(id)]: messageId },
	]);
});
