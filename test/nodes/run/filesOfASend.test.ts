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
	// A process runs several test files; the scripts of this one are the newest of their address.
	const newest = new Map(result.map(({ url, scriptId }) => [url, scriptId]));
	for (const { url, scriptId } of result) {
		if (Number(scriptId) > Number(newest.get(url))) newest.set(url, scriptId);
	}
	const ours = result.filter(({ url, scriptId }) => newest.get(url) === scriptId);
	const run = ours.filter(({ functions }) =>
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
	const [first, ...others] = [
		await filesRunBy(sending),
		await filesRunBy(sending),
		await filesRunBy(sending),
	];
	// What an earlier test file of this process left to a timer may run meanwhile, but not in each of them.
	const files = first.filter((file) => others.every((other) => other.includes(file)));
	expect(files).toContain('nodes/MessagingService/service/request.ts');
	if (process.env.SHOW_FILES) process.stdout.write(`${files.join('\n')}\n${files.length} files\n`);
	expect(files.length).toBeLessThanOrEqual(34);
});
