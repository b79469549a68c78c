import { Session } from 'node:inspector/promises';
import { relative } from 'node:path';

import { repositoryRoot } from '../../../dev/places';
import { runNode } from '../../support/engine';
import { recipients, send } from '../../support/sending';
import { serviceForTests } from '../../support/service';

const service = serviceForTests();

/** The files of nodes/ and credentials/ of which a task runs a function. */
async function filesRunBy(task: () => Promise<unknown>): Promise<string[]> {
	const session = new Session();
	session.connect();
	await session.post('Profiler.enable');
	await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
	await task();
	const { result } = await session.post('Profiler.takePreciseCoverage');
	session.disconnect();
	const run = result.filter(({ functions }) =>
		// The getters are those of exports.
		functions.some(
			({ functionName, ranges }) => !/^(get\b|$)/.test(functionName) && ranges[0].count > 0,
		),
	);
	const files = run.map(({ url }) => relative(repositoryRoot, url.replace('file://', '')));
	return [...new Set(files)].filter((file) => /^(nodes|credentials)\//.test(file)).sort();
}

it('is small enough to follow: Send without options', async () => {
	const sending = async () => await runNode(service.credential, send, recipients(1));
	// Whatever is read once for all is read already.
	await sending();
	const files = await filesRunBy(sending);
	expect(files).toContain('nodes/MessagingService/service/request.ts');
	if (process.env.SHOW_FILES) process.stdout.write(`${files.join('\n')}\n${files.length} files\n`);
	expect(files.length).toBeLessThanOrEqual(34);
});
