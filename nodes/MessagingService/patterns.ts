import type { IBuilderHintVariation } from 'n8n-workflow';

import { operation as sendEmail } from './resources/email/send';
import { operation as getSuppressed } from './resources/suppression/getAll';
import { operation as sendViber } from './resources/viber/send';

const of = (resource: string, operation: string, content: string): IBuilderHintVariation => ({
	displayOptions: { show: { resource: [resource], operation: [operation] } },
	content,
});

/** A workflow in the words of n8n's workflow SDK, for assistants that write one with an SMS operation. */
const pattern = (operation: string, title: string, workflow: string) =>
	of('sms', operation, `<patterns>\n<pattern title="${title}">${workflow}</pattern>\n</patterns>`);

const once = `
const order = trigger({ type: 'n8n-nodes-base.formTrigger', version: 2.6, config: { name: 'Order', parameters: {
  formTitle: 'Order', formFields: { values: [{ fieldLabel: 'Name' }, { fieldLabel: 'Phone' }, { fieldLabel: 'Number' }] } } } });
const sendSms = node({ type: 'n8n-nodes-messaging-service-sms.messagingService', version: 1, config: { name: 'Send SMS', parameters: {
  resource: 'sms', operation: 'send', to: expr('{{ $json.Phone }}'),
  text: expr('Hi {{ $json.Name.replace(/[^\\\\p{L} -]/gu, "").slice(0, 30) || "there" }}, we have your order {{ String($json.Number).replace(/[^\\\\w-]/g, "").slice(0, 20) }}.'),
  options: { onceKey: { values: { key: expr('order {{ $json.Number }}') } },
    limits: { values: { maxMessagesPerDay: 100, maxMessagesPerRecipientPerDay: 3, allowedTo: '+370*', refuseGaps: true } } } },
  credentials: { messagingServiceApi: newCredential('Messaging Service') } } });
// Strangers open the form: only letters of a name go into the owner's text.
export default workflow('once', 'SMS for each order').add(order).to(sendSms);
`;

const list = `
const daily = trigger({ type: 'n8n-nodes-base.scheduleTrigger', version: 1.3, config: { name: 'Daily', parameters: {
  rule: { interval: [{ field: 'days', triggerAtHour: 10 }] } } } });
const readRows = node({ type: 'n8n-nodes-base.dataTable', version: 1.1, config: { name: 'Read Rows', parameters: {
  resource: 'row', operation: 'get', dataTableId: { __rl: true, mode: 'name', value: 'customers' }, returnAll: true } } });
const sendAll = node({ type: 'n8n-nodes-messaging-service-sms.messagingService', version: 1, config: { name: 'Send All', parameters: {
  resource: 'sms', operation: 'sendBulk', to: expr('{{ $json.phone }}'),
  text: expr('Dear {{ $json.name || "customer" }}, our sale has begun.'),
  options: { skipMessages: { values: { skipDuplicates: true, skipSuppressed: true } },
    limits: { values: { maxMessages: 1000 } }, onceKey: { values: { key: expr('spring sale {{ $json.id }}') } } } },
  credentials: { messagingServiceApi: newCredential('Messaging Service') } } });
export default workflow('list', 'SMS to a list').add(daily).to(readRows).to(sendAll);
`;

const ask = `
const refund = trigger({ type: 'n8n-nodes-base.formTrigger', version: 2.6, config: { name: 'Refund', parameters: {
  formTitle: 'Refund', formFields: { values: [{ fieldLabel: 'Order' }] } } } });
const ask = node({ type: 'n8n-nodes-messaging-service-sms.messagingService', version: 1, config: { name: 'Ask', parameters: {
  resource: 'sms', operation: 'sendAndWait', to: placeholder('Phone number of the person to ask'),
  message: expr('May we refund order {{ $json.Order }}?'), responseType: 'approval',
  options: { limitWaitTime: { values: { amount: 1, unit: 'days' } } } },
  credentials: { messagingServiceApi: newCredential('Messaging Service') } } });
// The node asks about one item. For several, put splitInBatches with batchSize 1 before it.
// If nobody answers in time, there is no data.approved, and the item takes the false branch.
const isApproved = ifElse({ version: 2.2, config: { name: 'Approved?', parameters: { conditions: {
  options: { caseSensitive: true, leftValue: '', typeValidation: 'strict' }, combinator: 'and',
  conditions: [{ leftValue: expr('{{ $json.data?.approved === true }}'), operator: { type: 'boolean', operation: 'true', singleValue: true } }]
} } } });
const payBack = node({ type: 'n8n-nodes-base.noOp', version: 1, config: { name: 'Pay Back' } });
const close = node({ type: 'n8n-nodes-base.noOp', version: 1, config: { name: 'Close' } });
export default workflow('ask', 'Ask by SMS').add(refund).to(ask).to(isApproved.onTrue(payBack).onFalse(close));
`;

const later = `
const start = trigger({ type: 'n8n-nodes-base.manualTrigger', version: 1, config: { name: 'Start' } });
const sendSms = node({ type: 'n8n-nodes-messaging-service-sms.messagingService', version: 1, config: { name: 'Send SMS', parameters: {
  resource: 'sms', operation: 'send', to: placeholder('Phone number of the customer'), text: 'Your order is on its way.' },
  credentials: { messagingServiceApi: newCredential('Messaging Service') } } });
const table = { __rl: true, mode: 'name', value: 'messages' };
const keepId = node({ type: 'n8n-nodes-base.dataTable', version: 1.1, config: { name: 'Keep ID', parameters: {
  resource: 'row', operation: 'insert', dataTableId: table,
  columns: { mappingMode: 'defineBelow', schema: [],
    value: { messageId: expr('{{ $json.messageId }}'), parts: expr('{{ $json.partIds.length }}'), state: 'pending' } } } } });
const hourly = trigger({ type: 'n8n-nodes-base.scheduleTrigger', version: 1.3, config: { name: 'Hourly', parameters: {
  rule: { interval: [{ field: 'hours' }] } } } });
const readPending = node({ type: 'n8n-nodes-base.dataTable', version: 1.1, config: { name: 'Read Pending', parameters: {
  resource: 'row', operation: 'get', dataTableId: table, returnAll: true,
  filters: { conditions: [{ keyName: 'state', condition: 'eq', keyValue: 'pending' }] } } } });
const getReport = node({ type: 'n8n-nodes-messaging-service-sms.messagingService', version: 1, config: { name: 'Get Report', parameters: {
  resource: 'sms', operation: 'getReport', messageId: expr('{{ $json.messageId }}') },
  credentials: { messagingServiceApi: newCredential('Messaging Service') } } });
// A report has one item for each part of a message that it knows of. This makes one for each message.
const eachMessage = node({ type: 'n8n-nodes-messaging-service-sms.messagingService', version: 1, config: { name: 'Each Message', parameters: {
  resource: 'sms', operation: 'summarizeReports', groupBy: 'message' } } });
const keepState = node({ type: 'n8n-nodes-base.dataTable', version: 1.1, config: { name: 'Keep State', parameters: {
  resource: 'row', operation: 'update', dataTableId: table,
  filters: { conditions: [{ keyName: 'messageId', condition: 'eq', keyValue: expr('{{ $json.messageId }}') }] },
  columns: { mappingMode: 'defineBelow', schema: [], value: { state: expr('{{ $json.parts < $("Read Pending").all().find(({ json }) => json.messageId === $json.messageId).json.parts ? "pending" : $json.delivery }}') } } } } });
export default workflow('later', 'Reports later').add(start).to(sendSms).to(keepId)
  .add(hourly).to(readPending).to(getReport).to(eachMessage).to(keepState);
`;

export const patterns = [
	pattern('send', 'A form that anybody can open: one SMS for each order, with limits', once),
	pattern('sendBulk', 'A list to one SMS for each row, without a loop', list),
	pattern('sendAndWait', 'Ask a person by SMS, and go on with the answer', ask),
	pattern('getReport', 'Keep each ID in a data table, and read the reports later', later),
];

/** n8n tells assistants of the first `send` or `getAll` wherever an operation has that name: these are the other ones. */
export const descriptions = [
	of('email', 'send', sendEmail.option.description),
	of('viber', 'send', sendViber.option.description),
	of('suppression', 'getAll', getSuppressed.option.description),
];
