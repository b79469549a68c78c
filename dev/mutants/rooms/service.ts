import { inSource } from '../mistake.ts';

export const service = [
	...inSource(
		'service/request.ts',
		'service/request, service/deadline, errors/withoutKey, answers/suppressionList, delivery/waitForDelivery',
		[
			[
				'No redirect is followed: the key would go to another address.',
				'disableFollowRedirect: [-true-]{+false+},',
			],
			[
				'The key is out of each error.',
				'const [words, whole] = texts[-.map((text) => withoutKey(text, this.apiKey))-];',
			],
			[
				'The key is out of the words of a refusal.',
				'[-withoutKey(-]text.slice(0, LONGEST_REFUSAL)[-, this.apiKey)-]',
			],
			[
				'The key is out of the headers that a refusal and the suppression list are judged by.',
				'[-jsonWithoutKey(headers, this.apiKey)-]{+headers+} as IDataObject',
			],
			[
				'A key that no header can carry is refused before a request.',
				'if ([-!problem-]{+apiKey+}) return apiKey;',
			],
			[
				'A request ends when the execution is stopped.',
				'const getExecutionCancelSignal = { value: () => [-signal-]{+undefined+} };',
			],
			[
				'With status 204 nothing was cut off, whatever length its headers say.',
				'const length = [-statusCode === 204 ? 0 : -]Number(',
			],
			[
				'An answer whose status is not 2xx is an error.',
				'if (!isAccepted(response){+ && !text+}) {',
			],
			['Each path has its own address.', 'if ([-this.address?.path !== path-]{+!this.address+}) {'],
		],
	),
	...inSource('service/address.ts', [
		[
			'The key for Production goes to https only.',
			"if (production && url.protocol [-!== 'https-]{+=== 'ftp+}:') {",
		],
		[
			'Each environment has its own address.',
			'[-production-]{+credentials.sandboxUrl+} ?{+?+} credentials.productionUrl[- : credentials.sandboxUrl-]',
		],
		['The specified paths are whole: they take no prefix.', "[-isWhole ? '' : -]asPath("],
		[
			'Hidden paths count for nothing while Custom Paths is off.',
			'[-(isCustom ? credentials[field] : undefined)-]{+credentials[field]+}',
		],
		['An ID cannot lead to another path.', 'if (/[-^\\.{1,2}$|-][,;\\n]/.test(id)'],
		['An ID is encoded in an address.', '[-encodeURIComponent(id)-]{+id+}'],
	]),
	...inSource('service/answerText.ts', 'service/answerText, service/answerText.slow', [
		['An answer of more than 50 MB is not read to its end.', 'if (whole > {+2 * +}mostBytes) {'],
		[
			'An answer ends with the time of its request.',
			'request.onEnd = () => void [-body.destroy-](',
		],
		['An answer of several chunks is read whole.', 'chunk.copy(read, [-length-]{+0+});'],
	]),
	...inSource('service/deadline.ts', [
		[
			'A request that takes too long ends.',
			"limit.[-addEventListener-]{+removeEventListener+}('abort', end);",
		],
		['A stopped execution ends its requests.', "[-stopped?.addEventListener('abort', abort);-]"],
		[
			"No listener stays on the execution's signal after each request.",
			"[-stopped?.removeEventListener('abort', abort);-]",
		],
		[
			'No request begins when the execution has been stopped already.',
			'[-if (stopped?.aborted) abort();-]',
		],
		[
			'A time beyond 24 days is not over at once.',
			'Math.[-min(LONGEST_MS, Math.max(1, Math.ceil(ms)-]{+max(1, Math.ceil(ms+}))',
		],
		[
			'A request within a wait does not go beyond its end.',
			'[-Math.min(settings.timeout, leftMs)-]{+settings.timeout+}',
			'The whole request ends at that time all the same.',
		],
	]),
	...inSource('service/credentialTest.ts', 'service/credentialTest, parameters/accountDefaults', [
		[
			'Only a list is the balance.',
			'if (isOk[- && Array.isArray(json) && json.every(isObject)-]) return;',
		],
		['The key is out of what the test says.', 'message: [-withoutKey(-]words[-, apiKey)-] }'],
		['The test follows no redirect either.', 'followRedirect: [-false-]{+true+},'],
		['The test checks Account Defaults too.', '[-\t\treadAccountDefaults(credentials);\n-]'],
		[
			'A service that is busy has not checked the key.',
			'statusCode === 408 || statusCode [-=== 429 || statusCode -]>= 500',
		],
	]),
];
