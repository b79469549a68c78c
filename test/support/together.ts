import { basename } from 'node:path';

// Its hook is for every file, not for the first one that imports it.
import './engine';

import { filesBeside } from '../jest/together.cjs';

/** Runs the test files of a folder in one load of n8n, which takes longer than most of their tests. */
export function together(folder: string): void {
	for (const file of filesBeside(folder)) {
		describe(basename(file), () => void jest.requireActual(file));
	}
}
