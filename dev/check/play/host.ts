import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '../../temporaryFolders.ts';
import { anyFreePorts } from '../../ports.ts';
import type { Progress } from '../../progress.ts';
import { type Stack, startStack } from '../../stack.ts';
import { type Memory, startMemory } from './memory.ts';

/** A second n8n that nobody works in, and a sandbox of its own. */
export interface CheckHost extends Stack {
	/** Names the hosts that something wanted to reach, one a line: nothing did. */
	refusedFile: string;
	/** How far n8n's clock is ahead, in ms. */
	clockFile: string;
	memory: Memory;
}

/** Starts them, on free ports and with data that is gone when this process ends. */
export async function startCheckHost(progress: Progress, tarball?: string): Promise<CheckHost> {
	const folder = temporaryFolder('check');
	const refusedFile = join(folder, 'refused');
	const clockFile = join(folder, 'clock');
	await writeFile(clockFile, '0');
	const stack = await startStack({
		dataFolder: folder,
		logFolder: folder,
		ports: await anyFreePorts(),
		tarball,
		progress,
		settings: {
			NODE_OPTIONS: `--require=${join(import.meta.dirname, 'onlyThisMachine.cjs')}`,
			ONLY_THIS_MACHINE: refusedFile,
			CLOCK_AHEAD: clockFile,
			// The newer one evaluates expressions in a world of its own, whose clock nothing can set.
			N8N_EXPRESSION_ENGINE: 'legacy',
			// What was played is not looked at again.
			EXECUTIONS_DATA_PRUNE_MAX_COUNT: '500',
			// Whoever is signed in still is where the clock is far ahead.
			N8N_USER_MANAGEMENT_JWT_DURATION_HOURS: '1000000',
			// It would ask n8n's own servers.
			N8N_DYNAMIC_BANNERS_ENABLED: 'false',
			N8N_VERIFIED_PACKAGES_ENABLED: 'false',
		},
	});
	return { ...stack, refusedFile, clockFile, memory: await startMemory() };
}
