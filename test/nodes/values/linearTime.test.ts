// First: it counts what is loaded after it.
import { growthOf, LINEAR } from '../../support/steps';

import { loadOf } from '../../../nodes/MessagingService/limits/withinLimits';
import {
	emailAddress,
	emailAddresses,
	splitAddresses,
} from '../../../nodes/MessagingService/values/emailAddresses';
import { parseAnswer, parseExactJson } from '../../../nodes/MessagingService/answers/read';
import { readJsonBody } from '../../../nodes/MessagingService/parameters/body';
import { plainTemplate } from '../../../nodes/MessagingService/parameters/itemParameters';
import { pathOf, piecesOf } from '../../../nodes/MessagingService/parameters/pieces';
import type { ReadValue } from '../../../nodes/MessagingService/values/readers';
import {
	lineOfText,
	optionalTime,
	phoneNumber,
	phoneNumberList,
} from '../../../nodes/MessagingService/values/readers';
import { pathWith, requestAddress } from '../../../nodes/MessagingService/service/address';
import { verdictOn } from '../../../nodes/MessagingService/answers/outcomes';
import { suppressedBy } from '../../../nodes/MessagingService/answers/suppressionList';
import { smsText } from '../../../nodes/MessagingService/smsText/smsText';
import * as contract from '../../../sandbox/contract/values';

const reading =
	(read: ReadValue, options = {}) =>
	(text: string) =>
		read(text, 'Given', { timeZone: 'Europe/Vilnius', options });

const one = new RegExp(contract.emailAddress.pattern, 'u');
const several = new RegExp(contract.emailAddresses.pattern, 'u');

/** What reads a text that may come from a person, a model, or the service. */
const readers: Record<string, (text: string) => unknown> = {
	'a phone number': reading(phoneNumber, { defaultCountry: 'LT' }),
	'phone numbers': reading(phoneNumberList, { defaultCountry: 'US' }),
	'a line of text': reading(lineOfText),
	'an email address': reading(emailAddress),
	'email addresses': reading(emailAddresses),
	'email addresses behind one': (text) => reading(emailAddresses)(`a@b.co,${text}x`),
	'email addresses in quotes': (text) => reading(emailAddresses)(`"${text}x`),
	'the messages of an email': (text) => loadOf({ to: `${text} <a@b.co>` }),
	"the sandbox's email address": (text) => one.test(text),
	"the sandbox's email addresses": (text) => several.test(`a@b.co,${text}x`),
	'a time': reading(optionalTime),
	'the text of an SMS': reading(smsText, {
		simplifyText: true,
		limits: { values: { maxParts: 1 } },
	}),
	'a JSON body': readJsonBody,
	'exact JSON': (text) => parseExactJson(`{"a":${text}`),
	'an answer': (text) => parseAnswer(text, 200, 'k-1234567'),
	'an expression': (text) => plainTemplate(`=a {{ $json${text} }} {{ ${text}`),
	'a field of the item': (text) => pathOf(`$json${text}x`),
	'pieces of an expression': (text) => piecesOf(`=a {{ ${text}`),
	'an ID': (text) => pathWith('/v1/{id}', 'id', text),
	'an address': (text) => requestAddress({ sandboxUrl: `https://a.co/${text}b` }, '/v1/sms/single'),
	'a path': (text) =>
		requestAddress(
			{ sandboxUrl: 'https://a.co', customPaths: true, pathPrefix: `b${text}b` },
			'/contacts',
		),
	'a number of the suppression list': (text) =>
		suppressedBy([text], { ignored: [] }, { statusCode: 200, headers: {} }),
	'a bulk answer': (text) =>
		verdictOn([{ to: text }, { a: text }], {
			row: 'bulk-answer',
			effect: 'send',
			batch: [{ to: '37060000001' }, { to: '1' }],
		}),
};

const parts = [
	...['1', '+', '0', ' ', '-', '(', '1 ', '+1', '1.', '1,', '37060000001\n', '3e', '2027-', 'T0'],
	...['a', '“', '\u00a0', '🎉', '\ud83d', '\n', 'a@', '@', '.a', '/', '/a', '%', '"', '\\', '"\\'],
	...['Person 0 <p0@example.com>, ', '"P, 0" <p0@b.co>, ', 'a@b.co, ', 'a ', '<', ',', ', ', '" '],
	...['{', '[', '{"a":', '["a",', '{{', '}}', '{{ $json.a }}', "['a']", '1234567890123456,', '\t'],
];

it.each(Object.entries(readers))('The steps to read %s grow with the text', (_, read) => {
	const task = (text: string) => {
		try {
			read(text);
		} catch {
			// A text that is refused took its steps too.
		}
	};
	expect(growthOf(task, ...parts)).toBeLessThan(LINEAR);
});

it('Steps that grow with the square of the text are found', () => {
	const each = (text: string) => text.split(',').map(() => splitAddresses(text));
	expect(growthOf(each, 'a person with a long name, ')).toBeGreaterThan(2 * LINEAR);
});
