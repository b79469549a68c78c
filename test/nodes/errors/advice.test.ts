import fc from 'fast-check';
import type { INode, INodeProperties } from 'n8n-workflow';

import { asProblem } from '../../../nodes/MessagingService/errors/asProblem';
import { asNodeError } from '../../../nodes/MessagingService/errors/nodeError';
import type { Problem } from '../../../nodes/MessagingService/errors/problem';
import { refusalOf } from '../../../nodes/MessagingService/answers/status';
import { withOutcome } from '../../../nodes/MessagingService/run/otherItems';
import { runNode } from '../../support/engine';
import { getReport } from '../../support/failing';
import { tries } from '../../support/properties';
import { group, recipients, send, skip } from '../../support/sending';
import { serviceForTests } from '../../support/service';
import {
	BY_FIELD,
	blamesValues,
	connectionProblem,
} from '../../../nodes/MessagingService/errors/advice';
import { credential, deep, fields, shortName, trigger } from '../../support/description';
import { PolledTrigger } from '../../support/poll';
import { validOperations } from '../../support/validOperations';

const service = serviceForTests();

describe('Advice', () => {
	const LOOK_FIRST = 'Check before you send it again.';
	/** What n8n does by itself is no order. */
	const FACTS = /Retry On Fail[^.]*\./g;

	/** Whether a text tells somebody to do the same once more. */
	const saysOnceMore = (text: string) =>
		/\bagain\b/i.test(text.replace(LOOK_FIRST, '').replace(FACTS, ''));

	function expectOneOrder(problem: Problem): void {
		const { advice, details } = withOutcome(problem);
		const isUnknown = details.outcome === 'unknown';
		expect([advice.includes(LOOK_FIRST), advice]).toEqual([isUnknown, advice]);
		if (isUnknown) expect([saysOnceMore(advice), advice]).toEqual([false, advice]);
	}

	it('A wrong value may be why the service refused a request, by its status', () => {
		const statuses = Array.from({ length: 600 }, (_, status) => status);
		const refusals = statuses.filter((status) => status >= 400 && status < 500);
		const others = [401, 402, 404, 405, 407, 413, 415, 429];
		expect(statuses.filter(blamesValues)).toEqual(
			refusals.filter((status) => !others.includes(status)),
		);
	});

	describe('What to do about an error', () => {
		it('is to try again, or to look first, and never both: any status of what sends', () => {
			const status = fc.integer({ min: 300, max: 599 });
			const headers = fc.constantFrom({}, { 'retry-after': '5' }, { location: 'http://a.example' });
			fc.assert(
				fc.property(status, headers, (statusCode, given) => {
					expectOneOrder(refusalOf({ statusCode, headers: given }, ''));
				}),
				tries(1000),
			);
		});

		it.each([
			['ECONNABORTED', 'unknown', 'reads'],
			['ETIMEDOUT', 'unknown', 'reads'],
			['ECONNRESET', 'unknown', 'reads'],
			['ERR_BAD_RESPONSE', 'unknown', 'reads'],
			['ERR_STREAM_PREMATURE_CLOSE', 'unknown', 'reads'],
			['HPE_INVALID_CONSTANT', 'unknown', 'none'],
			['ECONNREFUSED', 'refused', 'any'],
			['ENOTFOUND', 'refused', 'any'],
			['EAI_AGAIN', 'refused', 'any'],
			['EHOSTUNREACH', 'refused', 'reads'],
			['ENETUNREACH', 'refused', 'reads'],
			['EPROTO', 'refused', 'none'],
			['ERR_CANCELED', 'unknown', 'none'],
			['CERT_HAS_EXPIRED', 'refused', 'none'],
			['SOMETHING_ELSE', 'unknown', 'none'],
		])('is one order for a connection that failed too: %s', (code, outcome, repeat) => {
			const problem = asProblem(Object.assign(new Error('odd'), { code, isAxiosError: true }));
			expect(problem.details).toMatchObject({ outcome, repeat });
			expectOneOrder(problem);
		});

		it('has the order to try again at its end, behind what became of the other items', async () => {
			await service.fail({ kind: 'status', status: 402, body: { message: 'No' }, after: 1 });
			const oneByOne = { ...send, options: group('requests', { concurrency: 1 }) };
			const { error } = await runNode(service.credential, oneByOne, recipients(2));
			expect(error?.description).toMatch(
				/ Top up the balance of the account\. Of the 2 items, 1 was .*\. Then run the workflow again for the items that weren't accepted\.$/,
			);
		});

		it('is to try again where one only reads', async () => {
			await service.fail({ kind: 'status', status: 500, body: { message: 'No' } });
			const { error } = await runNode(service.credential, getReport, [{ id: '7' }]);
			expect(error?.description).not.toContain(LOOK_FIRST);
			expect(error?.description).toContain('Try again in a few minutes.');
		});
	});

	it('What an error is about is left out where it says nothing: an option belongs to no item', () => {
		const node = { name: 'n', type: 'messagingService', parameters: {} } as unknown as INode;
		const failed = asNodeError({ node }, asProblem(new Error('No access')));
		expect([failed.message, failed.description]).toEqual([
			'No access',
			'No request was made for it.',
		]);
	});
});

describe('The fields that advice names', () => {
	const labelsOf = (given: INodeProperties[]) =>
		deep(given).map(({ displayName }) => shortName(displayName));

	const OF_CREDENTIAL = labelsOf(credential.properties);
	/** Of Settings → Request Options. */
	const OF_SETTINGS = ['Timeout', 'Batching', 'Ignore SSL Issues (Insecure)', 'Proxy'];

	const STATUSES = [301, 400, 402, 403, 404, 405, 408, 413, 422, 429, 500];
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

	/** Those whose advice differs by operation; and all, for the form without a field of its own and for one with many. */
	const faultsFor = (what: string) =>
		['account getBalance', 'sms send'].includes(what)
			? faults
			: faults.filter((fault) => 'status' in fault && Number(fault.status) in BY_FIELD);

	describe.each(validOperations)('The advice of $what', ({ what, parameters }) => {
		it.each(faultsFor(what))('names only fields of its form: $kind $status', async (fault) => {
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
		it.each(faults)('names only fields of its form: $kind $status', async (fault) => {
			await service.fail(fault);
			const parameters = { triggerOn: 'entryAddedOrUpdated', watch, ...given, options: {} };
			const polled = new PolledTrigger(service.credential, parameters).poll();
			const error = await polled.catch((one: Error & { description: string }) => one);
			const said = (error as { description: string }).description;
			expectAdvice(said, labelsOf(trigger.description.properties));
			expect(said).not.toContain('Settings');
			if ('status' in fault && fault.status === 404) expect(said).toContain(`Check ${id}. `);
		});
	});

	it.each(['ETIMEDOUT', 'CERT_HAS_EXPIRED'])(
		'A setting is apart from the other advice: %s',
		(code) => {
			const { description, details } = connectionProblem(code)!;
			expect(description).not.toContain('Settings');
			expect(OF_SETTINGS).toEqual(expect.arrayContaining(fieldsIn(details.byField!.settings!)));
		},
	);
});
