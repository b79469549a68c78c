import { inSource } from '../../mistake.ts';

export const answersToReads = [
	...inSource('answers/read.ts', [
		[
			'too many levels',
			'An answer of more than 100 levels is not read: it would end the process.',
			'if (++level > mostLevels)',
			'if (++level > 100 * mostLevels)',
		],
		[
			'too many values',
			'An answer of more than 2,000,000 values is not read.',
			"else if (character === ',') values++;",
			"else if (character === ',' && level < 0) values++;",
		],
		[
			'brackets in a text',
			'Brackets within a text are no levels.',
			"if (character === '\"') isInText = !isInText;",
			"if (character === '\"') isInText = false;",
		],
		[
			'a rounded number',
			'Numbers beyond 2^53 come out as texts of their digits.',
			'isInText || !(Math.abs(Number(token)) > Number.MAX_SAFE_INTEGER)',
			'isInText || Number(token) < Infinity',
		],
		[
			'the key in an answer',
			'The key is out of each answer.',
			'const json = isClean ? parsed.json : jsonWithoutKey(parsed.json, apiKey);',
			'const json = parsed.json;',
		],
		[
			'the key behind an escape',
			'An escape may hide the key of an answer.',
			"!text.includes('\\\\') && withoutKey(text, apiKey) === text",
			'withoutKey(text, apiKey) === text',
		],
		[
			'the key in words',
			'The key is out of the words of an answer that is no JSON.',
			'wordsOf(withoutKey(text, apiKey))',
			'wordsOf(text)',
		],
	]),
	...inSource('answers/report.ts', [
		[
			'entries of another message',
			"An entry that names another message says nothing about the message's delivery.",
			'(!isGiven(entry.messageId) || keyOf(entry.messageId) === key)',
			'isGiven(messageId)',
		],
		['an ID in capitals', 'A UUID may be written in capitals.', 'id.toLowerCase() : id', 'id : id'],
		[
			'an ID that is no UUID',
			'Capitals tell other IDs apart.',
			'[\\da-f]{12}$/i.test(id) ? id.toLowerCase() : id',
			'[\\da-f]{12}$/i.test(id) ? id.toLowerCase() : id.toLowerCase()',
		],
		[
			'a report with two lists',
			'Of two lists with entries nobody knows which one is the report.',
			'filled.length > 1 ? undefined',
			'filled.length > 2 ? undefined',
		],
		[
			'an answer without a report',
			'An answer in which nothing fits a report is an error.',
			'if (!all || (all.length && !entries.length)) {',
			'if (!all) {',
		],
	]),
	...inSource('answers/parts.ts', [
		[
			'failed and delivered',
			'A part with an error code has not arrived, though it has a time.',
			'!hasFailed(entry, states) &&',
			'',
		],
		[
			'a delivered state with an error code',
			'The states of the credential say how a part ended, whatever its error code.',
			'isReportEntry(entry) && !isIn(delivered, state)',
			'isReportEntry(entry)',
		],
		[
			'a date in place of none',
			'A date like 9999-12-31 stands for no date.',
			'time > 0 && time < NEVER',
			'time > 0 && time < Infinity',
		],
		[
			'seconds as milliseconds',
			'Ten digits are seconds since 1970.',
			'text.length === 10 ? 1000 : 1',
			'text.length === 10 ? 1 : 1000',
		],
		[
			'an empty state as 0',
			'An empty state is no state.',
			'isGiven(state) && states.includes(',
			'states.includes(',
		],
	]),
	...inSource('answers/status.ts', [
		[
			'a 503 without Retry-After',
			'A 503 was turned away only if it says when to come back.',
			'(statusCode < 500 || retryAfterMs !== undefined)',
			'(statusCode < 600 || retryAfterMs !== undefined)',
		],
		[
			'a 408 as refused',
			'After a 408 nobody knows whether the request was carried out.',
			'&& !has(notKnown, statusCode)',
			'',
		],
		[
			'a 500 as refused',
			'After a 5xx nobody knows whether the request was carried out.',
			'statusCode >= 400 && statusCode < 500 &&',
			'statusCode >= 400 && statusCode < 600 &&',
		],
		[
			'the key in a redirect',
			'The query of a redirect, which may hold the key, is not shown.',
			"location.split('?')[0]",
			"location.split('#')[0]",
		],
		[
			'seconds of Retry-After',
			'Retry-After holds seconds.',
			'return Number(text) * 1000;',
			'return Number(text);',
		],
		[
			'a date of Retry-After',
			'Retry-After may hold a date.',
			'Math.max(0, date - Date.now())',
			'0',
		],
		[
			'a 300 as accepted',
			'Only 2xx says that the service did it.',
			'statusCode >= 200 && statusCode < 300;',
			'statusCode >= 200 && statusCode <= 304;',
		],
	]),
	...inSource('answers/serviceWords.ts', [
		[
			'a list of errors',
			'What `errors` holds is said too.',
			'if (said && listed && listed !== said) return',
			'if (said && listed && listed === said) return',
		],
		[
			'a web page',
			'Of a web page only its title is shown.',
			'if (!/<!doctype|<html/i.test(text)) return text;',
			'if (text) return text;',
		],
		[
			'a long answer',
			'An answer without words is shown cut.',
			'text.length > LONGEST_SHAPE ?',
			'text.length > 100 * LONGEST_SHAPE ?',
		],
	]),
];
