const { readdirSync, readFileSync } = require('node:fs');
const { basename, dirname, join } = require('node:path');

const NAME = 'together.test.ts';

/** What counts the code that V8 runs needs a process to itself: code of other files would count as well. */
const isAlone = (file) => /support\/steps'|node:inspector/.test(readFileSync(file, 'utf8'));

/** The test files beside a `together.test.ts`, which share its load of n8n. */
const filesBeside = (folder) =>
	readdirSync(folder)
		.filter((name) => /(?<!\.slow)\.test\.ts$/.test(name) && name !== NAME)
		.map((name) => join(folder, name))
		.filter((file) => !isAlone(file));

/**
 * Jest's filter: takes a folder's test files together if all of them are to run; each by itself otherwise, as
 * somebody who names a file wants it.
 */
function filter(paths) {
	const wanted = new Set(paths);
	for (const path of paths.filter((path) => basename(path) === NAME)) {
		const files = filesBeside(dirname(path));
		const areAllWanted = files.every((file) => wanted.has(file));
		for (const left of areAllWanted ? files : [path]) wanted.delete(left);
	}
	return { filtered: [...wanted] };
}

module.exports = Object.assign(filter, { filesBeside });
