import { inSource } from '../mistake.ts';

export const credentials = [
	...inSource(
		'credentials/MessagingServiceApi.credentials.ts',
		'credentials/MessagingServiceApi.credentials',
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
				'A key of the request itself in the query is replaced.',
				"requestOptions.qs = { [-...requestOptions.qs, 'X-ApiKey': apiKey-]{+'X-ApiKey': apiKey, ...requestOptions.qs+} };",
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
	),
];
