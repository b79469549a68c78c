import { join } from 'node:path';
import { readFileSync } from 'node:fs';

import { type CheckHost, checkWorkflow, startCheckHost } from '../../../dev/check/checkWorkflow';
import type { Workflow } from '../../../dev/n8n/types';
import { repositoryRoot } from '../../../dev/places';
import { quiet } from '../../../dev/progress';
import type { Report } from '../../../sandbox/flightCheck';
import { adviceOf } from '../../../sandbox/page/words.js';

/** The check with an n8n of its own, until all tests of the file are over. */
export function checkForTests() {
	let host: CheckHost;
	beforeAll(async () => {
		host = await startCheckHost(quiet);
	});
	afterAll(async () => await host.stop());
	return {
		host: () => host,
		/** @param only the situations to play besides the first */
		check: async (workflow: Workflow, only?: string[]) =>
			await checkWorkflow(host, workflow, { only }),
	};
}

export const rowsOf = ({ rows }: Report) =>
	Object.fromEntries(rows.map((row) => [row.situation, row]));
export const toChange = ({ rows }: Report) =>
	adviceOf(rows).filter(({ level }) => level === 'change');

/** A workflow of the sets that people made who hadn't read the check. */
export const textOfSet = (file: string): string =>
	readFileSync(join(repositoryRoot, 'test/check/sets', `${file}.json`), 'utf8');
export const readSet = (file: string): Workflow => JSON.parse(textOfSet(file));
