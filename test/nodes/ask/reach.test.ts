import { BlockList, isIP } from 'node:net';

import fc from 'fast-check';

import { reachOf } from '../../../nodes/MessagingService/ask/reach';
import { tries } from '../../support/properties';

const hostOf = (text: string) => new URL(`http://${text}/`).hostname;

describe('A link', () => {
	it.each([
		...['localhost', 'LOCALHOST.', 'n8n.localhost', '127.0.0.1', '127.1', '0x7f000001', '0.0.0.0'],
		...['[::1]', '[::]', '[::ffff:127.0.0.1]', '[64:ff9b::127.0.0.1]', 'n8n', 'n8n-main'],
		...['worker_1', 'n8n.', 'a.localhost.'],
	])('to %s is one to the machine itself', (host) => {
		expect(reachOf(hostOf(host))).toBe('machine');
	});

	it.each([
		...['10.1.2.3', '172.16.0.1', '172.31.255.1', '192.168.1.9', '169.254.1.1', 'pi.local'],
		...['n8n.internal', 'box.lan.', '[fd12::1]', '[fe80::1]', '0xa000001', '100.64.0.1'],
		...['100.127.255.255', '[::ffff:10.0.0.1]', 'n8n.home.arpa', 'n8n.corp', 'n8n.localdomain'],
	])('to %s is one to a private network', (host) => {
		expect(reachOf(hostOf(host))).toBe('network');
	});

	it.each([
		...['n8n.example.com', '172.15.0.1', '172.32.0.1', '11.0.0.1', '[2001:db8::1]', '1270.de'],
		...['10.example.com', '127.0.0.1.nip.io', '192.168.1.9.example.com', '100.63.255.255'],
		...['100.128.0.0', '[::ffff:8.8.8.8]', 'local.example', 'home.arpa.example', 'fd12.example'],
	])('to %s is one that every phone may open', (host) => {
		expect(reachOf(hostOf(host))).toBe('all');
	});

	it('to any address is judged by its block', () => {
		const inside = new BlockList();
		const blocks: Array<[string, number]> = [
			...([
				['10.0.0.0', 8],
				['100.64.0.0', 10],
				['172.16.0.0', 12],
			] as Array<[string, number]>),
			...([
				['192.168.0.0', 16],
				['fc00::', 7],
				['fe80::', 10],
			] as Array<[string, number]>),
		];
		for (const [start, length] of blocks) {
			inside.addSubnet(start, length, start.includes(':') ? 'ipv6' : 'ipv4');
		}
		const near = fc.constantFrom(
			'10.255',
			'11.0',
			'100.63',
			'100.64',
			'100.127',
			'100.128',
			'172.31',
		);
		const v4 = fc.tuple(near, fc.nat(255), fc.nat(255)).map((parts) => parts.join('.'));
		const v6 = fc.tuple(fc.constantFrom('fc00', 'fdff', 'fe80', 'febf', '2001'), fc.ipV6());
		fc.assert(
			fc.property(v4, v6, (short, [first, whole]) => {
				const long = new URL(`http://[${whole}]`).hostname.slice(1, -1).split(':').at(-1);
				for (const one of [short, `${first}::${long || 1}`]) {
					const isLong = one.includes(':');
					const isInside = inside.check(one, isLong ? 'ipv6' : 'ipv4');
					expect([one, reachOf(hostOf(isLong ? `[${one}]` : one))]).toEqual([
						one,
						isInside ? 'network' : 'all',
					]);
					if (!isLong)
						expect(reachOf(hostOf(`[::ffff:${one}]`))).toBe(isInside ? 'network' : 'all');
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
