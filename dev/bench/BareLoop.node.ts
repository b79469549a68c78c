/**
 * A node of the benchmark only: n8n's HTTP helper called in a loop, and as little else as a node can
 * do. No node in n8n can make the same requests in less time.
 */
import type { IDataObject, IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';

const atOnce = 20;

export class BareLoop implements INodeType {
	description: INodeType['description'] = {
		displayName: 'Bare Loop',
		name: 'bareLoop',
		group: ['output'],
		version: 1,
		description: "Calls n8n's HTTP helper in a loop",
		defaults: { name: 'Bare Loop' },
		inputs: ['main'],
		outputs: ['main'],
		properties: ['url', 'apiKey', 'fields'].map((name) => ({
			displayName: name,
			name,
			type: 'string',
			default: '',
		})),
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const [url, apiKey, names] = ['url', 'apiKey', 'fields'].map(
			(name) => this.getNodeParameter(name, 0) as string,
		);
		const fields = Object.entries<string>(JSON.parse(names));
		const items = this.getInputData();
		const output: INodeExecutionData[] = new Array(items.length);
		let next = 0;
		const goOn = async () => {
			while (next < items.length) {
				const item = next++;
				const { json } = items[item];
				const answer = await this.helpers.httpRequest({
					method: 'POST',
					url,
					headers: {
						'x-apikey': apiKey,
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
