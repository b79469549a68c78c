/**
 * The service's answers, by the rows of docs/assumptions.md: the specification's field names and our own, and no
 * others. Of an answer that doesn't fit, the outcome of a send isn't known, a read comes out whole or as an error with
 * its shape, and a guard refuses. A new dialect is a row here, never a pattern.
 */
export const contract = {
	/** A list with one entry for each currency (specification, 2). */
	'balance-answer': { fields: ['amount', 'currency'], isList: true },
	/** The service has accepted an SMS if it names the message (specification, 2). */
	'send-answer': { id: 'messageId', fields: ['messageId', 'sent', 'partIds'], isList: false },
	/** A list with one entry for each SMS part (specification, 2). An entry has one of `tells`, or it tells nothing. */
	'report-answer': {
		fields: ['messageId', 'to', 'partId', 'state', 'delivered', 'errorCode'],
		tells: ['partId', 'state', 'delivered'],
		isList: true,
	},
	/** JSON in UTF-8, RFC 8259. Beyond these bounds an answer isn't read: n8n couldn't store it. */
	'answer-encoding': { mostBytes: 50 * 1024 * 1024, mostLevels: 100, mostValues: 2_000_000 },
	/** A list, or an object with nothing but one list of objects, empty fields, and the number of its entries. */
	'list-answer': { isList: true },
	/** Comes out as it came. An object with one of `named` may have an error and a state of its own. */
	'object-answer': { named: ['messageId', 'campaignId', 'contactId', 'id'], isList: false },
	/** Any JSON: also `true`, `false`, a number, or a word alone. One with `verdict` may have an error of the number's. */
	'validate-answer': { verdict: 'valid', isList: false, mayBeBare: true },
	/** A list with one entry for each message: with the message's number in one of `by`, or in order with `fields` only. */
	'bulk-answer': {
		by: ['to', 'phoneNumber'],
		fields: ['messageId', 'sent', 'partIds'],
		isList: false,
	},
	/** An empty list, or nothing at all, gives no item where the row says `isList`; `{ success: true }` anywhere else. */
	'empty-list': { elsewhere: { success: true } },
	/** The service gives a whole list at once. */
	'list-paging': {
		/** These say how many entries it has. */
		total: ['total', 'totalCount', 'x-total-count'],
		/** Headers, or parts of their names between dashes, that say that there may be more; compared without case, _ and -. */
		// prettier-ignore
		headers: [
			'link', 'contentRange', 'nextRange', 'offset', 'cursor', 'pagination', 'truncated', 'isTruncated', 'partial',
			'total', 'count', 'totalCount', 'itemCount', 'resultCount', 'recordCount', 'listCount', 'paginationCount',
			'page', 'pages', 'pageCount', 'pageSize', 'pageNumber', 'totalPages', 'lastPage', 'lastPageNumber', 'perPage',
			'next', 'nextPage', 'nextCursor', 'nextToken', 'nextLink', 'more', 'hasMore', 'hasNext', 'itemsPerPage',
			'continuation', 'continuationToken', 'paginationTotal',
		],
	},
	/** Where an entry of the suppression list has its number: named as Suppression Add sends it. */
	'suppression-number': { field: 'phoneNumber' },
	/** A 2xx answer says no by one of these, compared without case, _ and -. */
	'refusal-in-200': {
		success: ['success'],
		/** In answers to sends and changes: `false` says no, and anything else yes. */
		accepted: ['accepted', 'ok', 'sent', 'queued', 'scheduled', 'succeeded', 'successful'],
		status: ['status', 'statusCode', 'code', 'result'],
		/** The first words of a status that failed, or of a text in one; so does a number from 400 to 599. */
		// prettier-ignore
		failing: [
			'error', 'fail', 'failed', 'failure', 'rejected', 'refused', 'denied', 'declined', 'blocked',
			'invalid', 'insufficient', 'unauthorized', 'forbidden', 'undeliverable', 'not',
		],
		/** The same of one that says yes; so does 0, and a number from 200 to 299. */
		// prettier-ignore
		passing: [
			'accepted', 'completed', 'created', 'delivered', 'done', 'ok', 'pending', 'processing', 'queued',
			'received', 'scheduled', 'sending', 'sent', 'submitted', 'success', 'successful',
		],
		errors: ['error', 'errors', 'errorCode', 'errorMessage'],
		/** In answers to sends and changes only: a campaign may count those that failed. */
		rejected: ['rejected', 'failed', 'failure', 'failures', 'exception', 'fault'],
		/** Words of an error field without an error; zeros count too. */
		// prettier-ignore
		noError: [
			'none', 'no', 'no error', 'n/a', 'false', 'null', 'ok', 'success', 'delivered', 'delivrd',
		],
	},
	/** Where an error has its words, the most telling first; compared in the same way. */
	'error-words': {
		// prettier-ignore
		words: [
			'message', 'errorMessage', 'error', 'detail', 'description', 'errorDescription', 'title', 'reason', 'msg',
			'defaultMessage', 'errorCode',
		],
		/** A list of errors, or an object of them by field. */
		lists: ['errors', 'invalidParameters', 'invalidParams', 'violations', 'fieldErrors'],
		/** The field that an entry of a list is about. */
		field: ['field', 'loc', 'name', 'propertyPath', 'pointer', 'parameter'],
	},
	/** Statuses other than 2xx. Any other 4xx wasn't carried out; of any other 3xx and 5xx nobody knows. */
	'http-status': {
		/** The service turned the request away, and wants it again; 503 only with Retry-After. */
		turnedAway: [429, 503],
		/** The same request is to be made elsewhere, so nothing was done. */
		elsewhere: [307, 308],
		/** The request may have been carried out all the same. */
		notKnown: [408],
		/** A read may succeed a little later. */
		passing: [429, 502, 503, 504],
	},
	'wrong-key': { statuses: [401, 403] },
	/** A time from 1970 to 2098, whatever its error code. */
	'part-arrived': { before: Date.UTC(2099, 0) },
} as const;

/** The rows by which an operation's answer is read. */
export type AnswerRow = Extract<keyof typeof contract, `${string}-answer`>;
