/**
 * Each option of the node's forms, and each field of one that is a group, in the order that they have wherever they
 * stand: what is sent, to whom, what becomes of it; then what the service has beyond our fields, and how requests go
 * out. A new one is a line here, and one in docs/reference.md.
 */
export const OPTIONS: Record<string, OptionFacts> = {
	scheduledAt: { ofItem: '2030-01-31T09:00:00Z' },
	defaultCountry: { ofItem: 'LT', impossible: 'Lithuania' },
	simplifyText: { ofItem: true },
	'limits.maxMessages': { impossible: -1 },
	'limits.maxMessagesPerDay': { impossible: -1 },
	'limits.maxMessagesPerRecipientPerDay': { impossible: -1 },
	'limits.maxParts': { impossible: -1 },
	'limits.maxCost': { impossible: -1 },
	'limits.allowedTo': {},
	'limits.refuseGaps': {},
	'limits.acrossWorkers': {},
	'skipMessages.skipDuplicates': {},
	'skipMessages.skipSuppressed': {},
	'skipMessages.sendWindow': {},
	'skipMessages.weekdays': { ofItem: ['monday'] },
	'skipMessages.opens': { ofItem: '00:00' },
	'skipMessages.closes': { ofItem: '24:00' },
	'skipMessages.timeZone': { ofItem: 'UTC' },
	'onceKey.key': { ofItem: '7' },
	'onceKey.acrossWorkers': {},
	'waitForDelivery.timeout': { impossible: 0 },
	'waitForDelivery.failOnTimeout': {},
	'limitWaitTime.amount': { ofItem: 45 },
	'limitWaitTime.unit': { ofItem: 'minutes' },
	'answerPage.title': { ofItem: 'Refund', mayBeBlank: true },
	'answerPage.text': { ofItem: 'Please', mayBeBlank: true },
	'answerPage.buttonLabel': { ofItem: 'Answer', mayBeBlank: true },
	'answerPage.confirmationText': { ofItem: 'Thanks', mayBeBlank: true },
	bodyFields: { ofItem: {}, mayBeBlank: true },
	queryParameters: { ofItem: {}, mayBeBlank: true },
	'requests.batchSize': { impossible: 0 },
	'requests.concurrency': { impossible: 0 },
	'requests.maxWait': { impossible: -1 },
	'requests.method': { impossible: 'PUT' },
};

interface OptionFacts {
	/** A value, where each item may have its own: the field takes an expression. */
	ofItem?: unknown;
	/** Whether an expression may find nothing: the field adds to a message or a page. */
	mayBeBlank?: true;
	/** A value that is refused, where no possible one makes a difference by itself. */
	impossible?: string | number;
}
