import { duration, InstallProgress } from '../../dev/installProgress';

const progressAfter = (...lines: string[]) => {
	const progress = new InstallProgress();
	for (const line of lines) progress.read(line);
	return progress.summary();
};

const description = 'npm http fetch GET 200 https://registry.example.com/n8n 64ms (cache updated)';
const needed = (name: string) =>
	`npm http cache ${name}@https://registry.example.com/${name}/-/${name}-1.0.0.tgz 0ms (cache hit)`;
const fetched = (name: string) =>
	`npm http fetch GET 200 https://registry.example.com/${name}/-/${name}-1.0.0.tgz 9ms (cache miss)`;

describe('The progress of an installation', () => {
	test('counts package descriptions until npm knows what it needs', () => {
		expect(progressAfter(description, description)).toBe(
			'finding out which packages are needed: 2 looked at',
		);
	});

	test('counts fetched packages against those that are needed', () => {
		const lines = [description, needed('a'), needed('b'), needed('c'), fetched('a')];
		expect(progressAfter(...lines)).toBe('downloading and unpacking: 1 of 3 packages');
	});

	test('tells of requests that failed and are repeated', () => {
		const failed =
			'npm http fetch GET https://registry.example.com/n8n attempt 1 failed with ETIMEDOUT';
		expect(progressAfter(description, failed)).toBe(
			'finding out which packages are needed: 1 looked at (1 requests failed and are repeated)',
		);
	});

	test('takes no notice of other words of npm', () => {
		expect(progressAfter('npm warn deprecated a@1.0.0', 'added 3 packages')).toBe(
			'finding out which packages are needed: 0 looked at',
		);
	});
});

test.each([
	[400, '0 s'],
	[59_400, '59 s'],
	[75_000, '1 min 15 s'],
	[360_000, '6 min 0 s'],
])('%d ms reads %s', (milliseconds, text) => {
	expect(duration(milliseconds)).toBe(text);
});
