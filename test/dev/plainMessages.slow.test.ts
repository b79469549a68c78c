import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { repositoryRoot } from '../../dev/places';

/** What lint says of code, as if it stood in this file. */
function complaints(code: string, file = 'nodes/MessagingService/run/send.ts'): string[] {
	const eslint = join(repositoryRoot, 'node_modules/eslint/bin/eslint.js');
	const args = [eslint, '--stdin', '--stdin-filename', file, '--format', 'json'];
	let report: string;
	try {
		report = execFileSync(process.execPath, args, { cwd: repositoryRoot, input: code }).toString();
	} catch (error) {
		report = String((error as { stdout: Buffer }).stdout);
	}
	const [{ messages }] = JSON.parse(report) as [
		{ messages: Array<{ ruleId: string; message: string }> },
	];
	const ours = messages.filter(({ ruleId }) => ruleId === 'house/plain-messages');
	return ours.map(({ message }) => message.split(':')[0]);
}

const advice = "export const ADVICE = { 400: 'Correct the errors.' };";

test('Lint finds words in an error that a user has to read twice, and reads no other text', () => {
	const long = Array.from({ length: 31 }, () => 'word').join(' ');
	expect(
		complaints(
			`
			new Problem('There was a problem', 'Look at <b>.', { outcome: 'a failure is fine here' });
			refused(\`The color of \${name}\`, e.g. ? 'Enter it, e.g. here' : 'Check Once Key now');
			throw new Problem("'Once Key' is empty", '${long}');
			${advice}
		`.replace('e.g. ?', 'name ?'),
		),
	).toEqual([
		'Say what happened',
		'n8n shows it as HTML',
		'Write "for example"',
		'Put the name of a field in single quotes',
		'Use at most 30 words in a sentence',
	]);
});

test('Lint reads the tables of advice too', () => {
	expect(complaints(advice, 'nodes/MessagingService/errors/advice.ts')).toHaveLength(1);
});
