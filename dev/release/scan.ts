import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freshEnvironment } from '../processes/environment.ts';

/** n8n scans the sources at the commit that a package was published from, and the published files. */
export type ScannedPart = 'source' | 'published';

/**
 * What n8n's scanner of community packages, which decides on their verification, finds in a folder:
 * errors and warnings, as `file:line: message (rule)`.
 *
 * @throws Error if there is nothing to scan in the folder
 */
export function findScanProblems(folder: string, part: ScannedPart): string[] {
	// The scanner makes a temporary folder when it is loaded and leaves it behind.
	const scratch = mkdtempSync(join(tmpdir(), 'messaging-service-scan-'));
	try {
		const program = join(import.meta.dirname, 'scanProcess.ts');
		const output = execFileSync(process.execPath, [program, part, realpathSync(folder)], {
			env: { ...freshEnvironment(), TMPDIR: scratch },
			encoding: 'utf8',
			stdio: ['ignore', 'pipe', 'pipe'],
		});
		return JSON.parse(output);
	} finally {
		rmSync(scratch, { recursive: true, force: true });
	}
}
