import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { repositoryRoot } from '../../dev/places';

const files = globSync(
	'{*.md,{docs,examples,sandbox,nodes,credentials}/**/*.{md,ts,js,css,json}}',
	{
		cwd: repositoryRoot,
		exclude: (path) => path.includes('node_modules'),
	},
);

/** What had two names, and the one that it has. */
const ONE_NAME = { weather: 'situation', rehears: 'try a situation, Failures, count' };

it.each(Object.keys(ONE_NAME))(
	'one thing has one name: nothing that people read says %s',
	(word) => {
		expect(files.length).toBeGreaterThan(200);
		const found = files.filter(
			(file) =>
				file !== 'CHANGELOG.md' &&
				readFileSync(join(repositoryRoot, file), 'utf8').toLowerCase().includes(word),
		);
		expect(found).toEqual([]);
	},
);
