import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { neededEnvironment } from '../processes/environment.ts';
import { Failure } from '../failure.ts';
import { requestJson } from '../http.ts';
import { nodeFor } from './releases.ts';
import type { Ports } from '../ports.ts';
import { type RunningProcess, startProcess } from '../processes/processes.ts';

/** For what hangs; what is slow is waited for, and what ends is told of at once. */
const patienceMs = 300_000;

/** What n8n is told: to stay on this machine and in its own folder, to report nothing, to ask nothing of new users. */
function n8nSettings({ userFolder, ports, settings }: HostOptions): Record<string, string> {
	return {
		NODE_ENV: 'production',
		N8N_USER_FOLDER: userFolder,
		N8N_HOST: 'localhost',
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_PORT: String(ports.n8n),
		N8N_RUNNERS_BROKER_PORT: String(ports.broker),
		N8N_SECURE_COOKIE: 'false',
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_HIRING_BANNER_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
		N8N_LOG_LEVEL: 'info',
		N8N_LOG_OUTPUT: 'console',
		// On a busy machine, its own database may take longer than 5 s: n8n would refuse whatever is asked until it looks again.
		DB_PING_TIMEOUT_MS: '120000',
		...settings,
	};
}

/** The command of n8n that a process runs. */
function n8nCommand(options: HostOptions): { command: string; args: string[] } {
	if ('installation' in options) {
		const args = [join(options.installation, 'node_modules/n8n/bin/n8n')];
		return { command: nodeFor(options.installation), args };
	}
	const { image, userFolder } = options;
	const { uid, gid } = userInfo();
	// It shares this machine's network and n8n's folder, so that its n8n is found where an installed one is.
	const shared = ['--network=host', `--user=${uid}:${gid}`, `--volume=${userFolder}:${userFolder}`];
	const told = Object.entries({
		...n8nSettings(options),
		HOME: userFolder,
		// n8n 3 loads our package only with this.
		N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
	}).map(([name, value]) => `--env=${name}=${value}`);
	return { command: 'docker', args: ['run', '--rm', '--init', ...shared, ...told, image] };
}

/** The n8n that runs: the one installed in a folder, or the one in an image of Docker's. */
type Program = { installation: string } | { image: string };

export type HostOptions = Program & {
	/** n8n's N8N_USER_FOLDER: database, key, community packages. */
	userFolder: string;
	ports: Pick<Ports, 'n8n' | 'broker'>;
	logFile: string;
	/** Further settings of n8n's, by the name of their environment variable. */
	settings?: Record<string, string>;
};

export interface RunningHost extends RunningProcess {
	readonly address: string;
}

/** One that says whether it is still there. */
export interface ReadyHost extends RunningHost {
	/** Waits until it answers. @throws Failure if it ends before, or takes far too long: then it is stopped */
	ready(): Promise<void>;
}

/** Starts n8n and waits until it answers. */
export async function startN8n(options: HostOptions): Promise<ReadyHost> {
	return await startCommand('n8n', options, ['start'], async (address) => {
		const { status, answer } = await requestJson('GET', `${address}/rest/settings`);
		// While it starts, n8n answers everything with a page that says so.
		return status === 200 && answer !== undefined;
	});
}

/** Starts one of n8n's commands and waits until it answers. */
export async function startCommand(
	name: string,
	options: HostOptions,
	args: string[],
	answers: (address: string) => Promise<boolean>,
): Promise<ReadyHost> {
	const { userFolder, ports, logFile } = options;
	await mkdir(userFolder, { recursive: true });
	await writeFile(logFile, '');
	const { command, args: n8nArgs } = n8nCommand(options);
	const started = startProcess({
		command,
		args: [...n8nArgs, ...args],
		cwd: userFolder,
		env: { ...neededEnvironment(), ...n8nSettings(options) },
		logFile,
	});
	const address = `http://127.0.0.1:${ports.n8n}`;
	const ready = async () =>
		await waitUntilReady(name, started, logFile, async () => await answers(address));
	await ready();
	return {
		...started,
		address,
		ready,
		async crash() {
			await started.crash();
			// n8n waits 10 s where this stands from before, for one that crashes again and again; this one was killed.
			await rm(join(userFolder, '.n8n', 'crash.journal'), { force: true });
		},
	};
}

/** An n8n that may be killed and started again; if it is not back in time, the next one who needs it starts it anew. */
export function restartable(start: () => Promise<ReadyHost>) {
	let running: ReadyHost | undefined;
	async function required(): Promise<ReadyHost> {
		// One that has just ended may not have been reported yet.
		const isThere = await running?.ready().then(
			() => true,
			() => false,
		);
		if (running && isThere) return running;
		const host = await start();
		running = host;
		void host.exited.then(() => {
			if (running === host) running = undefined;
		});
		return host;
	}
	return {
		required,
		async restart() {
			await running?.crash();
			running = undefined;
			await required();
		},
		async stop() {
			await running?.stop();
		},
	};
}

/** Waits for a started process to answer; fails if it ends before, or takes far too long: then it is stopped. */
export async function waitUntilReady(
	name: string,
	started: RunningProcess,
	logFile: string,
	answers: () => Promise<boolean>,
	mostMs = patienceMs,
): Promise<void> {
	const deadline = Date.now() + mostMs;
	let ended = false;
	void started.exited.then(() => (ended = true));
	for (;;) {
		if (await answers().catch(() => false)) return;
		if (ended) {
			const lines = (await readFile(logFile, 'utf8')).split('\n').filter((line) => line.trim());
			const end = lines.slice(-3).map((line) => `\n  ${line}`);
			throw new Failure(
				`${name} stopped while it was starting.`,
				`Its log says why: ${logFile}. Its end:${end.join('') || ' nothing.'}`,
			);
		}
		if (Date.now() > deadline) {
			await started.stop();
			throw new Failure(
				`${name} did not answer within ${mostMs / 1_000} seconds.`,
				`Its log may say why: ${logFile}. On a busy machine, run the command again.`,
			);
		}
		await sleep(300);
	}
}
