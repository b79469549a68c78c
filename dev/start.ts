import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { serveCheck } from './check/bridge.ts';
import { flightCheckOf } from './check/userWorkflows.ts';
import { Failure } from './failure.ts';
import { ownerEmail } from './n8n/client.ts';
import { formPath } from './n8n/formTrigger.ts';
import type { SavedWorkflow } from './n8n/types.ts';
import { type OwnN8n, setUpOwnN8n } from './ownN8n.ts';
import { cacheFolder } from './places.ts';
import { portsFrom } from './ports.ts';
import { passwordFile } from './privateFiles.ts';
import { runToEnd } from './processes/shutdown.ts';
import { showProgress } from './progress.ts';
import { importExamples, messagesTable } from './provisioning.ts';
import { startStack } from './stack.ts';

const usage = 'Use it as npm start, or as npm start -- --n8n URL --api-key KEY [--sandbox-url URL]';

/** n8n's own default is that of New York. */
const timeZone =
	process.env.GENERIC_TIMEZONE?.trim() || Intl.DateTimeFormat().resolvedOptions().timeZone;
const ports = portsFrom(process.env);
const cache = cacheFolder();
const progress = showProgress();

/** The n8n of the user's own, if the command names one. */
function readArguments(): OwnN8n | undefined {
	const text = { type: 'string' } as const;
	const options = {
		n8n: text,
		'api-key': text,
		'sandbox-url': text,
		help: { type: 'boolean', short: 'h' },
	} as const;
	try {
		const { values } = parseArgs({ options });
		if (values.help) throw new Failure(usage, 'More: sandbox/README.md');
		const address = values.n8n ?? process.env.N8N_URL;
		if (!address) return undefined;
		const apiKey = values['api-key'] ?? process.env.N8N_API_KEY;
		if (!apiKey) throw new Error('An n8n of your own needs its API key as well.');
		const sandboxUrl = values['sandbox-url'] ?? `http://127.0.0.1:${ports.sandbox}`;
		for (const url of [address, sandboxUrl]) {
			if (!URL.canParse(url))
				throw new Error(`"${url}" isn't an address: it must begin with http://`);
		}
		return { address: address.replace(/\/+$/, ''), apiKey, sandboxUrl };
	} catch (error) {
		if (error instanceof Failure) throw error;
		throw new Failure(error instanceof Error ? error.message : String(error), usage);
	}
}

/** What to open, for a person who has just started everything. */
function welcome(
	n8n: string,
	sandbox: string,
	workflows: Record<string, SavedWorkflow>,
	words: { signIn: string; ending: string },
): string {
	const { 'form-to-sms': form, 'first-sms': first } = workflows;
	return `
Everything is running. Open

  the form        ${n8n}/form/${formPath(form)}
  the sandbox     ${sandbox}   (the messages arrive here)
  n8n             ${n8n}/home/workflows${words.signIn}

In n8n, open "${first.name}" and select Execute workflow: the SMS arrives in the sandbox.
What you send with the form arrives there too; within a minute or two a workflow has fetched its
delivery report: n8n, Data tables, "${messagesTable}".

${words.ending}`;
}

/** Starts everything; gives the name of what ended first. */
async function start(): Promise<string> {
	const dataFolder = join(cache, 'data');
	const settings = { GENERIC_TIMEZONE: timeZone };
	const bridge = await serveCheck();
	const stack = await startStack({
		...{ dataFolder, logFolder: cache, ports, progress, settings, check: bridge },
	});
	bridge.check = flightCheckOf(stack.client, stack.tarball);
	const workflows = await importExamples(stack.client, stack.credentialId, dataFolder);
	const words = {
		signIn: `
                  email    ${ownerEmail}
                  password ${stack.password}   (kept in ${passwordFile(dataFolder)})`,
		ending: 'Ctrl-C stops everything. Your workflows in this n8n are kept for the next start.',
	};
	const n8n = `http://localhost:${ports.n8n}`;
	console.log(welcome(n8n, stack.sandboxAddress, workflows, words));
	return await stack.ended;
}

/** The same beside an n8n that runs already. */
async function startBeside(own: OwnN8n): Promise<string> {
	const { sandbox, page, workflows } = await setUpOwnN8n(own, ports.sandbox, progress);
	const ending = 'Ctrl-C stops the sandbox. The credential and the examples stay in your n8n.';
	const words = { signIn: '', ending };
	console.log(welcome(own.address, page, workflows, words));
	await sandbox.exited;
	return 'The sandbox';
}

await runToEnd(async () => {
	const own = readArguments();
	const ended = own ? await startBeside(own) : await start();
	throw new Failure(`${ended} has stopped unexpectedly.`, `The logs say why: ${cache}`);
});
