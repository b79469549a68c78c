import { isIP } from 'node:net';
import fc from 'fast-check';

import { reachOf } from '../../../nodes/MessagingService/ask/reach';
import { server } from '../../support/additionalData';
import { AnsweringServer } from '../../support/answeringServer';
import { runNode } from '../../support/engine';
import { tries } from '../../support/properties';
import { send } from '../../support/sending';
import { trusting } from '../../support/selfSigned';
import { serviceForTests } from '../../support/service';

const service = serviceForTests();
const { address } = server;
afterEach(() => void (server.address = address));

const hostOf = (text: string) => new URL(`http://${text}/`).hostname;

describe('A link', () => {
	it.each([
		...['localhost', 'LOCALHOST.', 'n8n.localhost', '127.0.0.1', '127.1', '0x7f000001', '0.0.0.0'],
		...['[::1]', '[::]', '[::ffff:127.0.0.1]', 'n8n', 'n8n-main', 'worker_1', 'n8n.'],
	])('to %s is one to the machine itself', (host) => {
		expect(reachOf(hostOf(host))).toBe('machine');
	});

	it.each([
		...['10.1.2.3', '172.16.0.1', '172.31.255.1', '192.168.1.9', '169.254.1.1', 'pi.local'],
		...['n8n.internal', 'box.lan', '[fd12::1]', '[fe80::1]', '0xa000001'],
	])('to %s is one to a private network', (host) => {
		expect(reachOf(hostOf(host))).toBe('network');
	});

	it.each(['n8n.example.com', '172.15.0.1', '172.32.0.1', '11.0.0.1', '[2001:db8::1]', '1270.de'])(
		'to %s is one that every phone may open',
		(host) => {
			expect(reachOf(hostOf(host))).toBe('all');
		},
	);

	it('to any name with a domain is one that every phone may open', () => {
		fc.assert(
			fc.property(fc.domain(), (domain) => {
				fc.pre(!/\.(local|lan|internal|localhost)$/i.test(domain) && !isIP(domain));
				expect(reachOf(hostOf(domain))).toBe('all');
			}),
			tries(200),
		);
	});
});

describe('A question', () => {
	const ask = { ...send, operation: 'sendAndWait', to: '37060012345', message: 'Refund?' };
	const production = { environment: 'production', productionUrl: 'https://127.0.0.1:1' };
	const run = async (n8n: string, more: object = production) => {
		server.address = n8n;
		const result = await runNode({ ...service.credential, ...more }, ask);
		const { error } = result;
		const { hints = [] } = result.run.data.resultData.runData['Messaging Service'].at(-1)!;
		return { said: [error?.message, error?.description], hints: hints.map((one) => one.message) };
	};

	it.each(['http://localhost:5678', 'https://n8n', 'http://[::1]:5678'])(
		'with a link to %s goes out to no real phone',
		async (n8n) => {
			const { said } = await run(n8n);
			expect(said).toEqual([
				`No phone can open a link to ${new URL(n8n).host}`,
				expect.stringMatching(/^Nothing was sent\. Set WEBHOOK_URL .*, on the workers too/),
			]);
		},
	);

	it('with a link into a private network goes out, and a line says who can open it', async () => {
		const answer = JSON.stringify({ messageId: 'a', sent: '', partIds: ['1'] });
		const real = await AnsweringServer.start((_, response) => response.end(answer), {
			secure: true,
		});
		const more = { ...production, productionUrl: real.address };
		try {
			const { said, hints } = await trusting(
				async () => await run('http://192.168.1.9:5678', more),
			);
			expect(said).toEqual([undefined, undefined]);
			expect(hints).toEqual([
				'The link leads to 192.168.1.9:5678: only phones in your own network can open it.',
			]);
		} finally {
			await real.stop();
		}
	});

	it('goes out with any link in the sandbox, whose phone is on this machine', async () => {
		expect(await run(address, {})).toEqual({ said: [undefined, undefined], hints: [] });
	});
});
