import { setTimeout as wait } from 'node:timers/promises';

import { withoutKey } from './node.ts';
import { explain } from '../failure.ts';
import { HELP, readArguments } from './arguments.ts';
import { Asking } from './ask.ts';
import { examine } from './examine.ts';
import { stoppedWith } from './outcomes.ts';
import { prepareFolder, writeFiles } from './results/files.ts';
import { MadeUp } from './results/madeUp.ts';
import { askForKey, confirmSending } from './prompts.ts';
import { recordingOf } from './results/recorder.ts';
import { changesOf, documentOf, formOf, summaryOf, tableOf } from './results/report.ts';
import { withoutControls } from '../../sandbox/stranger.ts';

/**
 * Asks the account, and writes down what it answered, also if it is stopped.
 *
 * @returns the exit status: 0 as assumed, 1 different or not accepted, 2 could not ask
 */
export async function run(
	args: string[],
	stopped: AbortSignal,
	pause = async (ms: number): Promise<void> => await wait(ms, undefined, { signal: stopped }),
): Promise<number> {
	if (args.includes('--help')) {
		console.log(HELP);
		return 0;
	}
	const options = readArguments(args);
	prepareFolder(options.out);
	const credentials = options.credential;
	const cleaned = (text: string) => withoutControls(withoutKey(text, credentials.apiKey));
	const show = (text: string) => console.log(cleaned(text));
	const asking = new Asking(credentials, stopped, show, pause);
	const { findings } = asking;
	let whyNot: string | undefined;
	try {
		credentials.apiKey = await askForKey(stopped);
		whyNot = await examine(asking, options, async (plan) => {
			return await confirmSending(plan, show, stopped);
		});
	} catch (error) {
		whyNot = stopped.aborted ? stoppedWith(asking.exchanges) : explain(error);
	}
	const found = findings.all();
	const isDifferent = found.some(({ status }) => status === 'different');
	const refused = findings.notAccepted();
	const lines = refused.map((one) => `\n  ${one}`).join('');
	const asAssumed = refused.length ? `${NOT_ACCEPTED}${lines}` : AS_ASSUMED;
	const outcome = whyNot ?? summaryOf(found, isDifferent ? DIFFERENT : asAssumed);
	const toEnter = formOf(findings.toEnter());
	const madeUp = new MadeUp();
	const replaced = (text: string) => text.replace(/“[^”]*”/g, (words) => madeUp.text(words));
	show(`\n${outcome}${changesOf(found)}${toEnter}\n`);
	const files = {
		'doctor-report.md': replaced(documentOf(found, outcome, toEnter, new Date())),
		...(asking.exchanges.length && {
			'recording.json': JSON.stringify(recordingOf(asking, madeUp), null, '\t'),
		}),
	};
	const hasAnswer = asking.exchanges.some(({ answer }) => answer?.status);
	const isWorthKeeping = hasAnswer && (asking.isOpen || stopped.aborted);
	const written = writeFiles(options.out, files, cleaned, isWorthKeeping);
	if (asking.exchanges.length) show(`${tableOf(found, written.isWritten)}\n`);
	show(written.says);
	if (isDifferent) return 1;
	if (whyNot || !written.isWritten) return 2;
	return refused.length ? 1 : 0;
}

const DIFFERENT = 'something is different from what the nodes expect.';
const NOT_ACCEPTED =
	"nothing is different from what the nodes expect, but the service didn't accept everything:";
const AS_ASSUMED = 'all as the nodes expect.';
