import { parseArgs } from 'node:util';

import { usersNumber, readAccountDefaults } from './node.ts';
import type { Problem } from './node.ts';
import { Failure } from '../failure.ts';
import { withoutControls } from '../../sandbox/stranger.ts';

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
	'field-of-the-numbers': text,
	'ignored-fields': text,
	'delivered-states': text,
	'failed-states': text,
	wait: { type: 'string', default: '120' },
	out: { type: 'string', default: '.' },
} as const;

export type Options = ReturnType<typeof readArguments>;

export const HELP = `npm run doctor -- --url URL

Asks your account, and says what to change in n8n. Without a terminal, the example "First day with your account"
does part of that in n8n. The API key comes from MESSAGING_API_KEY, or you type it.
Without --send-to and --email-to it only reads.

  --url URL                        the address of the service, without /v1
  --number NUMBER                  validates this number
  --message-id ID                  reads the report of this message
  --campaign-id ID                 reads this campaign, its messages, and its reports
  --try-wrong-key                  asks once with a wrong key
  --send-to NUMBER --from SENDER   sends 3 SMS with 4 parts, after a typed yes
  --campaign                       with --send-to: also creates two campaigns to that number
  --viber                          with --send-to: also sends a Viber message
  --email-to A --email-from B      sends an email, after a typed yes
  --path-prefix PATH, --email-path PATH, --viber-path PATH
                                   uses the paths of your credential
  --field-of-the-numbers FIELD, --ignored-fields FIELDS
  --delivered-states STATES, --failed-states STATES
                                   uses the Account Defaults of your credential
  --wait SECONDS                   follows each message for so long; 120 if you don't say
  --out FOLDER                     writes doctor-report.md and recording.json there

Exit status: 0 all is as assumed, 1 something is different or wasn't accepted, 2 it couldn't ask. More: docs/doctor.md`;

const USAGE = 'npm run doctor -- --help lists what the doctor can try.';

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
	const { protocol, hostname, username, password, search, hash } = new URL(url);
	if (username || password || search || hash) {
		throw new Failure(
			'The address has more than a host and a path.',
			'Leave out what stands before an @, and from a ? or # on. The API key goes into MESSAGING_API_KEY.',
		);
	}
	if (protocol === 'http:' && !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)) {
		throw new Failure(
			'The address begins with http://, so the API key would be sent unencrypted.',
			'Use an address that begins with https://.',
		);
	}
	for (const name of ['from', 'send-to', 'email-to', 'email-from', 'number'] as const) {
		refuseText(name, values[name]);
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
	for (const address of [emailTo, emailFrom]) {
		if (address !== undefined && !/^[^\s@<>,;"]+@[^\s@<>,;"]+$/.test(address)) {
			const what = "--email-to or --email-from isn't one plain email address.";
			throw new Failure(what, 'Use for example ada@example.com.');
		}
	}
	if (!/^\d{1,4}$/.test(wait)) {
		throw new Failure("--wait isn't a number of seconds.", 'Use for example --wait 300.');
	}
	return {
		...values,
		credential: credentialOf(values),
		url,
		wait: Number(wait),
		number: numberIn(number, '--number') ?? numberIn(sendTo, '--send-to'),
		'send-to': numberIn(sendTo, '--send-to'),
		'email-from': emailFrom,
	};
}

/**
 * The credential with these options.
 *
 * @throws Failure if its Account Defaults are wrong
 */
function credentialOf({ url = '', ...values }: ReturnType<typeof parse>['values']) {
	const credential = {
		environment: 'sandbox',
		sandboxUrl: url,
		apiKey: '',
		customPaths: true,
		pathPrefix: values['path-prefix'] ?? '',
		emailPath: values['email-path'] ?? '/email',
		viberPath: values['viber-path'] ?? '/viber',
		accountDefaults: true,
		numberField: values['field-of-the-numbers'] ?? '',
		ignoredFields: values['ignored-fields'] ?? '',
		deliveredStates: values['delivered-states'] ?? '',
		failedStates: values['failed-states'] ?? '',
	};
	try {
		readAccountDefaults(credential);
		return credential;
	} catch (error) {
		const { message, advice } = error as Problem;
		throw new Failure(message, advice);
	}
}

function parse(args: string[]) {
	try {
		const parsed = parseArgs({ args, options, tokens: true });
		const names = parsed.tokens.flatMap((token) => (token.kind === 'option' ? token.name : []));
		const twice = names.find((name, index) => names.indexOf(name) < index);
		// The last one would count: somebody may have meant both.
		if (twice) throw new Failure(`--${twice} is there twice.`, USAGE);
		return parsed;
	} catch (error) {
		if (error instanceof Failure) throw error;
		// Without what was given: it may be the key.
		const [message] = (error as Error).message.split(/ argument '(?!-)/);
		throw new Failure(message, USAGE);
	}
}

/** A sender or an address that is empty, or not what it looks like, is refused before anything is asked. */
function refuseText(name: string, text: string | undefined): void {
	if (text === undefined || (text.trim() && withoutControls(text) === text && !/[\n\t]/.test(text)))
		return;
	const what = text.trim() ? 'has characters that nobody sees' : 'is empty';
	throw new Failure(`--${name} ${what}.`, 'Type it again.');
}

function numberIn(given: string | undefined, name: string): string | undefined {
	if (given === undefined) return undefined;
	const number = usersNumber(given);
	if (number !== undefined) return number;
	throw new Failure(
		`${name} isn't a phone number with its country code: ${given}`,
		'Use for example +37060012345.',
	);
}
