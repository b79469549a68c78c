import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IConnections, INode } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

import { fields, node as described } from '../support/description';
import { runNode } from '../support/engine';
import { NODE } from '../support/nodeTypes';
import { messages, send } from '../support/sending';
import { serviceForTests } from '../support/service';

const read = (file: string) => readFileSync(join(__dirname, '../..', file), 'utf8');
const service = serviceForTests();

/** The workflow that people copy from the README, and paste on n8n's canvas. */
const [, json, ...others] = read('README.md').split(/```json\n([^`]+)```/);
const workflow = JSON.parse(json) as { nodes: INode[]; connections: IConnections };

test('the README has one workflow to paste, of about 20 lines: a trigger by hand that leads to Send', () => {
	expect(others).toHaveLength(1);
	expect(json.trim().split('\n').length).toBeLessThanOrEqual(22);
	const [trigger, sms] = workflow.nodes;
	expect(workflow.nodes).toHaveLength(2);
	expect([trigger.type, sms.type]).toEqual(['n8n-nodes-base.manualTrigger', NODE]);
	const leadsTo = { main: [[{ node: sms.name, type: 'main', index: 0 }]] };
	expect(workflow.connections).toEqual({ [trigger.name]: leadsTo });
	expect(NodeHelpers.getNodeParametersIssues(fields, sms, described.description)).toBeNull();
});

test('the workflow of the README sends an SMS', async () => {
	const [, { parameters }] = workflow.nodes;
	const { output } = await runNode(service.credential, parameters);
	const [{ messageId, text }] = await messages(service);
	expect(output).toMatchObject([{ json: { messageId } }]);
	expect(text).toBe(parameters.text);
});

const section =
	/### Five expressions to copy\n([^]*?)\n##/.exec(read('docs/sending.md'))?.[1] ?? '';
const expressions = [...section.matchAll(/^- \*\*([^*:]+):?\*\*[^`]*`([^`]+)`/gm)].map(
	([, what, expression]) => ({ what, expression }),
);

test.each([
	['A name, or a word in its place', { name: 'Rūta' }, 'Hello Rūta!'],
	['A name, or a word in its place', { name: '' }, 'Hello there!'],
	['A name, or a word in its place', {}, 'Hello there!'],
	['The text by language', { language: 'lt' }, 'Jūsų dviratis paruoštas.'],
	['The text by language', { language: 'pl' }, 'Rower jest gotowy.'],
	['The text by language', { language: 'fr' }, 'Your bike is ready.'],
	['The text by language', {}, 'Your bike is ready.'],
	[
		'A list with commas',
		{ items: [{ name: 'lock' }, { name: 'bell' }] },
		'Your order: lock, bell.',
	],
	['A date in words', { date: '2027-01-31T07:00:00Z' }, 'See you on Sunday, 31 January, 09:00.'],
])('the expression of docs/sending.md “%s” makes of %j: %s', async (name, item, text) => {
	const { expression } = expressions.find(({ what }) => what === name)!;
	const parameters = { ...send, to: '37060012345', text: `=${expression}` };
	const { output } = await runNode(service.credential, parameters, [item]);
	expect(output).toHaveLength(1);
	expect(await messages(service)).toMatchObject([{ text }]);
});

test.each([
	['+49 151 23456789', 'ShopDE'],
	['+370 600 12345', 'Shop'],
])('the expression of docs/sending.md for the sender of %s gives %s', async (phone, from) => {
	const { expression } = expressions.find(({ what }) => what === 'The sender by country')!;
	const parameters = { ...send, to: '={{ $json.phone }}', from: `=${expression}` };
	await runNode(service.credential, parameters, [{ phone }]);
	expect(await messages(service)).toMatchObject([{ from }]);
});

test('there are five expressions', () => {
	expect(new Set(expressions.map(({ what }) => what)).size).toBe(5);
});
