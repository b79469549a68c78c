import { fastify, type FastifyInstance } from 'fastify';

/** A tool as the model is offered it; `parameters` is a JSON schema. */
export interface OfferedTool {
	name: string;
	description: string;
	parameters: Record<string, unknown>;
}

/** What the model is asked: the tools it may call, and what its calls gave so far, oldest first. */
export interface Question {
	tools: OfferedTool[];
	toolResults: string[];
}

/** What the model does when it is asked: calls the tool of that name, or the only one, or says something. */
export type Turn =
	| { call: Record<string, unknown>; tool?: string }
	| { say: string | ((question: Question) => string) };

/**
 * A chat model that does what the test says, with both of OpenAI's interfaces: `/v1/responses`, which
 * n8n's OpenAI Chat Model uses by itself, and `/v1/chat/completions`, which others imitate.
 */
export class FakeChatModel {
	readonly questions: Question[] = [];
	readonly #turns: Turn[] = [];
	readonly #app: FastifyInstance;

	constructor() {
		this.#app = fastify({ bodyLimit: 10_000_000 });
		this.#app.post('/v1/responses', ({ body }) => inResponses(this.#next(fromResponses(body))));
		this.#app.post('/v1/chat/completions', ({ body }) => inChat(this.#next(fromChat(body))));
	}

	async start(): Promise<void> {
		await this.#app.listen({ host: '127.0.0.1', port: 0 });
	}

	/** For the base URL of n8n's OpenAI credential. */
	get address(): string {
		return `${this.#app.listeningOrigin}/v1`;
	}

	async stop(): Promise<void> {
		await this.#app.close();
	}

	/** Forgets what was asked, and takes the model's turns one after the other from now on. */
	plays(...turns: Turn[]): void {
		this.questions.length = 0;
		this.#turns.splice(0, Infinity, ...turns);
	}

	#next(question: Question): Deed {
		this.questions.push(question);
		const turn = this.#turns.shift() ?? { say: 'The test has no more turns for the model.' };
		if ('say' in turn) {
			return { say: typeof turn.say === 'string' ? turn.say : turn.say(question) };
		}
		const tool = turn.tool ?? question.tools[0]?.name;
		return { id: `call_${this.questions.length}`, tool, arguments: JSON.stringify(turn.call) };
	}
}

type Deed = { say: string } | { id: string; tool: string; arguments: string };

/* eslint-disable @typescript-eslint/no-explicit-any -- what n8n sends is not checked, but handed to the test */
function fromResponses(body: any): Question {
	const results = body.input.filter((entry: any) => entry.type === 'function_call_output');
	return { tools: body.tools ?? [], toolResults: results.map((entry: any) => entry.output) };
}

function fromChat(body: any): Question {
	const results = body.messages.filter((message: any) => message.role === 'tool');
	return {
		tools: (body.tools ?? []).map((tool: any) => tool.function),
		toolResults: results.map((message: any) => message.content),
	};
}
/* eslint-enable @typescript-eslint/no-explicit-any */

function inResponses(deed: Deed) {
	const output =
		'say' in deed
			? {
					type: 'message',
					role: 'assistant',
					content: [{ type: 'output_text', text: deed.say, annotations: [] }],
				}
			: { type: 'function_call', call_id: deed.id, name: deed.tool, arguments: deed.arguments };
	return {
		id: 'resp_1',
		object: 'response',
		created_at: 0,
		model: 'fake',
		status: 'completed',
		output: [{ id: 'output_1', status: 'completed', ...output }],
		usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 },
	};
}

function inChat(deed: Deed) {
	const said = 'say' in deed && { content: deed.say };
	const call = 'id' in deed && {
		id: deed.id,
		type: 'function',
		function: { name: deed.tool, arguments: deed.arguments },
	};
	const message = said || { content: null, tool_calls: [call] };
	return {
		id: 'chatcmpl_1',
		object: 'chat.completion',
		created: 0,
		model: 'fake',
		choices: [
			{
				index: 0,
				finish_reason: said ? 'stop' : 'tool_calls',
				message: { role: 'assistant', ...message },
			},
		],
		usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
	};
}
