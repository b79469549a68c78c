import { readFileSync } from 'node:fs';

import { freshEnvironment, neededEnvironment } from '../../../dev/processes/environment';

const path = '/repository/node_modules/.bin:/usr/lib/node_modules/npm/bin/node-gyp-bin:/usr/bin';

test("an outer npm's settings for this project do not reach another npm, the user's network settings do", () => {
	const ofProject = {
		INIT_CWD: '/repository',
		npm_config_legacy_peer_deps: 'true',
		npm_config_yes: 'true',
		npm_config_local_prefix: '/repository',
		npm_lifecycle_event: 'start',
		npm_package_name: 'x',
		NODE_OPTIONS: '--inspect',
		N8N_PORT: '1',
	};
	const ofUser = {
		npm_config_registry: 'https://registry.example.com/',
		NPM_CONFIG_CAFILE: '/ca.pem',
		npm_config_cache: '/cache',
		HTTPS_PROXY: 'http://proxy.example.com',
	};
	const env = { ...ofProject, ...ofUser, PATH: path };
	// The Node that runs comes first, and no tool of this project is found by chance.
	const PATH = '/node24/bin:/usr/bin';
	expect(freshEnvironment(env, '/node24/bin/node')).toEqual({ ...ofUser, PATH });
});

test('n8n and the sandbox get no secret of the shell', () => {
	const secrets = {
		AWS_SECRET_ACCESS_KEY: 'x',
		GITHUB_TOKEN: 'x',
		MESSAGING_API_KEY: 'x',
		NPM_TOKEN: 'x',
		'npm_config_//registry.example.com/:_authToken': 'x',
		SSH_AUTH_SOCK: '/x',
	};
	const needed = { HOME: '/home/ada', LC_ALL: 'C', https_proxy: 'http://proxy', TZ: 'UTC' };
	const { PATH, ...others } = neededEnvironment({ ...secrets, ...needed, PATH: path });
	expect(others).toEqual(needed);
	expect(PATH).toContain('/usr/bin');
	const started = ['dev/n8n/host.ts', 'dev/sandbox.ts'].map((file) => readFileSync(file, 'utf8'));
	for (const code of started) expect(code).not.toMatch(/freshEnvironment|process\.env/);
});
