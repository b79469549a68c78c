import { BlockList, isIP } from 'node:net';

import fc from 'fast-check';

import { reachOf } from '../../../nodes/MessagingService/ask/reach';
import { tries } from '../../support/properties';

const hostOf = (text: string) => new URL(`http://${text}/`).hostname;

describe('A link', () => {
	it.each([
		[
			'machine',
			'the machine itself',
			[
				...['localhost', 'LOCALHOST.', 'n8n.localhost', '127.0.0.1', '127.1', '0x7f000001'],
				...['[::1]', '[::]', '[::ffff:127.0.0.1]', '[64:ff9b::127.0.0.1]', 'n8n', 'n8n-main'],
				...['worker_1', 'n8n.', 'a.localhost.', '0.0.0.0'],
			],
		],
		[
			'network',
			'a private network',
			[
				...['10.1.2.3', '172.16.0.1', '192.168.1.9', '169.254.1.1', 'pi.local', 'n8n.internal'],
				...['box.lan.', '[fd12::1]', '[fe80::1]', '0xa000001', '[::ffff:10.0.0.1]', 'n8n.corp'],
				...['n8n.home.arpa', 'n8n.localdomain'],
			],
		],
		[
			'all',
			'what every phone may open',
			[
				...['n8n.example.com', '[2001:db8::1]', '1270.de', '10.example.com', '127.0.0.1.nip.io'],
				...['192.168.1.9.example.com', '[::ffff:8.8.8.8]', 'local.example', 'home.arpa.example'],
				...['fd12.example', '172.15.0.1', '172.32.0.1', '100.63.255.255', '100.128.0.0'],
			],
		],
	])('is judged by its host: %s, %s', (reach, _, hosts) => {
		expect(hosts.filter((host) => reachOf(hostOf(host)) !== reach)).toEqual([]);
	});

	it('to any address is judged by its block', () => {
		const inside = new BlockList();
		for (const [start, length] of [
			...[
				'10.0.0.0/8',
				'100.64.0.0/10',
				'172.16.0.0/12',
				'192.168.0.0/16',
				'fc00::/7',
				'fe80::/10',
			],
		].map((block) => block.split('/'))) {
			inside.addSubnet(start, Number(length), start.includes(':') ? 'ipv6' : 'ipv4');
		}
		const near = fc.constantFrom(
			...['10.255', '11.0', '100.63', '100.64', '100.127', '100.128', '172.31'],
		);
		const v4 = fc.tuple(near, fc.nat(255), fc.nat(255)).map((parts) => parts.join('.'));
		const v6 = fc.tuple(fc.constantFrom('fc00', 'fdff', 'fe80', 'febf', '2001'), fc.ipV6());
		fc.assert(
			fc.property(v4, v6, (short, [first, whole]) => {
				const long = new URL(`http://[${whole}]`).hostname.slice(1, -1).split(':').at(-1);
				for (const one of [short, `${first}::${long || 1}`]) {
					const isLong = one.includes(':');
					const reach = inside.check(one, isLong ? 'ipv6' : 'ipv4') ? 'network' : 'all';
					const hosts = isLong ? [`[${one}]`] : [one, `[::ffff:${one}]`];
					for (const host of hosts) expect([host, reachOf(hostOf(host))]).toEqual([host, reach]);
				}
			}),
			tries(500),
		);
	});

	it('to any name with a domain is one that every phone may open', () => {
		const own =
			/\.(local|localdomain|localhost|lan|internal|intranet|private|corp|home|home\.arpa)$/i;
		fc.assert(
			fc.property(fc.domain(), (domain) => {
				fc.pre(!own.test(domain) && !isIP(domain));
				expect(reachOf(hostOf(domain))).toBe('all');
			}),
			tries(200),
		);
	});
});
