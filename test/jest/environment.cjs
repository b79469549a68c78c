const vm = require('node:vm');
const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');

/** Stands for Node's own context, which jest has no name for. */
const HERE = {};
const { compileFunction } = vm;
vm.compileFunction = (code, names, options) => {
	const parsingContext = options.parsingContext === HERE ? undefined : options.parsingContext;
	return compileFunction(code, names, { ...options, parsingContext });
};

/**
 * Runs test files in Node's own context, one after another, so that what libraries make and what tests expect are of the same
 * classes, and a test's clock is theirs too. After each file, what it has changed of Node's names is as it was.
 */
module.exports = class {
	constructor({ projectConfig }) {
		// What jest keeps of a file under symbols: an earlier file's listeners would hear of this one's tests.
		const ofEarlierFiles = Object.getOwnPropertySymbols(globalThis).filter(({ description }) =>
			['EVENT_HANDLERS', 'JEST_STATE_SYMBOL'].includes(description),
		);
		for (const symbol of ofEarlierFiles) delete globalThis[symbol];
		this.kept = [globalThis, process].map((one) => [one, Object.getOwnPropertyDescriptors(one)]);
		this.env = { ...process.env };
		this.global = globalThis;
		this.moduleMocker = new ModuleMocker(globalThis);
		this.fakeTimers = null;
		// Not Node's own object: or they'd stop the timers of `node:timers` too, which go by real time.
		const global = new Proxy(globalThis, {});
		this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global });
	}

	async setup() {}

	async teardown() {
		this.fakeTimersModern.dispose();
		for (const [one, kept] of this.kept) {
			for (const name of Object.getOwnPropertyNames(one)) {
				if (!Object.hasOwn(kept, name)) delete one[name];
				else if (kept[name].configurable) Object.defineProperty(one, name, kept[name]);
			}
		}
		for (const name of Object.keys(process.env)) {
			if (!(name in this.env)) delete process.env[name];
		}
		Object.assign(process.env, this.env);
	}

	exportConditions() {
		return ['node', 'node-addons'];
	}

	getVmContext() {
		return HERE;
	}
};
