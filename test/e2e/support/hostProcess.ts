import type { ChildProcess } from 'node:child_process';

import type { TestHostInfo } from '../../../dev/testHost';
import { forkHost as fork } from '../../support/forkHost';

export { endHost } from '../../support/forkHost';

/** The running host: jest's setup and teardown share this module, the tests do not. */
export const hostProcess: { current?: ChildProcess } = {};

/** Starts n8n, of a version if one is given, and the sandbox in a process of their own. */
export async function forkHost(
	version?: string,
): Promise<{ process: ChildProcess; info: TestHostInfo }> {
	return await fork<TestHostInfo>('dev/testHost.ts', version ? [version] : []);
}
