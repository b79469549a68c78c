import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { readArguments } from '../../../dev/doctor/arguments';
import { Asking } from '../../../dev/doctor/ask';
import { examine } from '../../../dev/doctor/examine';
import { stoppedWith } from '../../../dev/doctor/outcomes';
import { MadeUp } from '../../../dev/doctor/results/madeUp';
import { recordingOf } from '../../../dev/doctor/results/recorder';
import { formOf } from '../../../dev/doctor/results/report';
import { run } from '../../../dev/doctor/run';
import type { Row } from '../../../dev/doctor/rows';
import { buildApp, createClock } from '../../../sandbox/app';
import { readRecording } from '../../../sandbox/like/recording';
import type { Recording } from '../../../sandbox/like/recording';
import { AnsweringServer } from '../../support/answeringServer';
import { API_KEY } from '../../support/service';

export const NUMBER = '37060012345';
export const reading = ['--number', NUMBER, '--try-wrong-key'];
export const sending = [
	...['--send-to', NUMBER, '--from', 'Shop', '--campaign', '--viber', '--try-wrong-key'],
	...['--email-to', 'ada@example.com', '--email-from', 'shop@example.com'],
];

export type Reply = { status: number; headers?: Record<string, unknown>; json: unknown };
export type Seen = { method: string; path: string; query: URLSearchParams; json: unknown };

const opened: Array<() => Promise<void>> = [];
afterEach(async () => {
	for (const stop of opened.splice(0)) await stop();
});

/** How a service differs from the sandbox. */
export type Other = {
	/** What it takes in place of what came, or answers at once. */
	request?: (seen: Seen) => Seen | Reply;
	answer?: (reply: Reply, seen: Seen) => Reply;
};

/** A sandbox with somebody on its lists, and in front of it a server that speaks otherwise. */
export async function openOther({
	request = (seen) => seen,
	answer = (reply) => reply,
}: Other = {}) {
	const clock = createClock({ frozen: true });
	const app = await buildApp({ apiKey: API_KEY, clock });
	const headers = { 'x-apikey': API_KEY, accept: '*/*', 'content-type': 'application/json' };
	const post = async (url: string, body: unknown) =>
		await app.inject({ method: 'POST', url, headers, payload: JSON.stringify(body) });
	await post('/suppression', { phoneNumber: '37060099001' });
	await post('/suppression', { phoneNumber: '37060099002' });
	await post('/contacts/import', [{ phoneNumber: '37060099003', firstName: 'Adalovelace' }]);
	const received: Seen[] = [];
	const answerTo = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
		const url = new URL(incoming.url ?? '', 'http://sandbox');
		let text = '';
		for await (const chunk of incoming) text += chunk;
		const json: unknown = text ? JSON.parse(text) : undefined;
		const { method = 'GET' } = incoming;
		const seen = { method, path: url.pathname, query: url.searchParams, json };
		received.push(seen);
		const given = request(seen);
		let reply: Reply;
		if ('status' in given) reply = given;
		else {
			const { statusCode, headers, body } = await app.inject({
				method: given.method as 'GET',
				url: `${given.path}?${given.query}`,
				headers: Object.fromEntries(
					['x-apikey', 'accept', 'content-type'].flatMap((name) => {
						const value = incoming.headers[name];
						return typeof value === 'string' ? [[name, value]] : [];
					}),
				),
				payload: given.json === undefined ? undefined : JSON.stringify(given.json),
			});
			const isJson = String(headers['content-type']).includes('json');
			const parsed: unknown = isJson ? JSON.parse(body.replace(/^\ufeff/, '')) : body;
			reply = answer({ status: statusCode, json: parsed }, seen);
			if (body.startsWith('\ufeff')) reply.json = `\ufeff${JSON.stringify(reply.json)}`;
		}
		const body = typeof reply.json === 'string' ? reply.json : JSON.stringify(reply.json);
		const replied = { 'content-type': 'application/json', ...(reply.headers as object) };
		outgoing.writeHead(reply.status, replied).end(body);
	};
	const server = await AnsweringServer.start((incoming, outgoing) => {
		answerTo(incoming, outgoing).catch((error: unknown) => {
			console.error(error);
			outgoing.destroy();
		});
	});
	opened.push(
		async () => await server.stop(),
		async () => await app.close(),
	);
	return {
		address: server.address,
		received,
		post,
		pause: async (ms: number) => clock.advance(ms),
	};
}

/** The same that speaks a dialect of the sandbox's, or answers everything with a redirect. */
export async function openSpeaking({ redirects, ...dialect }: Record<string, string>) {
	const headers = { location: '/elsewhere' };
	const redirected = (reply: Reply) => ({ ...reply, status: Number(redirects), headers });
	const service = await openOther(redirects ? { answer: redirected } : {});
	await service.post('/_sandbox/dialect', dialect);
	return service;
}

/** A service whose entries of reports are others. */
export const reporting = (
	change: (entry: Record<string, unknown>, place: number) => unknown,
): Other => ({
	answer: (reply, { path }) =>
		path.endsWith('/report') && Array.isArray(reply.json)
			? { ...reply, json: reply.json.map(change) }
			: reply,
});

/** A sandbox that answers like a recording. */
export async function openLike(recording: Recording) {
	const folder = mkdtempSync(join(tmpdir(), 'recording-'));
	const file = join(folder, 'recording.json');
	writeFileSync(file, JSON.stringify(recording));
	const app = await buildApp({ apiKey: API_KEY, like: readRecording(file) });
	rmSync(folder, { recursive: true });
	await app.listen({ port: 0, host: '127.0.0.1' });
	opened.push(async () => await app.close());
	return { address: app.listeningOrigin };
}

/** The whole doctor, in this process. */
export async function runDoctor(
	address: string,
	flags: string[],
	apiKey = API_KEY,
	pause?: (ms: number) => Promise<void>,
) {
	const shown = jest.spyOn(console, 'log').mockImplementation(() => undefined);
	process.env.MESSAGING_API_KEY = apiKey;
	const args = ['--url', address, ...flags];
	const status = await run(args, new AbortController().signal, pause).finally(() => {
		delete process.env.MESSAGING_API_KEY;
	});
	const output = shown.mock.calls.flat().join('\n');
	shown.mockRestore();
	return { status, output };
}

type Service = { address: string; pause?: (ms: number) => Promise<void> };

/** What the doctor says of a service. Of the recording, in which IDs are others, it says the same. */
export async function consultTwice(service: Service, flags: string[]) {
	const first = await consult(service, flags);
	const known = first.recording.exchanges.find(({ id, isUnknown }) => id && !isUnknown);
	const isId = (index: number) => flags[index - 1] === '--message-id';
	const others = flags.map((flag, index) => (isId(index) && known?.id) || flag);
	const second = await consult(await openLike(first.recording), others);
	expect(second.table).toEqual(first.table);
	return first;
}

/** What the doctor says of a service. */
export async function consult(
	{ address, pause = async () => {} }: Service,
	flags: string[],
	{ isConfirmed = true, stopped = new AbortController().signal } = {},
) {
	const lines: string[] = [];
	const tell = (line: string) => void lines.push(line);
	const options = readArguments(['--url', address, ...flags]);
	const asking = new Asking({ ...options.credential, apiKey: API_KEY }, stopped, tell, pause);
	const { findings } = asking;
	const plans: string[][] = [];
	const confirm = async (plan: string[]) => {
		plans.push(plan);
		return isConfirmed;
	};
	const whyNot = await examine(asking, options, confirm).catch((error: unknown) => {
		if (!stopped.aborted) throw error;
		return stoppedWith(asking.exchanges);
	});
	const all = findings.all();
	const different: Row[] = all.filter(({ status }) => status === 'different').map(({ row }) => row);
	return {
		whyNot,
		all,
		different: different.sort(),
		notAccepted: findings.notAccepted(),
		/** The lines of it. */
		form: formOf(findings.toEnter()).split('\n').filter(Boolean),
		table: Object.fromEntries(all.map(({ row, status }) => [row, status])),
		plans,
		lines,
		recording: recordingOf(asking, new MadeUp()),
	};
}
