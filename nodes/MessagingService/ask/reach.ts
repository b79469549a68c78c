/** Blocks of addresses that no phone elsewhere can open (IANA's special-purpose registries). */
const MACHINE = '0.0.0.0/8 127.0.0.0/8 [::]/127';
const NETWORK =
	'10.0.0.0/8 100.64.0.0/10 169.254.0.0/16 172.16.0.0/12 192.168.0.0/16 224.0.0.0/3 [fc00::]/7 [fe80::]/10';

/** Names that only a machine, or its network knows (RFC 6761, 6762, 8375). */
const MACHINES_NAME = /^[^.]+$|\.localhost$/;
const NETWORKS_NAME = /\.(?:local|localdomain|lan|internal|intranet|private|corp|home|home\.arpa)$/;

/** The beginnings of IPv6 addresses that hold one of IPv4: ::ffff:0:0/96, and 64:ff9b::/96. */
const EMBEDDING = ['0'.repeat(80) + '1'.repeat(16), inBits([0x64ff9b], 32) + '0'.repeat(64)];

/** Who can open a link to a host, as `URL` writes it. */
export function reachOf(hostname: string): 'machine' | 'network' | 'all' {
	const host = hostname.replace(/\.$/, '');
	const bits = bitsOf(host);
	const isIn = (block: string) => bits!.startsWith(startOf(block, bits!.length));
	const is = (blocks: string, name: RegExp) =>
		bits ? blocks.split(' ').some(isIn) : name.test(host);
	return is(MACHINE, MACHINES_NAME) ? 'machine' : is(NETWORK, NETWORKS_NAME) ? 'network' : 'all';
}

/** The bits that all addresses of a block begin with, if they are as long. */
function startOf(block: string, length: number): string {
	const [address, shared] = block.split('/');
	const bits = bitsOf(address)!;
	return bits.length === length ? bits.slice(0, Number(shared)) : 'none';
}

/** The bits of an address; undefined for a name. */
function bitsOf(host: string): string | undefined {
	if (/^\d+(?:\.\d+){3}$/.test(host)) return inBits(host.split('.').map(Number), 8);
	if (!host.startsWith('[')) return undefined;
	const parts = host.slice(1, -1).split('::');
	const [head, tail = []] = parts.map((part) => part.split(':').filter(Boolean));
	const zeros = Array<string>(8 - head.length - tail.length).fill('0');
	const groups = [...head, ...zeros, ...tail].map((group) => parseInt(group, 16));
	const bits = inBits(groups, 16);
	return EMBEDDING.includes(bits.slice(0, 96)) ? bits.slice(96) : bits;
}

function inBits(numbers: number[], length: number): string {
	return numbers.map((number) => number.toString(2).padStart(length, '0')).join('');
}
