import { setTimeout as wait } from 'node:timers/promises';

import { withoutKey } from '../../nodes/MessagingService/errors/withoutKey.ts';
import { explain } from '../failure.ts';
import { HELP, readArguments } from './arguments.ts';
import { Asking } from './ask.ts';
import { examine } from './examine.ts';
import { Findings } from './findings.ts';
import { stoppedWith } from './outcomes.ts';
import { prepareFolder, writeFiles } from './results/files.ts';
import { MadeUp } from './results/madeUp.ts';
import { askForKey, confirmSending } from './prompts.ts';
import { recordingOf } from './results/recorder.ts';
import { documentOf, tableOf } from './results/report.ts';
import { withoutControls } from './shapes.ts';

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
	const cleaned = (text: string) => withoutControls(withoutKey(text, credentials.apiKey));
	const show = (text: string) => console.log(cleaned(text));
	const pause = async (ms: number) => await wait(ms, undefined, { signal: stopped });
	const asking = new Asking(credentials, stopped, show, pause);
	let whyNot: string | undefined;
	try {
		credentials.apiKey = await askForKey(stopped);
		whyNot = await examine(asking, findings, options, async (plan) => {
			return await confirmSending(plan, show, stopped);
		});
	} catch (error) {
		whyNot = stopped.aborted ? stoppedWith(asking.exchanges) : explain(error);
	}
	const found = findings.all();
	const isDifferent = found.some(({ status }) => status === 'different');
	const outcome = whyNot ?? (isDifferent ? DIFFERENT : AS_ASSUMED);
	const madeUp = new MadeUp();
	const replaced = (text: string) => text.replace(/“[^”]*”/g, (words) => madeUp.text(words));
	show(`\n${asking.exchanges.length ? `${tableOf(found)}\n\n` : ''}${outcome}`);
	const files = {
		'doctor-report.md': replaced(documentOf(found, outcome, new Date())),
		...(asking.exchanges.length && {
			'recording.json': JSON.stringify(recordingOf(asking, madeUp), null, '\t'),
		}),
	};
	const hasAnswer = asking.exchanges.some(({ answer }) => answer?.status);
	const isWorthKeeping = hasAnswer && (asking.isOpen || stopped.aborted);
	const written = writeFiles(options.out, files, cleaned, isWorthKeeping);
	show(written.says);
	return isDifferent ? 1 : whyNot || !written.isWritten ? 2 : 0;
}

const DIFFERENT = 'Something is different from what the nodes assume.';
const AS_ASSUMED = 'Everything that was tried is as the nodes assume: there is nothing to change.';
