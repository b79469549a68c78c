import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

import { HELP, readArguments } from '../../../dev/doctor/arguments';

const url = ['--url', 'https://example.com'];
const toAda = [...url, '--send-to', '37060012345'];
const send = ['--send-to', '37060012345', '--from', 'Shop'];

it.each([
	[[], 'The address of the service is missing'],
	[['--url', 'ftp://example.com'], 'The address of the service is missing'],
	[['--url', 'http://example.com'], 'sent unencrypted'],
	[['--url', 'https://me:secret-1@a.io'], 'more than a host and a path'],
	[['--url', 'https://a.io/v1?X-ApiKey=secret-1'], 'more than a host and a path'],
	[['--url', 'https://a.io#secret-1'], 'more than a host and a path'],
	[[...url, '--viber'], '--viber needs --send-to'],
	[toAda, '--send-to and --from go together'],
	[[...url, '--number', '060012345'], "isn't a phone number"],
	[[...url, ...send, '--from', ''], '--from is there twice'],
	[[...url, ...send, '--send-to', '37060012346'], '--send-to is there twice'],
	[[...toAda, '--from', ''], '--from is empty'],
	[[...toAda, '--from', 'a\u202eb'], 'nobody sees'],
	[[...toAda, '--from', 'a\nb'], 'nobody sees'],
	[[...url, '--send-to', '', '--from', 'a'], '--send-to is empty'],
	[[...url, '--send-to', '37060012345, 37060012346', '--from', 'a'], "isn't a phone"],
	[[...url, '--email-to', 'a@b.c,d@e.f', '--email-from', 'a@b.c'], "isn't one"],
	[[...url, '--email-to', 'a@b.c', '--email-from', 'Ada <a@b.c>'], "isn't one"],
	[[...url, '--email-to', 'a@b.com'], '--email-to and --email-from go together'],
	[[...url, '--delivered-states', 'two'], 'whole number'],
	[[...url, '--failed-states', 'x'], 'whole number'],
	[[...url, '--wait', 'long'], "isn't a number of seconds"],
	[[...url, '--key', 'secret-1'], 'Unknown option'],
	[[...url, 'secret-1'], 'Unexpected'],
])('refuses %j, and repeats nothing that may be the key', (args, says) => {
	expect(() => readArguments(args)).toThrow(says);
	expect(() => readArguments(args)).not.toThrow(/secret-1/);
});

it.each([
	'+370 600 12345',
	'00370-600-12345',
	'370.600.12.345',
	' 37060012345 ',
	'+370 (600) 12345',
])('%s is one number, sent to as digits', (number) => {
	const options = readArguments([...url, '--send-to', number, '--from', 'a']);
	expect([options['send-to'], options.number]).toEqual(['37060012345', '37060012345']);
});

it('--help names each option', () => {
	const { values } = parseArgs({ args: HELP.match(/--[a-z-]{2,}/g) ?? [], strict: false });
	const { credential, ...options } = readArguments(url);
	expect(credential.sandboxUrl).toBe('https://example.com');
	const named = Object.keys(values);
	expect(Object.keys(options).filter((name) => !named.includes(name))).toEqual([]);
	const docs = readFileSync('docs/doctor.md', 'utf8');
	expect(named.filter((name) => !docs.includes(`--${name}`))).toEqual([]);
});
