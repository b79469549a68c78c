import { sandboxCredential, sharedHost } from '../support';
import { openSignedIn, sessionForTests } from '../support/browser';
import type { Editor } from '../support/editor';
import { LocatorField } from '../support/locatorField';
import { getFromService, postToService } from '../support/serviceClient';

const host = sharedHost();
const session = sessionForTests(async () => await openSignedIn(host));
beforeEach(async () => {
	await host.sandbox.reset();
	await postToService(host, '/contacts/import', [
		{ phoneNumber: '37060012345', firstName: 'Ada', lastName: 'Lovelace' },
		{ phoneNumber: '37060012346', name: 'Bob' },
	]);
});
afterEach(() => expect(session.takeProblems()).toEqual([]));

const wrongKey = 'Wrong key of the contact list';
let editor: Editor;
beforeAll(async () => {
	const id = await host.client.saveCredential({
		name: wrongKey,
		type: 'messagingServiceApi',
		data: { ...sandboxCredential(host.sandboxAddress), apiKey: 'a-wrong-key' },
	});
	const updateConsent = { resource: 'contact', operation: 'updateConsent' };
	editor = await session.openNodes({
		'Update consent': { parameters: updateConsent },
		'With a wrong key': {
			parameters: updateConsent,
			credentials: { messagingServiceApi: { id, name: wrongKey } },
		},
	});
});

const contactField = () => new LocatorField(session.page, 'contactId');

/** The consents that the service keeps, by phone number. */
async function consents(): Promise<Array<[string, object]>> {
	const { contacts } = await getFromService<{
		contacts: Array<{ phoneNumber: string; consent: object }>;
	}>(host, '/contacts');
	return contacts.map(({ phoneNumber, consent }) => [phoneNumber, consent]);
}

describe('The contact of Update Consent', () => {
	test('is found in the list by a part of the name, and gets the consent', async () => {
		const node = await editor.openNode('Update consent');
		const field = contactField();
		const items = await field.open();
		await items.first().waitFor();
		// The sandbox adds times.
		expect(await items.allInnerTexts()).toEqual([
			expect.stringMatching(/^37060012345, Ada, Lovelace, /),
			expect.stringMatching(/^37060012346, Bob, /),
		]);
		await field.search('love');
		await items.nth(1).waitFor({ state: 'hidden' });
		await items.first().click();
		expect(await field.value()).toMatch(/^37060012345, Ada, Lovelace, /);
		expect(await node.executeStep()).toBe('success');
		expect(await consents()).toEqual([
			['37060012345', { sms: 'granted' }],
			['37060012346', {}],
		]);
	});

	test('is not offered with a wrong key, and the list says why', async () => {
		await editor.openNode('With a wrong key');
		const field = contactField();
		await field.open();
		await field.error.waitFor();
		const said = await field.error.innerText();
		expect(said).toContain('Check the API key in the credential');
		expect(said).not.toContain('a-wrong-key');
		// The browser says that the list could not be loaded.
		session.takeProblems();
	});
});
