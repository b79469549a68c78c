import type { WorkflowNode } from '../../dev/n8n/types';
import { credentialType, sandboxCredential } from '../../dev/provisioning';
import { importExample, type SavedWorkflow, sharedHost, submitForm } from './support';
import { importChanged, requestsTo } from './support/exampleData';
import { postToService } from './support/serviceClient';

const host = sharedHost();
const usesOurs = ({ credentials }: WorkflowNode) => credentials?.[credentialType] !== undefined;
let form: SavedWorkflow;

beforeAll(async () => {
	form = await host.client.activateWorkflow(await importExample(host, 'consent-form'));
});
afterAll(async () => await host.client.deactivateWorkflow(form.id));
beforeEach(async () => {
	await host.sandbox.reset();
	const contacts = [{ phoneNumber: '37060012345' }, { phoneNumber: '37060012346' }];
	await postToService(host, '/contacts/import', contacts);
});

async function submit(number: string, wish: 'No more messages' | 'Messages again') {
	const values = { 'Phone number': number, 'What would you like?': wish };
	const { page, executionId } = await submitForm(host.n8nAddress, form, values);
	const { status, data } = await host.client.waitForExecution(executionId);
	return { page, status, error: data.resultData.error?.message };
}

type State = {
	contacts: Array<{ phoneNumber: string; consent: Record<string, string> }>;
	suppression: Array<{ phoneNumber: string; reason: string }>;
};

async function state() {
	const { contacts, suppression } = await host.sandbox.call<State>('GET', 'state');
	return {
		consent: Object.fromEntries(contacts.map(({ phoneNumber, consent }) => [phoneNumber, consent])),
		suppressed: suppression.map(({ phoneNumber }) => phoneNumber),
	};
}

/** How often a number was put on the list. */
const additions = async () =>
	(await requestsTo(host, '/suppression')).filter(({ method }) => method === 'POST').length;

const out = {
	page: {
		title: 'You will get no more messages',
		text: 'Your wish has been saved. We send no more messages to this number.',
	},
	status: 'success',
	error: undefined,
};
const byHand = {
	title: 'We have got your wish',
	text: 'It cannot be done at once. We will see to it by hand.',
};
const failed = {
	title: 'That did not work',
	text: 'We could not save your wish. Please try again in a few minutes, or write to us.',
};

describe('Example: Let people opt out of messages, or in again', () => {
	test('revokes the consent and suppresses the number, once however often it is asked for', async () => {
		for (const number of ['+370 600 12345', '00370 (600) 12345', '370-600-12345']) {
			expect(await submit(number, 'No more messages')).toEqual(out);
			expect(await state()).toEqual({
				consent: { 37060012345: { sms: 'revoked' }, 37060012346: {} },
				suppressed: ['37060012345'],
			});
		}
		expect(await additions()).toBe(1);
	});

	test('suppresses a number that is no contact, and does not give that away', async () => {
		expect(await submit('+370 600 99999', 'No more messages')).toEqual(out);
		expect((await state()).suppressed).toEqual(['37060099999']);
	});

	test('grants the consent again', async () => {
		await submit('+370 600 12346', 'Messages again');
		expect(await submit('+370 600 12346', 'Messages again')).toEqual({
			page: { title: 'You will get messages again', text: 'Your wish has been saved.' },
			status: 'success',
			error: undefined,
		});
		expect(await state()).toEqual({
			consent: { 37060012345: {}, 37060012346: { sms: 'granted' } },
			suppressed: [],
		});
	});

	test('asks the owner to do what cannot be done at once', async () => {
		await submit('+370 600 12345', 'No more messages');
		expect(await submit('+370 600 12345', 'Messages again')).toEqual({
			page: byHand,
			status: 'error',
			error: '37060012345 wants messages again, but is on the suppression list.',
		});
		expect((await state()).suppressed).toEqual(['37060012345']);
		expect(await submit('+370 600 99999', 'Messages again')).toEqual({
			page: byHand,
			status: 'error',
			error: '37060099999 wants messages again, but is no contact.',
		});
	});

	test.each(['call me', '+370 600', '8600 12345x', '0600 12345', '+370 (0) 600 12345'])(
		'asks for another number instead of %s, and changes nothing',
		async (number) => {
			const { page, status } = await submit(number, 'No more messages');
			expect(page).toEqual({
				title: 'Please check the phone number',
				text: 'It has to begin with its country code, for example +370 600 12345. Nothing has been changed.',
			});
			expect(status).toBe('success');
			expect(await additions()).toBe(0);
		},
	);

	test('tries the suppression again when its outcome is not known', async () => {
		const fault = { kind: 'drop', method: 'POST', path: '/suppression' };
		await host.sandbox.call('POST', 'faults', fault);
		expect(await submit('+370 600 12345', 'No more messages')).toEqual(out);
		expect((await state()).suppressed).toEqual(['37060012345']);
		expect(await additions()).toBe(2);
	});

	test('suppresses the number also if the list cannot be read', async () => {
		const fault = { kind: 'status', status: 500, method: 'GET', path: '/suppression' };
		await host.sandbox.call('POST', 'faults', fault);
		expect(await submit('+370 600 12345', 'No more messages')).toEqual(out);
		expect((await state()).suppressed).toEqual(['37060012345']);
	});

	test.each([
		['the number could not be suppressed', 'No more messages', 'POST', '/suppression'],
		["the contacts couldn't be read", 'No more messages', 'GET', '/contacts'],
		["the list couldn't be read", 'Messages again', 'GET', '/suppression'],
		['the consent could not be updated', 'Messages again', 'POST', '/contacts'],
	] as const)('says so in words for the visitor, and tells the owner, when %s', async (...row) => {
		const [, wish, method, path] = row;
		const body = { message: 'Bad day' };
		const fault = { kind: 'status', status: 400, body, method, path, count: 3 };
		await host.sandbox.call('POST', 'faults', fault);
		expect(await submit('+370 600 12345', wish)).toEqual({
			page: failed,
			status: 'error',
			error: `What 37060012345 wishes was not saved (${wish.toLowerCase()}): Bad day`,
		});
	});

	test('says so, and tells the owner, when the credential has been deleted', async () => {
		const credential = { name: 'To be deleted', type: credentialType };
		const data = sandboxCredential(host.sandboxAddress);
		const id = await host.client.saveCredential({ ...credential, data });
		const credentials = { [credentialType]: { id, name: credential.name } };
		const changes = Object.fromEntries(
			form.nodes.filter(usesOurs).map(({ name }) => [name, { credentials }]),
		);
		await host.client.deactivateWorkflow(form.id);
		form = await host.client.activateWorkflow(await importChanged(host, 'consent-form', changes));
		await host.client.call('DELETE', `/credentials/${id}`);
		for (const wish of ['No more messages', 'Messages again'] as const) {
			expect(await submit('+370 600 12345', wish)).toEqual({
				page: failed,
				status: 'error',
				error: expect.stringMatching(
					new RegExp(
						`^What 37060012345 wishes was not saved \\(${wish.toLowerCase()}\\): Credential with ID .+ does not exist`,
					),
				),
			});
		}
	});
});
