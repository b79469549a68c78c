import type { INodeProperties } from 'n8n-workflow';

import { connectionProblem } from '../../../nodes/MessagingService/errors/advice';
import { credential, deep, fields, trigger } from '../../support/description';
import { runNode } from '../../support/engine';
import { PolledTrigger } from '../../support/poll';
import { group, skip } from '../../support/sending';
import { serviceForTests } from '../../support/service';
import { validOperations } from '../../support/validOperations';

const service = serviceForTests();

const labelsOf = (given: INodeProperties[]) => deep(given).map(({ displayName }) => displayName);

const OF_CREDENTIAL = labelsOf(credential.properties);
/** Of Settings → Request Options. */
const OF_SETTINGS = ['Timeout', 'Batching', 'Ignore SSL Issues (Insecure)', 'Proxy'];

const STATUSES = [
	301, 400, 401, 402, 403, 404, 405, 408, 409, 413, 415, 418, 422, 429, 500, 501, 503,
];
/** Without a time to come back, some requests would be repeated for a minute. */
const faults = [
	...STATUSES.map((status) => ({ kind: 'status', status, retryAfter: 3600, count: 9 })),
	...['html', 'invalidJson'].map((kind) => ({ kind, count: 9 })),
];

/** The fields that a text names: what is in quotes, but for the apostrophe of a word. */
const fieldsIn = (text: string) =>
	[...text.matchAll(/(?<!\w)'([^']+(?:'\w+ [^']*)?)'(?!\w)/g)].map(([, name]) => name);

function expectAdvice(said: string, form: string[]): void {
	const known = [...form, ...OF_CREDENTIAL];
	expect(fieldsIn(said).filter((name) => !known.includes(name))).toEqual([]);
	const ids = form.filter((name) => / IDs?$/.test(name) && name !== 'Sender ID');
	const named = / IDs? |\bIDs?\b(?! and sender)/.exec(said.replace(/sender IDs?/g, ''));
	if (!ids.length) expect([named?.[0], said]).toEqual([undefined, said]);
	if (/→ Requests/.test(said)) expect(form).toContain('Requests');
}

it('There are operations with an ID and without, with Requests and without', () => {
	expect(validOperations.length).toBeGreaterThan(15);
});

const formOf = (parameters: { [name: string]: unknown }) => [
	...labelsOf(
		fields.filter(({ displayOptions }) => {
			const { show } = displayOptions ?? {};
			const isOf = show?.resource?.includes(parameters.resource as string);
			return isOf && show?.operation?.includes(parameters.operation as string);
		}),
	),
	...OF_SETTINGS,
];

describe.each(validOperations)('The advice of $what', ({ parameters }) => {
	it.each(faults)('names only fields of its form: $kind $status', async (fault) => {
		await service.fail(fault);
		const options = { ...(parameters.options as object), ...group('requests', { maxWait: 0 }) };
		const { error } = await runNode(service.credential, { ...parameters, options });
		expectAdvice(error!.description!, formOf(parameters));
	});

	it('names its ID at 404, if it has one', async () => {
		await service.fail({ kind: 'status', status: 404, body: { message: 'No' } });
		const { error } = await runNode(service.credential, parameters);
		const id = formOf(parameters).find((name) => name !== 'Sender ID' && name.endsWith(' ID'));
		const [first] = error!.description!.replace(/^.* of 1\. /, '').split('. ');
		if (id) expect(first).toBe(`Check '${id}'`);
		else expect(first).toBe('The service knows no such thing, or not at this address');
	});
});

const message = validOperations.find(({ what }) => what === 'sms send')!;

it.each(STATUSES)(
	'Skip Suppressed blames no field of the message for its list: %i',
	async (status) => {
		await service.fail({ path: '/suppression', kind: 'status', status, retryAfter: 3600 });
		const options = { ...skip('skipSuppressed'), ...group('requests', { maxWait: 0 }) };
		const { error } = await runNode(service.credential, { ...message.parameters, options });
		expectAdvice(error!.description!, formOf(message.parameters));
	},
);

describe.each([
	['messages', { messageIds: 'm' }, "'Message IDs'"],
	['campaign', { campaignId: '7' }, "'Campaign ID'"],
])('The advice of the trigger on %s', (watch, given, id) => {
	it.each(faults)(
		'names only fields of its form: $kind $status',
		async (fault) => {
			await service.fail(fault);
			const parameters = { triggerOn: 'entryAdded', watch, ...given, options: {} };
			const polled = new PolledTrigger(service.credential, parameters).poll();
			const error = await polled.catch((one: Error & { description: string }) => one);
			const said = (error as { description: string }).description;
			expectAdvice(said, labelsOf(trigger.description.properties));
			expect(said).not.toContain('Settings');
			if ('status' in fault && fault.status === 404) expect(said).toContain(`Check ${id}. `);
		},
		200_000,
	);
});

it.each(['ETIMEDOUT', 'CERT_HAS_EXPIRED'])(
	'A setting is apart from the other advice: %s',
	(code) => {
		const { description, details } = connectionProblem(code)!;
		expect(description).not.toContain('Settings');
		expect(fieldsIn(details.byField!.settings!).every((name) => OF_SETTINGS.includes(name))).toBe(
			true,
		);
	},
);
