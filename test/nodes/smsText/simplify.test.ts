import { simplifyCharacters } from '../../../nodes/MessagingService/smsText/simplify';

it.each([
	['cafe\u0301', 'café'],
	['Z\u030cvaigz\u030cde\u0307', 'Žvaigždė'],
	['“Don’t…” – 5\u00a0€', '"Don\'t..." - 5 €'],
])(
	'Letters stay, each with its accent, and typographic characters become plain: %s',
	(text, plain) => {
		expect(simplifyCharacters(text)).toBe(plain);
	},
);
