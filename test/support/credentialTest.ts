import { CredentialTestContext } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { MessagingService } from '../../nodes/MessagingService/MessagingService.node';
import { additionalData } from './additionalData';

/** Tests a credential as n8n does when the user saves it. */
export async function runCredentialTest(
	data: ICredentialDataDecryptedObject,
): Promise<INodeCredentialTestResult> {
	const { description, methods } = new MessagingService();
	const testedBy = description.credentials?.[0].testedBy as keyof typeof methods.credentialTest;
	// n8n's functions of this kind come without a type of their own.
	const context = new CredentialTestContext(additionalData(data)) as ICredentialTestFunctions;
	return await methods.credentialTest[testedBy].call(context, {
		id: '1',
		name: 'Test',
		type: 'messagingServiceApi',
		data,
	});
}
