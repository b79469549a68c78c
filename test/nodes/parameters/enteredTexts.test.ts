import type { INodeParameters } from 'n8n-workflow';

import { runNode } from '../../support/engine';
import { email, group, linesOf, send } from '../../support/sending';
import { serviceForTests } from '../../support/service';

const service = serviceForTests();
const to = '37060012345';
const campaign = { resource: 'campaign', operation: 'create', name: 'A', recipients: to };
const suppression = { resource: 'suppression', operation: 'add', phoneNumber: to };
const page = { ...send, operation: 'sendAndWait', message: 'Right?' };
const choices = (choice: string) => ({ values: [{ choice: 'Yes' }, { choice }] });
const title = (title: string) => ({ ...page, options: group('answerPage', { title }) });
const added = (...field: INodeParameters[]) => ({ options: { bodyFields: { field } } });
const contact = (...field: INodeParameters[]) => ({
	...{ resource: 'contact', operation: 'import', phoneNumber: to, contactFields: { field } },
});
it.each<[string, (text: string) => INodeParameters, string?]>([
	["'Text'", (text) => ({ operation: 'sendBulk', text })],
	["'Text'", (text) => ({ resource: 'viber', text })],
	["'From'", (from) => ({ from })],
	["'Image URL'", (imageUrl) => ({ resource: 'viber', imageUrl })],
	["'Button Text'", (buttonText) => ({ resource: 'viber', buttonText, buttonUrl: 'https://a.co' })],
	["'Button URL'", (buttonUrl) => ({ resource: 'viber', buttonText: 'Open', buttonUrl })],
	["'Name'", (name) => ({ ...campaign, name })],
	["'Subject'", (subject) => ({ ...email, to: 'a@b.co', subject })],
	["'HTML'", (html) => ({ ...email, to: 'a@b.co', html })],
	["'Body Fields'", (value) => added({ name: 'tag', value })],
	[
		"'Recipients'",
		(more) => ({ ...campaign, recipients: `=${to}, ${more.slice(1)}` }),
		'{{ $json.no }}',
	],
	["'To'", (more) => ({ ...email, to: `=a@b.co, ${more.slice(1)}` }), '{{ $json.no }}'],
	// Left out: the number is suppressed, the page has other words, and the contact fewer fields.
	["'Reason'", (reason) => ({ ...suppression, reason }), '{{ $json.no }}'],
	["'Title' of 'Answer Page'", title, '{{ $json.no }}'],
	["'Contact Fields'", (value) => contact({ name: 'firstName', value }), '{{ $json.no }}'],
	["'Body Fields'", (name) => added({ name, value: 'a' })],
	["'Body Fields'", (value) => added({ name: "={{ 'tag' }}", value })],
	["'Message'", (message) => ({ ...page, message })],
	["'Choice'", (choice) => ({ ...page, responseType: 'choices', choices: choices(choice) })],
	[
		"'Approve Button Label'",
		(approveLabel) => ({ ...page, approvalOptions: { values: { approveLabel } } }),
	],
])('%s is looked at', async (field, parametersOf, piece = "{{ 'Nr' + $json.no }}") => {
	const parameters = parametersOf(field.includes('URL') ? `=https://a.co/?${piece}` : `=${piece}`);
	const result = await runNode(service.credential, { ...send, ...parameters }, [{ to }]);
	expect(linesOf(result)).toContain(`1 text has a gap: ${piece} in ${field} (item 1).`);
});
