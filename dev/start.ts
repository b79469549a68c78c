import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runDemo } from './demo/demo.ts';
import { formPath } from './demo/form.ts';
import { Failure } from './failure.ts';
import { account } from './n8n/session.ts';
import type { SavedWorkflow } from './n8n/types.ts';
import { type OwnN8n, setUpOwnN8n } from './ownN8n.ts';
import { cacheFolder } from './places.ts';
import { portsFrom } from './ports.ts';
import { runToEnd } from './processes/shutdown.ts';
import { showProgress } from './progress.ts';
import { importExamples, messagesTable, readExamples } from './provisioning.ts';
import { startStack } from './stack.ts';

const usage =
	'Use it as npm start, npm start -- --demo, or npm start -- --n8n URL --api-key KEY [--sandbox-url URL]';

const ports = portsFrom(process.env);
const cache = cacheFolder();
const progress = showProgress();

function readArguments(): { demo: boolean; own?: OwnN8n } {
	const text = { type: 'string' } as const;
	const options = {
		demo: { type: 'boolean' },
		n8n: text,
		'api-key': text,
		'sandbox-url': text,
	} as const;
	try {
		const { values } = parseArgs({ options });
		const address = values.n8n ?? process.env.N8N_URL;
		if (!address) return { demo: values.demo ?? false };
		const apiKey = values['api-key'] ?? process.env.N8N_API_KEY;
		if (!apiKey) throw new Error('An n8n of your own needs its API key as well.');
		const sandboxUrl = values['sandbox-url'] ?? `http://127.0.0.1:${ports.sandbox}`;
		for (const url of [address, sandboxUrl]) {
			if (!URL.canParse(url)) throw new Error(`"${url}" is no address; it begins with http://`);
		}
		return { demo: false, own: { address: address.replace(/\/+$/, ''), apiKey, sandboxUrl } };
	} catch (error) {
		throw new Failure(error instanceof Error ? error.message : String(error), usage);
	}
}

/** What to open, for a person who has just started everything. */
function welcome(
	n8n: string,
	sandbox: string,
	workflows: Record<string, SavedWorkflow>,
	isOwn: boolean,
): string {
	const form = workflows['form-to-sms'];
	const lines = [
		'',
		'Everything is running. Open',
		'',
		...(form ? [`  the form        ${n8n}/form/${formPath(form)}`] : []),
		`  the sandbox     ${sandbox}   (the messages arrive here)`,
		`  n8n             ${n8n}/home/workflows`,
		...(isOwn
			? []
			: [
					`                  e-mail   ${account.email}`,
					`                  password ${account.password}`,
				]),
		'',
		...(form
			? [
					'Send something with the form. It arrives in the sandbox at once; within a minute or two a',
					`workflow has fetched its delivery report: n8n, Data tables, "${messagesTable}".`,
					'',
				]
			: []),
		isOwn
			? 'Ctrl-C stops the sandbox. The credential and the examples stay in your n8n.'
			: 'Ctrl-C stops everything. Your workflows in this n8n are kept for the next start.',
	];
	return lines.join('\n');
}

async function start(): Promise<never> {
	const dataFolder = join(cache, 'data');
	const stack = await startStack({
		cacheFolder: cache,
		dataFolder,
		logFolder: cache,
		ports,
		progress,
	});
	const workflows = await importExamples(stack.client, await readExamples(), {
		credentialId: stack.credentialId,
		recordFile: join(dataFolder, 'examples.json'),
	});
	console.log(welcome(`http://localhost:${ports.n8n}`, stack.sandboxAddress, workflows, false));
	throw stopped(await stack.ended);
}

async function startBeside(own: OwnN8n): Promise<never> {
	const { sandbox, workflows } = await setUpOwnN8n({
		...own,
		sandboxPort: ports.sandbox,
		cacheFolder: cache,
		progress,
	});
	console.log(welcome(own.address, sandbox.address, workflows, true));
	await sandbox.exited;
	throw stopped('The sandbox');
}

const stopped = (name: string) =>
	new Failure(`${name} has stopped unexpectedly.`, `The logs say why: ${cache}`);

await runToEnd(async () => {
	const { demo, own } = readArguments();
	if (demo) return await runDemo({ cacheFolder: cache, ports, progress });
	return own ? await startBeside(own) : await start();
});
