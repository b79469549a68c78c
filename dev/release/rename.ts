/** `npm run rename -- n8n-nodes-acme-sms`: gives the package another name, in every file that holds its name. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '../places.ts';

const [name = ''] = process.argv.slice(2);
if (!/^n8n-nodes-[a-z\d]+(-[a-z\d]+)*$/.test(name)) {
	console.error('Enter the new name, such as: npm run rename -- n8n-nodes-acme-sms');
	process.exit(2);
}
const manifest: { name: string } = JSON.parse(
	readFileSync(join(repositoryRoot, 'package.json'), 'utf8'),
);
const options = { cwd: repositoryRoot, encoding: 'utf8' } as const;
const holders = execFileSync('git', ['grep', '-lzF', manifest.name], options).split('\0');
const wholeName = new RegExp(`(?<![\\w-])${manifest.name}(?![\\w-])`, 'g');
for (const holder of holders.filter(Boolean)) {
	const file = join(repositoryRoot, holder);
	writeFileSync(file, readFileSync(file, 'utf8').replace(wholeName, name));
}
console.log(`${manifest.name} is ${name} now: see git diff, and run npm test.`);
