import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

import { Failure } from '../failure.ts';
import { whyUnsendable } from './node.ts';

/**
 * The API key: that of MESSAGING_API_KEY, or one that is typed and not shown.
 *
 * @throws Failure if there is none, or one that no header can carry
 */
export async function askForKey(signal: AbortSignal): Promise<string> {
	const given = process.env.MESSAGING_API_KEY;
	const isTyped = given === undefined && process.stdin.isTTY;
	const key = isTyped ? await readHidden('API key (it is not shown): ', signal) : (given ?? '');
	const why = whyUnsendable(key);
	if (why)
		throw new Failure(
			`${why}.`,
			'Set MESSAGING_API_KEY, or type the key when the doctor asks for it.',
		);
	return key;
}

/** Whether somebody types yes, all of it, after what is to be sent. */
export async function confirmSending(
	plan: string[],
	show: (text: string) => void,
	signal: AbortSignal,
): Promise<boolean> {
	show(`\nThe doctor would now send:\n`);
	for (const line of plan) show(`  - ${line}`);
	show('\nNothing else is sent. Type yes to send, anything else to send nothing:');
	const isYes = (await readLine(process.stdout, signal)).trim() === 'yes';
	if (!isYes) show('Nothing was sent.');
	return isYes;
}

async function readHidden(question: string, signal: AbortSignal): Promise<string> {
	process.stdout.write(question);
	const key = await readLine(new Writable({ write: (_chunk, _encoding, done) => done() }), signal);
	process.stdout.write('\n');
	return key.trim();
}

/** A line that is typed; empty if there is none. */
async function readLine(output: NodeJS.WritableStream, signal: AbortSignal): Promise<string> {
	const { stdin } = process;
	const reading = createInterface({ input: stdin, output, terminal: stdin.isTTY });
	// While it reads from a terminal, Ctrl-C comes here and not to the process.
	reading.on('SIGINT', () => process.emit('SIGINT'));
	try {
		const ended = once(reading, 'close', { signal }).then(() => ['']);
		const [line] = await Promise.race([once(reading, 'line', { signal }), ended]);
		return String(line);
	} finally {
		reading.close();
	}
}
