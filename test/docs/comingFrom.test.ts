import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

import { clockForTests } from '../support/clock';
import { fields, node as described } from '../support/description';
import { startNode } from '../support/engine';
import '../support/processedData';
import { send } from '../support/sending';
import { serviceForTests } from '../support/service';

const page = readFileSync(join(__dirname, '../../docs/coming-from.md'), 'utf8');
const service = serviceForTests();
const clock = clockForTests();

/** The rows of the page's tables that say what stands in the workflow's JSON. */
const rows = [...page.matchAll(/^\| ([^|]+) \| ([^|]+) \| [^|]+ \| `([^|]+)` \|$/gm)].map(
	([, from, there, json]): [string, INodeParameters] => [
		`${from}, ${there.replace(/[*`]/g, '')}`,
		JSON.parse(`{${json}}`),
	],
);

const other = '37060012346';
/** An item as somebody has it who used the other node. */
const item = {
	phone: '+370 600 12345',
	phones: '+37060012345,+37060012346',
	sender: 'Shop',
	name: 'Jonas',
	order: '1042',
};

/** The whole node of a row: the fields that it doesn't name are those of an ordinary SMS. */
function nodeOf(row: INodeParameters): INodeParameters {
	const sms = { ...send, to: '={{ $json.phone }}' };
	const needed = {
		sendBulk: sms,
		send: sms,
		create: { from: sms.from, text: sms.text },
		getReport: { resource: 'sms' },
		getBalance: {},
	}[String(row.operation ?? 'send')];
	return { ...needed, ...row } as INodeParameters;
}

test('the page has a row for each of the five', () => {
	const named = new Set(rows.flatMap(([what]) => what.split(', ')));
	const five = ['Twilio', 'Vonage', 'MessageBird', 'Plivo', 'HTTP Request'];
	expect([...named]).toEqual(expect.arrayContaining(five));
	expect(rows.length).toBeGreaterThan(15);
});

test.each(rows)('%s: what the row says is in the form of the node', (_, row) => {
	const parameters = nodeOf(row);
	const type = { name: 'A', type: 'a', id: 'a', typeVersion: 1 };
	const node: INode = { ...type, position: [0, 0], parameters };
	const { getNodeParameters, getNodeParametersIssues } = NodeHelpers;
	const known = getNodeParameters(fields, parameters, true, false, node, described.description);
	expect(known).toMatchObject(parameters);
	expect(getNodeParametersIssues(fields, node, described.description)).toBeNull();
});

test.each(rows)('%s: the workflow of the row runs against the sandbox', async (_, row) => {
	const parameters = nodeOf(row);
	const isBulk = parameters.operation === 'sendBulk';
	const messageId = await service.send(other, 'Before');
	const items = [{ ...item, messageId }, ...(isBulk ? [{ ...item, phone: other }] : [])];

	const { finished } = startNode(service.credential, parameters, [items]);
	// What is sent is delivered a few seconds later, whoever waits for it.
	await clock.untilTrue(async () => (await service.received()).length > 1);
	await service.advance(60_000);
	const { output, error } = await clock.until(finished);

	expect(error).toBeUndefined();
	const { campaigns, messages } = await service.control('GET', 'state');
	const text = parameters.text === 'Hello' ? 'Hello' : expect.stringMatching(/^Hello Jonas/);
	const sent = items.map(({ phone }) => ({ from: 'Shop', to: phone.replace(/\D/g, ''), text }));
	const accepted = { messageId: expect.any(String), partIds: [expect.any(String)] };
	const kinds: Record<string, () => void> = {
		getReport: () =>
			expect(output).toMatchObject([{ json: { messageId, state: expect.any(Number) } }]),
		getBalance: () => expect(output).toMatchObject([{ json: { currency: 'EUR' } }, {}]),
		create: () =>
			expect(campaigns).toMatchObject([
				{ from: 'Shop', text, name: expect.stringMatching(/^(Order 1042|Sale)$/) },
			]),
	};
	const isSent = () => {
		expect(messages.slice(1)).toMatchObject(sent);
		expect(output).toMatchObject(items.map(() => ({ json: accepted })));
	};
	(kinds[String(parameters.operation)] ?? isSent)();
	const { options } = parameters as { options?: IDataObject };
	if (options?.waitForDelivery) expect(output).toMatchObject([{ json: { delivery: 'delivered' } }]);
});
