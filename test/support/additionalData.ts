import type {
	ICredentialDataDecryptedObject,
	ICredentials,
	IHttpRequestOptions,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';
import { ICredentialsHelper } from 'n8n-workflow';
import { ExecutionLifecycleHooks } from 'n8n-core';

import { MessagingServiceApi } from '../../credentials/MessagingServiceApi.credentials';

// n8n makes one of each type of credential.
const credentialType = new MessagingServiceApi();

/** Hands out the test's credential in place of n8n's database; authentication is the credential's own. */
class TestCredentials extends ICredentialsHelper {
	readonly data: ICredentialDataDecryptedObject;

	constructor(data: ICredentialDataDecryptedObject) {
		super();
		this.data = data;
	}

	getParentTypes = () => [];

	isCredentialUsableByNode = () => true;

	authenticate = async (
		credentials: ICredentialDataDecryptedObject,
		_type: string,
		options: IHttpRequestOptions,
	) => await credentialType.authenticate(credentials, options);

	preAuthentication = async () => undefined;

	runPreAuthentication = async () => undefined;

	getCredentials = async (): Promise<ICredentials> => {
		throw new Error('There is no stored credential in a test');
	};

	getDecrypted = async () => ({ ...this.data });

	updateCredentials = async () => {};

	updateCredentialsOauthTokenData = async () => {};

	getCredentialsProperties = () => credentialType.properties;
}

/** Where n8n says that it is, until a test says otherwise. */
export const server = { address: 'http://localhost:5678' };

const ADDRESSES = [
	...['restApiUrl', 'instanceBaseUrl', 'webhookBaseUrl', 'webhookWaitingBaseUrl'],
	...['webhookTestBaseUrl', 'formBaseUrl', 'formWaitingBaseUrl', 'formTestBaseUrl'],
];

/** What n8n's server gives to its engine; the fields that no test reaches are left out. */
export function additionalData(
	credential: ICredentialDataDecryptedObject,
): IWorkflowExecuteAdditionalData {
	const hooks = new ExecutionLifecycleHooks('integrated', '1', {
		id: '1',
		name: 'Test',
		active: false,
		createdAt: new Date(0),
		updatedAt: new Date(0),
		activeVersionId: null,
		isArchived: false,
		connections: {},
		nodes: [],
	});
	return {
		credentialsHelper: new TestCredentials(credential),
		hooks,
		currentNodeExecutionIndex: 0,
		executionId: '1',
		...Object.fromEntries(ADDRESSES.map((name) => [name, server.address])),
		variables: {},
	} as unknown as IWorkflowExecuteAdditionalData;
}
