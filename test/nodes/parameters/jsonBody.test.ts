import fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';
import type { IncomingMessage } from 'node:http';
import { text as textOf } from 'node:stream/consumers';

import { AnsweringServer } from '../../support/answeringServer';
import { runNode } from '../../support/engine';
import { tries } from '../../support/properties';
import { pairs } from '../../support/requests';
import { send } from '../../support/sending';
import { serviceForTests } from '../../support/service';

const service = serviceForTests();

let server: AnsweringServer;
let received: string[] = [];
beforeAll(async () => {
	server = await AnsweringServer.start((request: IncomingMessage, response) => {
		void textOf(request).then((body) => {
			received.push(body);
			response.end('{"messageId":"a"}');
		});
	});
});
afterAll(async () => await server.stop());

/** The bodies of the requests that a run made, to the letter. */
async function bodiesOf(parameters: INodeParameters): Promise<string[]> {
	received = [];
	const { error } = await runNode(
		{ ...service.credential, sandboxUrl: server.address },
		parameters,
	);
	expect(error).toBeUndefined();
	return received;
}

const create = (jsonBody: string) => ({
	resource: 'campaign',
	operation: 'create',
	specifyBody: 'json',
	jsonBody,
});

describe('JSON Body', () => {
	it.each([
		'{"id":12345678901234567890,"amount":1.10,"a" : 1e400}',
		'{"__proto__":{"x":1},"constructor":{"prototype":2},"prototype":3}',
		'{"a":1,"a":2}',
		'[\n\t{ "to": "37060012345" }\n]',
		'{}',
		'[]',
	])('goes out as it is written: %s', async (body) => {
		expect(await bodiesOf(create(body))).toEqual([body]);
		expect(await bodiesOf({ ...create(body), resource: 'sms', operation: 'sendBulk' })).toEqual([
			body,
		]);
	});

	it('may begin with a byte order mark, which stays behind', async () => {
		expect(await bodiesOf(create('\ufeff{"a":1}'))).toEqual(['{"a":1}']);
	});

	it('goes out as it is written, whatever it is', async () => {
		const json = fc
			.json({ maxDepth: 3 })
			.filter((text) => /^[{[]/.test(text) && !text.includes('{{'));
		await fc.assert(
			fc.asyncProperty(json, async (body) => {
				expect(await bodiesOf(create(body))).toEqual([body]);
			}),
			tries(60),
		);
	});
});

describe("'Body Fields'", () => {
	it.each(['constructor', 'prototype', '__proto__', 'toString', 'hasOwnProperty', 'ąž "x"'])(
		'may be called %s',
		async (name) => {
			const options = { bodyFields: pairs('field', { [name]: 'x' }) };
			const given = { ...send, to: '37060012345', options };
			// An own field, also if it is called __proto__.
			given.options.bodyFields = { field: [{ name, value: 'x' }] };
			const [body] = await bodiesOf(given);
			expect(body).toContain(`${JSON.stringify(name)}:"x"`);
		},
	);
});
