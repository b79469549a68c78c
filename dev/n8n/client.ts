import { setTimeout as sleep } from 'node:timers/promises';
import { requestJson } from '../http.ts';
import { N8nRefusal, ofOwnN8n, stillWriting, wrongPassword } from './refusals.ts';
import type { DataTable, DataTableRow, NodeType, SavedWorkflow, Workflow } from './types.ts';

/** The owner of a local n8n. */
export const ownerEmail = 'demo@example.com';

/** How often, and after how long, to ask again for what n8n is still writing. */
const [mostLooks, lookMs] = [400, 300];

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

interface PublicationStatus {
	status: string;
	triggers: Array<{ errorMessage: string | null }>;
}

/** n8n, asked by its owner, who signs in to the interface of n8n's editor, or with an API key by the public one. */
export class N8nClient {
	readonly address: string;
	readonly #apiKey: string | undefined;
	#session: string;

	/** @param signedIn the session of a client that has signed in: n8n lets nobody sign in often. Or an API key */
	constructor(address: string, signedIn: { session?: string; apiKey?: string } = {}) {
		this.address = address;
		this.#session = signedIn.session ?? '';
		this.#apiKey = signedIn.apiKey;
	}

	/** The cookies of who has signed in, as a browser sends them. */
	get session(): string {
		return this.#session;
	}

	/** Signs in as the owner, who is created if n8n has none yet. */
	async signIn(password: string): Promise<void> {
		const email = ownerEmail;
		const { userManagement } = await this.call<{
			userManagement: { showSetupOnFirstLoad?: boolean };
		}>('GET', '/settings');
		if (userManagement.showSetupOnFirstLoad) {
			const name = { firstName: 'Demo', lastName: 'Owner' };
			return await this.call('POST', '/owner/setup', { email, password, ...name });
		}
		const login = { emailOrLdapLoginId: email, password };
		const answer = await this.#ask('POST', '/login', login);
		if (answer.status === 401) throw wrongPassword(email);
		this.#read(answer);
	}

	/** Sends a request and gives the data of n8n's answer. */
	async call<Data>(method: Method, path: string, body?: unknown): Promise<Data> {
		return this.#read(await this.#ask<Data>(method, path, body));
	}

	/** What there is at a path, or undefined; of some things that there are not n8n says 403. */
	async find<Data>(
		path: string,
		method: Method = 'GET',
		body?: unknown,
	): Promise<Data | undefined> {
		const answer = await this.#ask<Data>(method, path, body);
		return [403, 404, 405].includes(answer.status) ? undefined : this.#read(answer);
	}

	/** A JSON file that n8n serves to those who are signed in, such as `types/nodes.json`. */
	async staticFile<Content>(path: string): Promise<Content> {
		const url = `${this.address}/${path}`;
		// A busy n8n that has just started answers with its editor's page until it has written the file.
		for (let looks = 0; looks < mostLooks; looks++) {
			const { answer } = await requestJson<Content>('GET', url, { headers: this.#headers() });
			if (answer !== undefined) return answer;
			await sleep(lookMs);
		}
		throw stillWriting(path, (mostLooks * lookMs) / 1_000);
	}

	/** The node types n8n has loaded whose full name begins with a prefix. */
	async nodeTypes(prefix: string): Promise<NodeType[]> {
		const all = await this.staticFile<NodeType[]>('types/nodes.json');
		return all.filter(({ name }) => name.startsWith(prefix));
	}

	/** Whether n8n has loaded a type of credential, by the API key. */
	async knowsCredential(type: string): Promise<boolean> {
		await this.call('GET', '/workflows?limit=1');
		return (await this.find(`/credentials/schema/${type}`)) !== undefined;
	}

	/** Creates a credential, or gives an earlier one new data: that of an id, or of the same name. Returns its id. */
	async saveCredential(
		credential: { name: string; type: string; data: Record<string, unknown> },
		earlierId?: string,
	): Promise<string> {
		const known = earlierId ?? (await this.#credentialLike(credential));
		const path = `/credentials/${known}`;
		const updated = known && (await this.find<{ id: string }>(path, 'PATCH', credential));
		const saved = updated || (await this.call<{ id: string }>('POST', '/credentials', credential));
		return saved.id;
	}

	async workflow(id: string): Promise<SavedWorkflow | undefined> {
		return await this.find(`/workflows/${id}`);
	}

	async createWorkflow(workflow: Workflow): Promise<SavedWorkflow> {
		// n8n 1.x wants to be told that it is not active yet; with an API key an id is n8n's own.
		const whole = this.#apiKey ? { ...workflow, id: undefined } : { active: false, ...workflow };
		return await this.call('POST', '/workflows', whole);
	}

	async updateWorkflow(id: string, workflow: Partial<Workflow>): Promise<SavedWorkflow> {
		const path = `/workflows/${id}`;
		if (!this.#apiKey) return await this.call('PATCH', path, workflow);
		return await this.call('PUT', path, { ...workflow, id: undefined });
	}

	/** Publishes a workflow (1.x said: activates it) and waits until its triggers work. */
	async activateWorkflow({ id, versionId }: SavedWorkflow): Promise<SavedWorkflow> {
		const version = this.#apiKey ? undefined : { versionId };
		const active = await this.call<SavedWorkflow>('POST', `/workflows/${id}/activate`, version);
		const deadline = Date.now() + 120_000;
		for (;;) {
			// Before 2.x the triggers worked as soon as Activate was answered, and there was no such status.
			const { status, triggers } = (await this.find<PublicationStatus>(
				`/workflows/${id}/publication-status`,
			)) ?? { status: 'published', triggers: [] };
			if (status === 'published') return active;
			const problems = triggers.flatMap(({ errorMessage }) => errorMessage ?? []);
			if (status === 'failed' || status === 'partial' || Date.now() > deadline) {
				throw new Error(problems.join('; ') || `its triggers are ${status}`);
			}
			await sleep(100);
		}
	}

	/** Creates a tag, or finds the one of that name; returns its id. */
	async saveTag(name: string): Promise<string> {
		const path = this.#apiKey ? '/tags?limit=250' : '/tags';
		const all = await this.call<Array<{ id: string; name: string }>>('GET', path);
		const existing = all.find((tag) => tag.name === name);
		return (existing ?? (await this.call<{ id: string }>('POST', '/tags', { name }))).id;
	}

	async tagWorkflow(id: string, tagId: string): Promise<void> {
		if (this.#apiKey) return await this.call('PUT', `/workflows/${id}/tags`, [{ id: tagId }]);
		await this.call('PATCH', `/workflows/${id}`, { tags: [tagId] });
	}

	/**
	 * Starts a workflow from one of its triggers as "Execute workflow" does; returns the execution's id.
	 * @param saved the workflow as n8n gave it, if it's known: it isn't read again
	 */
	async startWorkflow(id: string, triggerName: string, saved?: SavedWorkflow): Promise<string> {
		const { executionId } = await this.call<{ executionId?: string }>(
			'POST',
			`/workflows/${id}/run`,
			// n8n 1.x runs what it is given here; later ones run what is saved.
			{
				workflowData: saved ?? (await this.workflow(id)),
				triggerToStartFrom: { name: triggerName },
			},
		);
		if (!executionId) throw new Error(`${triggerName} waits for a call; it cannot be run by hand`);
		return executionId;
	}

	async dataTable(name: string): Promise<DataTable | undefined> {
		const { data } = await this.call<{ data: DataTable[] }>(
			'GET',
			`/data-tables-global?take=250&filter=${encodeURIComponent(JSON.stringify({ name: name.toLowerCase() }))}`,
		);
		return data.find((table) => table.name.toLowerCase() === name.toLowerCase());
	}

	async dataTableRows({ id, projectId }: DataTable): Promise<DataTableRow[]> {
		const { data } = await this.call<{ data: DataTableRow[] }>(
			'GET',
			`/projects/${projectId}/data-tables/${id}/rows?take=1000`,
		);
		return data;
	}

	async #credentialLike(one: { name: string; type: string }): Promise<string | undefined> {
		if (this.#apiKey) return undefined;
		type Listed = { id: string; name: string; type: string };
		const all = await this.call<Listed[]>('GET', '/credentials');
		return all.find(({ name, type }) => name === one.name && type === one.type)?.id;
	}

	#headers(): Record<string, string> {
		if (this.#apiKey) return { 'x-n8n-api-key': this.#apiKey };
		return this.#session ? { cookie: this.#session } : {};
	}

	async #ask<Data>(method: Method, path: string, body?: unknown): Promise<Answer<Data>> {
		const url = `${this.address}${this.#apiKey ? '/api/v1' : '/rest'}${path}`;
		const { status, cookies, answer } = await requestJson<Answer<Data>['answer']>(method, url, {
			headers: this.#headers(),
			body,
		}).catch((error: Error) => {
			throw this.#apiKey ? ofOwnN8n.noAnswer(this.address, error) : error;
		});
		const request = `${method} ${path}`;
		if (this.#apiKey && [401, 403].includes(status)) throw ofOwnN8n.wrongKey(request);
		if (cookies.length > 0 && status < 400) {
			this.#session = cookies.map((cookie) => cookie.split(';')[0]).join('; ');
		}
		return { request, url, status, answer };
	}

	/** The data of an answer; the public API puts only lists into `data`. */
	#read<Data>({ request, url, status, answer }: Answer<Data>): Data {
		const isThere = answer !== undefined && ![404, 405].includes(status);
		if (this.#apiKey && !isThere) throw ofOwnN8n.noPublicApi(url);
		if (status >= 400) {
			const words = answer?.message ?? `${request} was answered with status ${status}`;
			throw new N8nRefusal(status, words);
		}
		return (this.#apiKey ? (answer?.data ?? answer) : answer?.data) as Data;
	}
}

interface Answer<Data> {
	request: string;
	url: string;
	status: number;
	answer: { data?: Data; message?: string } | undefined;
}
