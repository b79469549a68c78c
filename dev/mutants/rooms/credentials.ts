import { inSource } from '../mistake.ts';

export const credentials = [
	...inSource(
		'credentials/MessagingServiceApi.credentials.ts',
		[
			[
				'The key for Production goes to https only, also from the HTTP Request node.',
				"credentials.environment === '[-production-]{+Production+}' && !/^https:",
			],
			[
				'The key is a query parameter on GET, and a header on POST.',
				"if (method [-=== 'GET-]{+!== 'DELETE+}') {",
			],
			[
				'A header X-ApiKey of the request itself is replaced, in any spelling.',
				'/^(accept[-|x-apikey-])$/i',
			],
			[
				'The key is added to the query, which stays.',
				"{ [-...requestOptions.qs, -]'X-ApiKey': apiKey }",
			],
			[
				'A Content-Type of the request stays, in any spelling.',
				'/^[-content-type$/i-]{+Content-Type$/+}',
			],
			[
				'A key that no header can carry is refused.',
				'if ([-problem-]{+!apiKey+}) throw new UserError({+String(+}problem{+)+}',
			],
		],
		['credentials/MessagingServiceApi.credentials.test.ts'],
	),
	...inSource(
		'credentials/apiKey.ts',
		[
			[
				'A key with a line break could add a header.',
				'(?:[[-\\x20-\\x7e-]{+^+}]*[\\x21-\\x7e])?$/',
			],
			['A key that is too long is refused.', 'apiKey.length > LONGEST{+ + 1+})'],
		],
		['credentials/apiKey.test.ts', 'credentials/MessagingServiceApi.credentials.test.ts'],
	),
];
