import { inSource } from '../../mistake.ts';

export const answersToReads = [
	...inSource('answers/read.ts', [
		[
			'Only 2xx says that the service did it.',
			'statusCode >= 200 && statusCode <[- 300-]{+= 304+};',
		],
		[
			'An answer of more than 100 levels is not read: it would end the process.',
			'if (++level > {+100 * +}mostLevels)',
		],
		[
			'An answer of more than 2,000,000 values is not read.',
			"else if (character === ','{+ && level < 0+}) values++;",
		],
		[
			'Brackets within a text are no levels.',
			"if (character === '\"') isInText = [-!isInText-]{+false+};",
		],
		[
			'Numbers beyond 2^53 come out as texts of their digits.',
			'[-!(Math.abs(Number(token)) > Number.MAX_SAFE_INTEGER)-]{+Number(token) < Infinity+}',
		],
		[
			'The key is out of each answer.',
			'= [-isClean ? parsed.json : jsonWithoutKey(parsed.json, apiKey)-]{+parsed.json+};',
		],
		[
			'An escape may hide the key of an answer.',
			"[-!text.includes('\\\\') && -]withoutKey(text, apiKey) === text",
		],
		[
			'The key is out of the words of an answer that is no JSON.',
			'wordsOf([-withoutKey(text, apiKey)-]{+text+})',
		],
	]),
	...inSource('answers/report.ts', [
		[
			"An entry that names another message says nothing about the message's delivery.",
			'[-(!isGiven(entry.messageId) || keyOf(entry.messageId) === key-]{+isGiven(messageId+}',
		],
		['A UUID may be written in capitals.', 'id[-.toLowerCase()-] : id'],
		[
			'Capitals tell other IDs apart.',
			'[\\da-f]{12}$/i.test(id) ? id.toLowerCase() : id{+.toLowerCase()+}',
		],
		[
			'Of two lists with entries nobody knows which one is the report.',
			'filled.length > [-1-]{+2+} ? undefined',
		],
		[
			'An answer in which nothing fits a report is an error.',
			'if (!all[- || (all.length && !entries.length)-]) {',
		],
	]),
	...inSource('answers/parts.ts', [
		[
			'A part with a time of delivery has not failed, whatever its error code.',
			'isReportEntry(entry)[- && !isDelivered(entry, states)-]',
		],
		[
			'The states of the credential say how a part ended, whatever its time.',
			'return [-!isIn(states.failed, entry.state) && -]isDelivered(entry, states);',
		],
		['A date like 9999-12-31 stands for no date.', 'YEAR_MS : [-NEVER-]{+Infinity+})'],
		['Ten digits of SMPP are no seconds since 1970.', '[-Date.now() + YEAR_MS-]{+NEVER+} :'],
		['Ten digits of SMPP are a time of delivery.', ' || isShortTime(delivered[-)-]{+ && 0)+};'],
		['Ten digits are seconds since 1970.', 'text.length === 10 ? [-1000 : 1-]{+1 : 1000+}'],
		['An empty state is no state.', '[-isGiven(state) && -]states.includes('],
	]),
	...inSource('answers/status.ts', [
		[
			'A 503 was turned away only if it says when to come back.',
			'(statusCode < [-500-]{+600+} || retryAfterMs !== undefined)',
		],
		[
			'After a 408 nobody knows whether the request was carried out.',
			'[-&& !has(notKnown, statusCode)-]',
		],
		[
			'After a 5xx nobody knows whether the request was carried out.',
			'statusCode >= 400 && statusCode < [-500-]{+600+} &&',
		],
		[
			'The query of a redirect, which may hold the key, is not shown.',
			"location.split('[-?-]{+#+}')[0]",
		],
		['Retry-After holds seconds.', 'return Number(text)[- * 1000-];'],
		['Retry-After may hold a date.', '[-Math.max(0, date - Date.now())-]{+0+}'],
	]),
	...inSource('answers/serviceWords.ts', [
		['What `errors` holds is said too.', 'if (said && listed && listed [-!-]{+=+}== said) return'],
		['Of a web page only its title is shown.', 'if ([-!isPage(text)-]{+text+}) return text;'],
		['An answer without words is shown cut.', 'text.length > {+100 * +}LONGEST_SHAPE ?'],
	]),
];
