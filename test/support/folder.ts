import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder for the tests of a file or of a `describe`, gone after them. */
export function folderForTests(): string {
	const folder = mkdtempSync(join(tmpdir(), 'test-'));
	afterAll(() => rmSync(folder, { recursive: true }));
	return folder;
}
