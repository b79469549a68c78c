import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { repositoryRoot } from '../../dev/places';
import { errorCodes } from '../../sandbox/messages/delivery.ts';
import { testNumbers } from '../../sandbox/pageEvents.ts';
import { choices } from '../../sandbox/traffic/dialect.ts';
import { situations } from '../../sandbox/traffic/situations.ts';
import { openSandbox, routesOf } from './openSandbox.ts';

const readme = readFileSync(join(repositoryRoot, 'sandbox/README.md'), 'utf8');

it('lists the test numbers as the page does', () => {
	const rows = [...readme.matchAll(/^\| `(0\d{3})` \| (.+?) \|$/gm)].map(([, digits, about]) => ({
		digits,
		about: about.replaceAll('`', ''),
	}));
	const listed = [...testNumbers.ofMessages, ...testNumbers.ofRequests];
	expect(rows).toEqual(listed.map(({ digits, about }) => ({ digits, about })));
});

it('has the error codes with the words of the page, and the situations', () => {
	for (const [code, words] of Object.entries(errorCodes)) {
		expect(readme).toContain(`| \`${code}\` | ${words} |`);
	}
	for (const { name } of situations) expect(readme).toContain(`*${name}*`);
});

it('lists each field of a dialect with its words', () => {
	const [, table] = readme.split('| Field of a dialect |');
	const rows = table.split('\n\n')[0].split('\n').slice(2);
	const told = rows.map((row) => {
		const [, name, words] = row.split('|');
		return [name, words.replace(/\([^)]*\)/g, '')].map((cell) =>
			[...cell.matchAll(/`(\w+)`/g)].map(([, word]) => word),
		);
	});
	expect(told).toEqual(Object.entries(choices).map(([name, words]) => [[name], [...words]]));
});

it('lists all controls', async () => {
	const { app } = await openSandbox();
	const rows = readme.split('\n').filter((line) => line.startsWith('| `'));
	const told = rows.flatMap((row) =>
		[...row.split(' | ')[0].matchAll(/`(GET|POST|DELETE) (\/_sandbox\/[^`]+)`/g)].map(
			([, method, path]) => `${method} ${path}`,
		),
	);
	const controls = routesOf(app)
		.filter(([, path]) => path.startsWith('/_sandbox/') && !path.startsWith('/_sandbox/page/'))
		.map(([method, path]) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`);
	expect(told.sort()).toEqual(controls.sort());
});
