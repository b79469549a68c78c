import type { ICredentialDataDecryptedObject, IDataObject, INodeParameters } from 'n8n-workflow';

import { AnsweringServer } from './answeringServer';
import { clockForTests } from './clock';
import { runNode } from './engine';
import { PolledTrigger } from './poll';
import { group, send, sendBulk, skip } from './sending';
import { API_KEY } from './service';

const to = '37060012345';
const item = { to };

/** What an answer is about where it comes in: what is asked of it differs. */
type Kind = 'sms' | 'send' | 'change' | 'set' | 'check' | 'list' | 'thing' | 'report' | 'guard';

/** A place where an answer of the service comes into n8n. */
export type Exit = {
	name: string;
	kind: Kind;
	/** Whose answer it is; the other paths answer as the specification shows. */
	path: string;
	parameters: INodeParameters;
	isTrigger?: boolean;
};

const exit = (kind: Kind, path: string, name: string, more: INodeParameters = {}): Exit => {
	const [resource, operation] = name.split(' ');
	return { name, kind, path, parameters: { resource, operation, ...more } };
};
const json = { specifyBody: 'json', jsonBody: `[{ "to": "${to}" }]` };
const message = { to, from: 'Shop', text: 'Hello' };
const mail = { ...message, to: 'ada@example.com', from: 'shop@example.com', subject: 'Hello' };
const campaign = { name: 'Spring', from: 'Shop', text: 'Sale!', recipients: to };
const watched = { triggerOn: 'entryAddedOrUpdated', options: {} };

export const exits: Exit[] = [
	exit('sms', '/v1/sms/single', 'sms send', message),
	exit('sms', '/v1/sms/single', 'sms sendAndWait', { ...message, message: 'May we?' }),
	exit('send', '/v1/sms/bulk', 'sms sendBulk', message),
	{ ...exit('send', '/v1/sms/bulk', 'sms sendBulk', json), name: 'sms sendBulk, Using JSON' },
	exit('send', '/email', 'email send', mail),
	exit('send', '/viber', 'viber send', message),
	exit('change', '/contacts/import', 'contact import', { phoneNumber: to }),
	exit('change', '/campaigns', 'campaign create', campaign),
	exit('change', '/campaigns/7/cancel', 'campaign cancel', { campaignId: '7' }),
	exit('set', '/suppression', 'suppression add', { phoneNumber: to }),
	exit('set', '/contacts/7/consent', 'contact updateConsent', { contactId: '7' }),
	exit('check', '/contacts/validate', 'contact validate', { phoneNumber: to }),
	exit('list', '/v1/Common/balance', 'account getBalance'),
	exit('list', '/v1/sms/report', 'sms getReport', { messageId: 'm' }),
	exit('list', '/contacts', 'contact getAll'),
	exit('list', '/suppression', 'suppression getAll'),
	exit('list', '/campaigns/7/messages', 'campaign getMessages', { campaignId: '7' }),
	exit('list', '/campaigns/7/reports', 'campaign getReports', { campaignId: '7' }),
	exit('thing', '/campaigns/7', 'campaign get', { campaignId: '7' }),
	{
		...exit('report', '/v1/sms/report', 'Wait for Delivery'),
		parameters: { ...send, options: group('waitForDelivery', { timeout: 2 }) },
	},
	{
		...exit('report', '/v1/sms/report', 'Trigger on messages'),
		parameters: { ...watched, watch: 'messages', messageIds: 'm' },
		isTrigger: true,
	},
	{
		...exit('report', '/campaigns/7/reports', 'Trigger on a campaign'),
		parameters: { ...watched, watch: 'campaign', campaignId: '7' },
		isTrigger: true,
	},
	{
		...exit('guard', '/suppression', 'Skip Suppressed of Send'),
		parameters: { ...send, options: skip('skipSuppressed') },
	},
	{
		...exit('guard', '/suppression', 'Skip Suppressed of Send Bulk'),
		parameters: sendBulk(10, skip('skipSuppressed')),
	},
];

/** The places where an answer is about one of these. */
export const exitsOf = (...kinds: Kind[]): Exit[] =>
	exits.filter(({ kind }) => kinds.includes(kind));

/** What came of an answer. */
export type Met = {
	items: IDataObject[];
	error?: string;
	/** Whether the user is told that nobody knows what the service did. */
	isUnknown: boolean;
	/** The paths that the service was asked for. */
	asked: string[];
	/** What the trigger has written into n8n's log. */
	warnings: unknown[];
};

const accepted = { messageId: 'm', sent: '2026-11-22T10:00:00.000Z', partIds: ['p'] };

/** A service that answers one path as a test wants it, while the tests of a file run; a clock lets pass what is waited for. */
export function answersForTests(clock = clockForTests()) {
	let server: AnsweringServer;
	let wanted: { path: string; text: string };
	beforeAll(async () => {
		server = await AnsweringServer.start((request, response) => {
			request.resume();
			response.setHeader('content-type', 'application/json');
			const [path] = String(request.url).split('?');
			response.end(path === wanted.path ? wanted.text : JSON.stringify(accepted));
		});
	});
	afterAll(async () => await server.stop());

	/** What comes of this text as the answer at an exit. */
	return async (
		{ path, parameters, isTrigger }: Exit,
		text: string,
		defaults: ICredentialDataDecryptedObject = {},
		items: IDataObject[] = [item],
	): Promise<Met> => {
		wanted = { path, text };
		server.received.length = 0;
		const credential = {
			...{ environment: 'sandbox', sandboxUrl: server.address, apiKey: API_KEY },
			...{ accountDefaults: true, ...defaults },
		};
		const asked = () => server.received.map((url) => url.split(/[? ]/)[0]);
		if (isTrigger) {
			const trigger = new PolledTrigger(credential, parameters);
			const polled = await clock.until(trigger.poll().catch((error: Error) => error));
			const isError = polled instanceof Error;
			return {
				items: isError ? [] : (polled ?? []),
				...{ error: isError ? polled.message : undefined, isUnknown: false },
				...{ asked: asked(), warnings: trigger.warnings },
			};
		}
		const { output, error } = await clock.until(runNode(credential, parameters, items));
		const jsons = output.map((one) => one.json);
		return {
			items: jsons,
			error: error?.message ?? (jsons[0]?.reportError as string | undefined),
			isUnknown: !!error?.description?.includes("It isn't known whether the service carried it"),
			...{ asked: asked(), warnings: [] },
		};
	};
}
