/**
 * A node of the benchmark only: n8n's HTTP helper called in a loop, and as little else as a node can
 * do. No node in n8n can make the same requests in less time.
 */
import type {
	IDataObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';

const atOnce = 20;
const credential = 'messagingServiceApi';

type Helper = (options: IHttpRequestOptions) => Promise<unknown>;

export class BareLoop implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Bare Loop',
		name: 'bareLoop',
		group: ['output'],
		version: 1,
		description: "Calls n8n's HTTP helper in a loop",
		defaults: { name: 'Bare Loop' },
		inputs: ['main'],
		outputs: ['main'],
		credentials: [{ name: credential }],
		properties: ['url', 'apiKey', 'fields', 'authentication'].map((name) => ({
			displayName: name,
			name,
			type: 'string',
			default: '',
		})),
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const parameter = (name: string) => this.getNodeParameter(name, 0) as string;
		const url = parameter('url');
		const fields = Object.entries<string>(JSON.parse(parameter('fields')));
		const keyHeader = parameter('apiKey') ? { 'x-apikey': parameter('apiKey') } : {};
		const request = await helperOf(this, parameter('authentication'));

		const items = this.getInputData();
		const output: INodeExecutionData[] = new Array(items.length);
		let next = 0;
		const goOn = async () => {
			while (next < items.length) {
				const item = next++;
				const { json } = items[item];
				const answer = await request({
					method: 'POST',
					url,
					headers: {
						...keyHeader,
						accept: 'application/json',
						'content-type': 'application/json',
					},
					body: Object.fromEntries(fields.map(([name, field]) => [name, json[field]])),
					// As the package does.
					disableFollowRedirect: true,
				});
				const [answered] = [answer].flat() as IDataObject[];
				output[item] = { json: answered, pairedItem: { item } };
			}
		};
		await Promise.all(Array.from({ length: atOnce }, goOn));
		return [output];
	}
}

/** Without authentication, or with the credential: read by n8n for each request, or read once and handed over. */
async function helperOf(context: IExecuteFunctions, authentication: string): Promise<Helper> {
	const { httpRequest, httpRequestWithAuthentication } = context.helpers;
	if (authentication === 'none') return httpRequest;
	const data =
		authentication === 'readOnce'
			? {
					credentialsDecrypted: {
						id: '',
						name: '',
						type: credential,
						data: await context.getCredentials(credential),
					},
				}
			: undefined;
	return async (options) =>
		await httpRequestWithAuthentication.call(context, credential, options, data);
}
