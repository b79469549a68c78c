import { simplifyText } from '../../../nodes/MessagingService/smsText/simplify';

it.each([
	['cafe\u0301', 'café'],
	['Z\u030cvaigz\u030cde\u0307', 'Žvaigždė'],
	['1½ h, 2¼, ¾ kg, a½', '1 1/2 h, 2 1/4, 3/4 kg, a1/2'],
	['\u200e“Hi”\u200f', '"Hi"'],
	['\u200e“שלום”\u200f, 5\u200b', '\u200e"שלום"\u200f, 5'],
	['“Don’t…” – 5\u00a0€', '"Don\'t..." - 5 €'],
])(
	'Letters stay, each with its accent, and typographic characters become plain: %s',
	(text, plain) => {
		expect(simplifyText(text)).toBe(plain);
	},
);
