import type { ChildProcess } from 'node:child_process';

import type { TestHostInfo } from './host.mts';
import { forkHost as fork } from '../../support/forkHost';

export { endHost } from '../../support/forkHost';

/** The running host: jest's setup and teardown share this module, the tests do not. */
export const hostProcess: { current?: ChildProcess } = {};

/** Starts so many n8n, each with a sandbox, in a process of their own. */
export async function forkHosts(
	version: string,
	count = 1,
): Promise<{ process: ChildProcess; info: TestHostInfo[] }> {
	return await fork<TestHostInfo[]>('test/e2e/support/host.mts', [version, String(count)]);
}
