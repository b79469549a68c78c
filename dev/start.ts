import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runDemo } from './demo.ts';
import { Failure } from './failure.ts';
import { formPath } from './form.ts';
import type { SavedWorkflow } from './n8nTypes.ts';
import { cacheFolder } from './places.ts';
import { portsFrom } from './ports.ts';
import { importExamples, messagesTable, readExamples } from './provisioning.ts';
import { runToEnd } from './shutdown.ts';
import { account, type Stack, startStack } from './stack.ts';

const log = (line: string) => console.log(line);

function readArguments(): { demo: boolean } {
	try {
		const { values } = parseArgs({ options: { demo: { type: 'boolean', default: false } } });
		return { demo: values.demo };
	} catch (error) {
		throw new Failure(
			error instanceof Error ? error.message : String(error),
			'Use it as npm start, or npm start -- --demo',
		);
	}
}

/** What to open, for a person who has just started everything. */
function welcome(
	stack: Stack,
	workflows: Record<string, SavedWorkflow>,
	ports: { n8n: number },
): string {
	const n8n = `http://localhost:${ports.n8n}`;
	const form = workflows['form-to-sms'];
	const lines = [
		'',
		'Everything is running. Open',
		'',
		...(form ? [`  the form        ${n8n}/form/${formPath(form)}`] : []),
		`  the sandbox     ${stack.sandboxAddress}   (the messages arrive here)`,
		`  n8n             ${n8n}/home/workflows`,
		`                  e-mail   ${account.email}`,
		`                  password ${account.password}`,
		'',
		...(form
			? [
					'Send something with the form. It arrives in the sandbox at once; within a minute or two a',
					`workflow has fetched its delivery report: n8n, Data tables, "${messagesTable}".`,
					'',
				]
			: []),
		'Ctrl-C stops everything. Your workflows in this n8n are kept for the next start.',
	];
	return lines.join('\n');
}

async function start(): Promise<number> {
	const ports = portsFrom(process.env);
	const cache = cacheFolder();
	const dataFolder = join(cache, 'data');
	const stack = await startStack({ cacheFolder: cache, dataFolder, logFolder: cache, ports, log });
	const workflows = await importExamples(stack.client, await readExamples(), {
		credentialId: stack.credentialId,
		recordFile: join(dataFolder, 'examples.json'),
	});
	log(welcome(stack, workflows, ports));
	const ended = await stack.ended;
	throw new Failure(`${ended} has stopped unexpectedly.`, `The logs say why: ${cache}`);
}

await runToEnd(async () => {
	const { demo } = readArguments();
	return demo
		? await runDemo({ cacheFolder: cacheFolder(), ports: portsFrom(process.env), log })
		: await start();
});
