import { parseArgs } from 'node:util';

import { phoneNumberIn } from '../../nodes/MessagingService/values/phoneNumbers.ts';
import { Failure } from '../failure.ts';

const text = { type: 'string' } as const;
const flag = { type: 'boolean', default: false } as const;

const options = {
	url: text,
	number: text,
	'message-id': text,
	'campaign-id': text,
	'try-wrong-key': flag,
	'send-to': text,
	from: text,
	campaign: flag,
	viber: flag,
	'email-to': text,
	'email-from': text,
	'path-prefix': text,
	'email-path': text,
	'viber-path': text,
	wait: { type: 'string', default: '120' },
	out: { type: 'string', default: '.' },
} as const;

export type Options = ReturnType<typeof readArguments>;

const USAGE = 'docs/doctor.md lists what the doctor can try.';

/**
 * What the command line asks for. The key never stands there: it would be in the history of the shell.
 *
 * @throws Failure if something is missing or wrong
 */
export function readArguments(args: string[]) {
	const { values } = parse(args);
	const { url = '', number, from, 'send-to': sendTo, 'email-to': emailTo, wait } = values;
	if (!/^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : '')) {
		throw new Failure(
			'The address of the service is missing or wrong.',
			'Use it as npm run doctor -- --url https://…',
		);
	}
	const { protocol, hostname } = new URL(url);
	if (protocol === 'http:' && !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)) {
		throw new Failure(
			'The address begins with http://, so the API key would be sent unencrypted.',
			'Use an address that begins with https://.',
		);
	}
	const emailFrom = values['email-from'] ?? (from?.includes('@') ? from : undefined);
	if ((sendTo === undefined) !== (from === undefined) && !(emailTo && sendTo === undefined)) {
		throw new Failure(
			'--send-to and --from go together.',
			'Add a number of your own and a sender of your account.',
		);
	}
	for (const name of ['campaign', 'viber'] as const) {
		if (values[name] && sendTo === undefined) {
			throw new Failure(`--${name} needs --send-to NUMBER --from SENDER.`, USAGE);
		}
	}
	if ((emailTo === undefined) !== (emailFrom === undefined)) {
		throw new Failure('--email-to and --email-from go together.', 'Add two addresses of your own.');
	}
	if (!/^\d{1,4}$/.test(wait)) {
		throw new Failure("--wait isn't a number of seconds.", 'Use for example --wait 300.');
	}
	return {
		...values,
		url,
		wait: Number(wait),
		number: numberIn(number, '--number') ?? numberIn(sendTo, '--send-to'),
		'send-to': numberIn(sendTo, '--send-to'),
		'email-from': emailFrom,
	};
}

function parse(args: string[]) {
	try {
		return parseArgs({ args, options });
	} catch (error) {
		throw new Failure((error as Error).message, USAGE);
	}
}

function numberIn(given: string | undefined, name: string): string | undefined {
	if (given === undefined) return undefined;
	const number = phoneNumberIn(given);
	if (number !== undefined) return number;
	throw new Failure(
		`${name} isn't a phone number with its country code: ${given}`,
		'Use for example +37060012345.',
	);
}
