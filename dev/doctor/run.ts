import { accessSync, constants, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { withoutKey } from '../../nodes/MessagingService/errors/withoutKey.ts';
import { explain, Failure } from '../failure.ts';
import { HELP, readArguments } from './arguments.ts';
import { Asking } from './ask.ts';
import { examine } from './examine.ts';
import { Findings } from './findings.ts';
import { MadeUp } from './results/madeUp.ts';
import { askForKey, confirmSending } from './prompts.ts';
import { recordingOf } from './results/recorder.ts';
import { documentOf, tableOf } from './results/report.ts';

/**
 * Asks the account, and writes down what it answered, also if it is stopped.
 *
 * @returns the exit status: 0 as assumed, 1 different, 2 could not ask
 */
export async function run(args: string[], stopped: AbortSignal): Promise<number> {
	if (args.includes('--help')) {
		console.log(HELP);
		return 0;
	}
	const options = readArguments(args);
	prepareFolder(options.out);
	const findings = new Findings();
	const credentials = {
		environment: 'sandbox',
		sandboxUrl: options.url,
		apiKey: '',
		customPaths: true,
		pathPrefix: options['path-prefix'] ?? '',
		emailPath: options['email-path'] ?? '/email',
		viberPath: options['viber-path'] ?? '/viber',
	};
	const show = (text: string) => console.log(withoutKey(text, credentials.apiKey));
	const pause = async (ms: number) => await wait(ms, undefined, { signal: stopped });
	const asking = new Asking(credentials, stopped, show, pause);
	let whyNot: string | undefined;
	try {
		credentials.apiKey = await askForKey(stopped);
		whyNot = await examine(asking, findings, options, async (plan) => {
			return await confirmSending(plan, show, stopped);
		});
	} catch (error) {
		whyNot = stopped.aborted ? stoppedWith(asking) : explain(error);
	}
	const found = findings.all();
	const isDifferent = found.some(({ status }) => status === 'different');
	const outcome = whyNot ?? (isDifferent ? DIFFERENT : AS_ASSUMED);
	const madeUp = new MadeUp();
	const replaced = (text: string) => text.replace(/“[^”]*”/g, (words) => madeUp.text(words));
	show(`\n${asking.exchanges.length ? `${tableOf(found)}\n\n` : ''}${outcome}`);
	write(options.out, 'recording.json', JSON.stringify(recordingOf(asking, madeUp), null, '\t'));
	write(options.out, 'doctor-report.md', replaced(documentOf(found, outcome, new Date())));
	show(FILES);
	return isDifferent ? 1 : whyNot ? 2 : 0;

	function write(folder: string, name: string, text: string): void {
		writeFileSync(join(folder, name), `${withoutKey(text, credentials.apiKey).trimEnd()}\n`);
	}
}

/** Before anything is asked: what was sent and paid for has to leave a report. */
function prepareFolder(folder: string): void {
	try {
		mkdirSync(folder, { recursive: true });
		accessSync(folder, constants.W_OK);
	} catch (error) {
		const why = `The files can't be written: ${(error as Error).message}`;
		throw new Failure(why, 'Choose a folder of your own: --out FOLDER.');
	}
}

/** What was on its way when somebody stopped the doctor. */
function stoppedWith(asking: Asking): string {
	const stopped = 'Stopped before the end: what is not tried was not reached.';
	return [stopped, asking.unknownOutcome() ?? []].flat().join(' ');
}

const DIFFERENT = 'Something is different from what the nodes assume.';
const AS_ASSUMED = 'Everything that was tried is as the nodes assume: there is nothing to change.';
const FILES =
	'It wrote doctor-report.md and recording.json, with made-up numbers, texts, names, and IDs. Look through them before you send them to anybody.';
