const { mkdtempSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const vm = require('node:vm');
const { setFlagsFromString } = require('node:v8');
const { TestEnvironment } = require('jest-environment-node');

// test/support/steps.ts counts in what V8 compiles meanwhile: nothing may be left of an earlier test file.
setFlagsFromString('--no-compilation-cache');

// n8n-core writes to the home folder unless it is told another one before it is loaded.
process.env.N8N_USER_FOLDER ??= mkdtempSync(join(tmpdir(), 'n8n-test-'));
process.env.N8N_LOG_LEVEL ??= 'silent';
process.env.N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS ??= 'false';

const loaded = Object.fromEntries(
	['n8n-core', 'n8n-workflow', 'fastify', '@fastify/swagger', 'libphonenumber-js', 'undici'].map(
		(name) => [name, require(name)],
	),
);

const { compileFunction } = vm;
const contexts = new WeakSet();

/** jest compiles what it loads for the context of the test file; left out, that is Node's own. */
vm.compileFunction = (code, parameters, { parsingContext, ...options } = {}) =>
	compileFunction(
		code,
		parameters,
		contexts.has(parsingContext) ? options : { ...options, parsingContext },
	);

/**
 * Runs test files in Node's own realm instead of one for each, so that the packages above are loaded once for
 * all files of a worker, and n8n is in the same realm as the node, as it is when users run it. jest would load
 * n8n-core anew for each file, which takes longer than the tests of most of them.
 */
module.exports = class OneRealm extends TestEnvironment {
	console = console;

	keys = new Set(Reflect.ownKeys(globalThis));

	constructor(config, context) {
		super(config, context);
		contexts.add(this.context);
		this.global = globalThis;
		this.moduleMocker = new this.moduleMocker.constructor(globalThis);
		this.fakeTimersModern = new this.fakeTimersModern.constructor({
			config: config.projectConfig,
			// Of the global object itself it would also replace what node:timers exports.
			global: new Proxy(globalThis, {}),
		});
		globalThis.loaded = loaded;
	}

	/** Leaves nothing of the file behind, nor of what jest keeps for it. */
	async teardown() {
		await super.teardown();
		globalThis.console = this.console;
		for (const key of Reflect.ownKeys(globalThis)) {
			if (!this.keys.has(key)) Reflect.deleteProperty(globalThis, key);
		}
	}
};
