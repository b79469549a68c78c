/** Blocks of addresses that no phone elsewhere can open (IANA's special-purpose registries), by who can. */
const BLOCKS = {
	machine: '0.0.0.0/8 127.0.0.0/8 ::/127',
	network:
		'10.0.0.0/8 100.64.0.0/10 169.254.0.0/16 172.16.0.0/12 192.168.0.0/16 198.18.0.0/15 224.0.0.0/3 64:ff9b:1::/48 fc00::/7 fe80::/10 ff00::/8',
};

/** Endings of names that only a machine, or its network knows (RFC 6761, 6762, 8375). */
const ENDINGS = {
	machine: /^[^.]+$|(?:^|\.)localhost$/,
	network: /\.(?:local|localdomain|lan|internal|intranet|private|corp|home|home\.arpa)$/,
};

/** The beginnings of IPv6 addresses that hold one of IPv4: ::ffff:0:0/96, and 64:ff9b::/96. */
const EMBEDDING = ['0'.repeat(80) + '1'.repeat(16), binary(0x64ff9b, 32) + '0'.repeat(64)];

/** Who can open a link to a host, as `URL` writes it. */
export function reachOf(hostname: string): 'machine' | 'network' | 'all' {
	const host = hostname.replace(/\.$/, '');
	const bits = bitsOf(host);
	const isOf = (who: keyof typeof BLOCKS) =>
		bits === undefined
			? ENDINGS[who].test(host)
			: BLOCKS[who].split(' ').some((block) => isIn(bits, block));
	return isOf('machine') ? 'machine' : isOf('network') ? 'network' : 'all';
}

function isIn(bits: string, block: string): boolean {
	const [start, length] = block.split('/');
	const inside = bitsOf(start.includes(':') ? `[${start}]` : start);
	return inside?.length === bits.length && bits.startsWith(inside.slice(0, Number(length)));
}

/** The bits of an address; undefined for a name. */
function bitsOf(host: string): string | undefined {
	if (/^\d+(?:\.\d+){3}$/.test(host))
		return host
			.split('.')
			.map((byte) => binary(Number(byte), 8))
			.join('');
	if (!host.startsWith('[')) return undefined;
	const [head, tail] = host
		.slice(1, -1)
		.split('::')
		.map((part) => part.split(':').filter(Boolean));
	const zeros = tail ? Array<string>(8 - head.length - tail.length).fill('0') : [];
	const groups = [...head, ...zeros, ...(tail ?? [])];
	const bits = groups.map((group) => binary(parseInt(group, 16), 16)).join('');
	return EMBEDDING.includes(bits.slice(0, 96)) ? bits.slice(96) : bits;
}

function binary(number: number, length: number): string {
	return number.toString(2).padStart(length, '0');
}
