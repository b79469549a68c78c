import { Failure } from '../failure.ts';
import { requestJson } from '../http.ts';
import type { SavedWorkflow, Workflow } from './types.ts';

/** n8n's public API, for an n8n that runs already: what setting up the credential and the examples takes. */
export class PublicApi {
	readonly #address: string;
	readonly #apiKey: string;

	constructor(address: string, apiKey: string) {
		this.#address = address;
		this.#apiKey = apiKey;
	}

	/** Whether n8n has loaded the package: only then it knows its type of credential. */
	async knowsCredential(type: string): Promise<boolean> {
		await this.#must('GET', '/workflows?limit=1');
		return (await this.#call('GET', `/credentials/schema/${type}`)) !== undefined;
	}

	/** Creates a credential, or gives the one of an earlier start new data; returns its id. */
	async saveCredential(
		credential: { name: string; type: string; data: Record<string, unknown> },
		earlierId?: string,
	): Promise<string> {
		const updated =
			earlierId &&
			(await this.#call<{ id: string }>('PATCH', `/credentials/${earlierId}`, credential));
		const { id } =
			updated || (await this.#must<{ id: string }>('POST', '/credentials', credential));
		return id;
	}

	async workflow(id: string): Promise<SavedWorkflow | undefined> {
		return await this.#call('GET', `/workflows/${id}`);
	}

	async createWorkflow(workflow: Workflow): Promise<SavedWorkflow> {
		return await this.#must('POST', '/workflows', { ...workflow, id: undefined });
	}

	async updateWorkflow(id: string, workflow: Workflow): Promise<SavedWorkflow> {
		return await this.#must('PUT', `/workflows/${id}`, { ...workflow, id: undefined });
	}

	async activateWorkflow({ id }: SavedWorkflow): Promise<SavedWorkflow> {
		return await this.#must('POST', `/workflows/${id}/activate`);
	}

	async saveTag(name: string): Promise<string> {
		const path = '/tags?limit=250';
		const { data } = await this.#must<{ data: Array<{ id: string; name: string }> }>('GET', path);
		const existing = data.find((tag) => tag.name === name);
		return (existing ?? (await this.#must<{ id: string }>('POST', '/tags', { name }))).id;
	}

	async tagWorkflow(workflowId: string, tagId: string): Promise<void> {
		await this.#must('PUT', `/workflows/${workflowId}/tags`, [{ id: tagId }]);
	}

	async #must<Answer>(method: Method, path: string, body?: unknown): Promise<Answer> {
		const answer = await this.#call<Answer>(method, path, body);
		if (answer !== undefined) return answer;
		throw this.#noApi(`${this.#address}/api/v1${path}`);
	}

	/** Gives nothing for what there is not. */
	async #call<Answer>(method: Method, path: string, body?: unknown): Promise<Answer | undefined> {
		const url = `${this.#address}/api/v1${path}`;
		const { status, answer } = await requestJson<Answer & { message?: string }>(method, url, {
			headers: { 'x-n8n-api-key': this.#apiKey },
			body,
		}).catch((error: Error) => {
			throw new Failure(
				`n8n did not answer at ${this.#address}: ${error.message}`,
				'Check the address after --n8n, and that n8n runs there.',
			);
		});
		if (status === 404 || status === 405) return undefined;
		if (status === 401 || status === 403) {
			throw new Failure(
				`n8n does not accept the API key for ${method} ${path}.`,
				'Create an API key in n8n under Settings > n8n API, with all scopes for credentials and workflows, and give it in N8N_API_KEY.',
			);
		}
		if (status >= 300) throw new Error(`${method} ${path}: ${answer?.message ?? status}`);
		if (answer === undefined) throw this.#noApi(url);
		return answer;
	}

	#noApi(url: string): Failure {
		return new Failure(
			`${url} answers, but not as n8n's public API does.`,
			'Check the address after --n8n. N8N_PUBLIC_API_DISABLED must not be set there.',
		);
	}
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH';
