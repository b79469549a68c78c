// First: it counts what is loaded after it.
import { LINEAR, growthOf } from '../../support/steps';

import type { RequestListener } from 'node:http';

import fc from 'fast-check';
import { stringify } from 'flatted';
import type { INode } from 'n8n-workflow';

import {
	jsonWithoutKey,
	whyUnsendable,
	withoutKey,
} from '../../../nodes/MessagingService/errors/withoutKey';
import { tries } from '../../support/properties';
import { asNodeError } from '../../../nodes/MessagingService/errors/nodeError';
import { Problem } from '../../../nodes/MessagingService/errors/problem';
import { withServer } from '../../support/answeringServer';
import { runNode } from '../../support/engine';
import { at, getCampaign, newCampaign, sendAll, stored } from '../../support/failing';
import { get, requests } from '../../support/requests';
import { kept, send } from '../../support/sending';
import { API_KEY, serviceForTests } from '../../support/service';
import { callTool } from '../../support/tool';

it('A key has 512 characters at most', () => {
	expect(whyUnsendable('k'.repeat(512))).toBeUndefined();
	expect(whyUnsendable('k'.repeat(513))).toBe('The API key is longer than 512 characters');
});

describe('A text without the key', () => {
	/** Every key that a header can carry, long enough to be told from an ordinary word. */
	const key = fc
		.string({ unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)) })
		.map((text) => `k${text}9`)
		.filter((text) => text.length >= 8 && new Set(text).size > 4);

	const entities = (text: string, one: (code: number) => string) =>
		[...text].map((character) => one(character.codePointAt(0)!)).join('');

	/** Ways in which a key may be written. */
	const writings: Record<string, (key: string) => string> = {
		'as it is': (text) => text,
		'in lower case': (text) => text.toLowerCase(),
		'in upper case': (text) => text.toUpperCase(),
		'in an address': encodeURIComponent,
		'in an address, in small letters': (text) =>
			encodeURIComponent(text).replace(/%../g, (code) => code.toLowerCase()),
		'in an address, each character by code': (text) =>
			[...Buffer.from(text)].map((byte) => `%${byte.toString(16)}`).join(''),
		'in an address that keeps what it may': encodeURI,
		'in a form': (text) => new URLSearchParams({ text }).toString().slice('text='.length),
		'in JSON': (text) => JSON.stringify(text).slice(1, -1),
		'in JSON with escaped slashes': (text) =>
			JSON.stringify(text).slice(1, -1).replaceAll('/', '\\/'),
		'in JSON by code': (text) =>
			entities(text, (code) => `\\u${code.toString(16).padStart(4, '0')}`),
		'in HTML': (text) =>
			text
				.replaceAll('&', '&amp;')
				.replaceAll('<', '&lt;')
				.replaceAll('>', '&gt;')
				.replaceAll('"', '&quot;')
				.replaceAll("'", '&#39;'),
		'in HTML by number': (text) => entities(text, (code) => `&#${code};`),
		'in HTML by hexadecimal number': (text) => entities(text, (code) => `&#x${code.toString(16)};`),
		'in HTML by number with a zero': (text) => entities(text, (code) => `&#0${code};`),
		'in HTML with apostrophes by name': (text) =>
			text.replaceAll('&', '&amp;').replaceAll("'", '&apos;').replaceAll('>', '&gt;'),
	};

	it('has none however many there are, each written in its own way', () => {
		const way = fc.constantFrom(...Object.keys(writings));
		const ways = fc.array(way, { minLength: 1, maxLength: 8 });
		const text = fc.string().map((other) => ` ${other} `);
		const between = fc.oneof(fc.constantFrom('', ' ', '"', ',', 'x'), text);
		fc.assert(
			fc.property(key, ways, between, (secret, names, other) => {
				const written = names.map((name) => writings[name](secret));
				const said = withoutKey([other, ...written, other].join(other), ` ${secret}\n`);
				expect(said).toContain('***');
				for (const one of [...written, secret]) {
					expect(said.toLowerCase()).not.toContain(one.toLowerCase());
				}
				expect(said.replaceAll('***', '').length).toBeLessThan(
					names.length + (names.length + 3) * other.length + secret.length,
				);
			}),
			tries(400),
		);
	});

	it('is the same text if the key is not in it', () => {
		fc.assert(
			fc.property(fc.string(), (text) => {
				expect(withoutKey(text, 'key-7f3a-91cc')).toBe(text);
			}),
			tries(200),
		);
	});

	it.each(['k\\/&<%7"', '\\'.repeat(40), '&amp;%25'.repeat(5), 'a'.repeat(40), '"\\'.repeat(20)])(
		'is made in steps that grow with the text, whatever is in it: %s',
		(awkward) => {
			const parts = [
				...['k', '\\', '<', '%', '%25', '&', '&amp;', '&#0', '&#92;', '\\u005c', ' ', 'a'],
				awkward.slice(0, -1),
				...Object.values(writings).map((write) => `${write(awkward).slice(0, -1)}!`),
			];
			expect(growthOf((text) => withoutKey(text, awkward), ...parts)).toBeLessThan(LINEAR);
		},
	);

	describe('JSON without the key', () => {
		it('has it in no text, name or number, and is the same otherwise', () => {
			fc.assert(
				fc.property(fc.jsonValue(), key, (json, secret) => {
					const clean = JSON.stringify(json);
					if (!JSON.stringify(jsonWithoutKey(json, secret)).includes('***')) {
						expect(JSON.stringify(jsonWithoutKey(json, secret))).toBe(clean);
					}
					const planted = { [`a${secret}b`]: [{ text: `x ${secret}` }], json };
					expect(JSON.stringify(jsonWithoutKey(planted, ` ${secret}\n`))).not.toContain(
						JSON.stringify(secret).slice(1, -1),
					);
				}),
				tries(200),
			);
			expect(jsonWithoutKey({ id: 123456789012 }, '123456789012')).toEqual({ id: '***' });
			expect(jsonWithoutKey(JSON.parse('{"__proto__":"k-12345678"}'), 'k-12345678')).toEqual(
				JSON.parse('{"__proto__":"***"}'),
			);
		});

		const short = fc.stringMatching(/^[a-z\d]{1,7}$/);

		it('has a key of 4 to 7 characters in no text or number of its own, and keeps longer words and names', () => {
			fc.assert(
				fc.property(
					short.filter(({ length }) => length >= 4),
					fc.constantFrom(' ', '=', '"', ': ', '/', '?k='),
					fc.constantFrom(' ', '&', '"', '.', ''),
					(secret, before, after) => {
						const json = {
							[secret]: `${before}${secret}${after}`,
							ids: [`x${secret}`, `${secret}-1`, `a-${secret}`, `${secret}_`],
						};
						expect(jsonWithoutKey(json, secret)).toEqual({
							...json,
							[secret]: `${before}***${after}`,
						});
					},
				),
				tries(200),
			);
			expect(jsonWithoutKey({ message: 'message' }, 'message')).toEqual({ message: '***' });
			expect(jsonWithoutKey([1234567, 12345678], '1234567')).toEqual(['***', 12345678]);
		});

		it.each(['a', '1'])(
			'keeps a key of less than 4 characters, which may be any word: %s',
			(key) => {
				expect(jsonWithoutKey({ text: 'a 1 a', n: 1 }, key)).toEqual({ text: 'a 1 a', n: 1 });
			},
		);
	});

	it.each([
		['a', 'Key a of an account: X-ApiKey=a', 'Key *** of an account: X-ApiKey=***'],
		['abc', 'abc, abcd', '***, abcd'],
		['abcd', 'abcd, abcde', '***, ***e'],
	])('has no %s that stands alone, and can still be read', (key, said, expected) => {
		expect(withoutKey(said, key)).toBe(expected);
	});
});

describe('The API key', () => {
	const service = serviceForTests();
	const item = { to: '37060012345', id: '7' };

	// Every character that a URL or JSON writes in another way.
	const AWKWARD_KEY = 'k+y/7f=3a&9 1?#%:$,"\\<e>';

	/** How a key could stand in what is stored. */
	const spellings = (key: string) => [
		key,
		encodeURIComponent(key),
		encodeURIComponent(key).replaceAll('%20', '+'),
		encodeURI(key),
		JSON.stringify(key).slice(1, -1),
		new URLSearchParams({ key }).toString().slice('key='.length),
	];

	it.each([400, 200])('appears nowhere when the service repeats it: %i', async (status) => {
		const apiKey = AWKWARD_KEY;
		const written = spellings(apiKey);
		const answer: RequestListener = ({ url, headers }, response) => {
			const message = `Bad request ${url} with key ${String(headers['x-apikey'])} for ${apiKey}`;
			const accepted = { messageId: 'a', [apiKey]: written, html: `<a href="?k=${apiKey}">` };
			const body = status === 200 ? { ...accepted, url } : { message };
			response.writeHead(status).end(JSON.stringify(body));
		};
		await withServer(answer, async ({ address }) => {
			const credential = { ...at(service, address), apiKey };
			for (const parameters of [send, sendAll, getCampaign]) {
				for (const onError of ['stopWorkflow', 'continueErrorOutput'] as const) {
					const settings = { onError, retryOnFail: status === 200 };
					const run = await runNode(credential, parameters, [item], settings);
					const said = [run.error?.message, run.errorOutput, run.output];
					expect(JSON.stringify(said)).toContain('***');
					for (const spelling of written) expect(stored(run)).not.toContain(spelling);
				}
			}
		});
	});

	it.each([200, 400])(
		'of few characters is not stored with an answer of status %i',
		async (status) => {
			const apiKey = 'k-7a9';
			for (const body of [
				{ messageId: 'k-7a9b', text: `for ${apiKey}`, url: `/x?X-ApiKey=${apiKey}` },
				{ success: false, message: `No ${apiKey}` },
			]) {
				const answer: RequestListener = (_, response) =>
					response.writeHead(status).end(JSON.stringify(body));
				await withServer(answer, async ({ address }) => {
					const credential = { ...at(service, address), apiKey };
					const run = await runNode(credential, getCampaign, [item]);
					const said = stringify([run.error, run.output, run.run.data.resultData]);
					expect(said).toContain('***');
					expect(said.replaceAll('k-7a9b', '')).not.toContain(apiKey);
				});
			}
		},
	);

	it('that no header can carry is refused before a request', async () => {
		const credential = { ...service.credential, apiKey: `${API_KEY}\n${API_KEY}` };
		const failed = await runNode(credential, send, [item]);
		expect(failed.error?.message).toMatch(/^The API key .+ \(the credential\)$/);
		expect(failed.error?.description).toContain('Copy the key again');
		expect(stored(failed)).not.toContain(API_KEY);
		expect(await requests(service)).toEqual([]);
	});

	it('is not in what is kept of a message that may have been sent', async () => {
		const body = { message: `Failed with key ${API_KEY}` };
		await service.fail({ kind: 'status', status: 500, body, count: 3 });
		const to = '37060012345';
		const run = await runNode(service.credential, send, [{ to }]);
		expect(run.error?.message).toBe('Failed with key ***');
		expect(JSON.stringify(kept(run))).toContain('Failed with key ***');
		expect(stored(run)).not.toContain(API_KEY);
		for (const byEngine of [false, true]) {
			const tool = await callTool(service.credential, { ...send, to }, [{}], { byEngine });
			expect(stored(tool)).toContain('Failed with key ***');
			expect(stored(tool)).not.toContain(API_KEY);
		}
	});

	it.each(['input', 'service'] as const)(
		'is in neither message nor description of an error, whoever passes it on: %s',
		(origin) => {
			for (const type of ['messagingService', 'messagingServiceTool']) {
				const node = { name: 'n', type, parameters: {} } as unknown as INode;
				const problem = new Problem(`No ${API_KEY}`, `Look at ${API_KEY}.`, { origin });
				const error = asNodeError({ node, about: `about ${API_KEY}`, apiKey: API_KEY }, problem);
				expect(error.message).toContain('No ***');
				expect(`${error.message} ${error.description}`).toContain('Look at ***.');
				expect(stringify(error) + JSON.stringify(error)).not.toContain(API_KEY);
			}
		},
	);

	it('goes to the address of the credential also when its domains are limited to others', async () => {
		const credential = {
			...service.credential,
			allowedHttpRequestDomains: 'domains',
			allowedDomains: 'elsewhere.example.com',
		};
		const run = await runNode(credential, { ...send, to: '37060012345' });
		expect(run.output).toHaveLength(1);
		for (const byEngine of [true, false]) {
			const { answers } = await callTool(credential, { ...send, to: '37060012346' }, [{}], {
				byEngine,
			});
			expect(JSON.stringify(answers)).toContain('messageId');
		}
	});

	it('is not in what a successful run stores either', async () => {
		const id = await newCampaign(service);
		const run = await runNode(service.credential, getCampaign, [{ id }]);
		expect(run.output).toHaveLength(1);
		expect(stored(run)).not.toContain(API_KEY);
		expect(await requests(service)).toEqual([get(`/campaigns/${id}`)]);
	});
});
