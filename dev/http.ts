import { request } from 'undici';

/** Sends a request, with a JSON body if there is one; the answer is parsed, or undefined if it is no JSON. */
export async function requestJson<Answer>(
	method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
	url: string,
	{ headers, body }: { headers?: Record<string, string>; body?: unknown } = {},
) {
	const response = await request(url, {
		method,
		// A connection of its own: a busy n8n closes an idle one just as the next request comes.
		reset: true,
		headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
		body: body === undefined ? undefined : JSON.stringify(body),
	});
	const text = await response.body.text();
	return {
		status: response.statusCode,
		cookies: [response.headers['set-cookie'] ?? []].flat(),
		answer: parse<Answer>(text),
	};
}

/** Sends a request and gives its parsed answer. @throws Error with the answer if it is a refusal */
export async function answerOf<Answer>(...sent: Parameters<typeof requestJson>): Promise<Answer> {
	const { status, answer } = await requestJson<Answer>(...sent);
	if (status >= 400) throw new Error(`${sent[1]}: ${JSON.stringify(answer)}`);
	return answer as Answer;
}

function parse<Value>(text: string): Value | undefined {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
