import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkSync } from 'recheck';
import ts from 'typescript';

import { repositoryRoot } from '../../dev/places';
import type * as masking from '../../nodes/MessagingService/errors/withoutKey';

process.env.RECHECK_SYNC_BACKEND = 'pure';
/** As in lint: limits in steps, so that a busy machine finds the same. */
const noClock = {
	timeout: null,
	seedingTimeout: null,
	incubationTimeout: null,
	attackTimeout: null,
};

/** How the time of a search grows with a text, by recheck. */
function complexityOf({ source, flags }: Pick<RegExp, 'source' | 'flags'>): string {
	// recheck takes long for a repetition with an end. Without one there is more to try, not less.
	const found = checkSync(source.replaceAll('{0,99}', '*'), flags, noClock);
	return found.status === 'safe' ? 'linear' : `${found.status}: ${source}`;
}

/** The patterns that are put together while a file is loaded anew, and used. */
function patternsMadeIn(file: string, use: (exported: never) => unknown): RegExp[] {
	const made: RegExp[] = [];
	const Usual = globalThis.RegExp;
	const make = (_: unknown, [source, flags]: [string, string?]) => {
		made.push(new Usual(source, flags));
		return made[made.length - 1];
	};
	globalThis.RegExp = new Proxy(Usual, {
		construct: (target, given) => make(target, given as [string]),
		apply: (target, _, given) => make(target, given as [string]),
	});
	try {
		jest.isolateModules(() => use(jest.requireActual(`../../${file}`) as never));
	} finally {
		globalThis.RegExp = Usual;
	}
	return made;
}

const folder = 'nodes/MessagingService';
/** The files that put patterns together, and how they are used. */
const makers: Record<string, (exported: never) => unknown> = {
	[`${folder}/errors/withoutKey.ts`]: ({ withoutKey }: typeof masking) => {
		for (const key of ['k-7a', '\\\\\\\\', '"/&<', '&%;', '+ %+']) withoutKey('', key);
	},
	[`${folder}/values/emailAddresses.ts`]: () => undefined,
};

const parsed = globSync('{nodes,credentials,sandbox}/**/*.{ts,js}', {
	cwd: repositoryRoot,
	exclude: ['**/node_modules/**'],
}).map((file) => {
	const text = readFileSync(join(repositoryRoot, file), 'utf8');
	return ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
});

/** The places where a pattern is made of more than a text: lint checks the others. */
function placesIn(part: ts.Node): ts.Node[] {
	const inside: ts.Node[] = [];
	part.forEachChild((child) => void inside.push(...placesIn(child)));
	const isMade =
		(ts.isNewExpression(part) || ts.isCallExpression(part)) &&
		part.expression.getText() === 'RegExp' &&
		!part.arguments?.every(ts.isStringLiteral);
	return isMade ? [part, ...inside] : inside;
}

describe('A pattern that is put together', () => {
	const places = new Map(parsed.map((file) => [file.fileName, placesIn(file).length]));

	it('stands in one of these files', () => {
		const files = [...places].filter(([, count]) => count > 0).map(([file]) => file);
		expect(files.sort()).toEqual(Object.keys(makers).sort());
	});

	it.each(Object.keys(makers))('takes linear time: %s', (file) => {
		const patterns = patternsMadeIn(file, makers[file]);
		const different = new Map(patterns.map((pattern) => [String(pattern), pattern]));
		expect(different.size).toBeGreaterThanOrEqual(places.get(file)!);
		expect([...new Set([...different.values()].map(complexityOf))]).toEqual(['linear']);
	});
});

describe("A pattern of the sandbox's contract", () => {
	const found = new Set<string>();
	const search = (value: unknown): void => {
		if (typeof value !== 'object' || value === null) return;
		for (const [name, one] of Object.entries(value)) {
			if (name === 'pattern' && typeof one === 'string') found.add(one);
			else search(one);
		}
	};
	for (const { fileName } of parsed) {
		if (/^sandbox\/contract\//.test(fileName)) search(jest.requireActual(`../../${fileName}`));
	}

	it('takes linear time', () => {
		expect(found.size).toBeGreaterThan(4);
		const patterns = [...found].map((source) => ({ source, flags: 'u' }));
		expect([...new Set(patterns.map(complexityOf))]).toEqual(['linear']);
	});
});

it('finds a pattern that takes longer', () => {
	for (const pattern of [/^(\s*a?\s*)*b$/, / +$/]) {
		expect(complexityOf(pattern)).toContain('vulnerable');
	}
});
