const { createRequire, isBuiltin } = require('node:module');
const { isAbsolute } = require('node:path');
const { default: Runtime } = require('jest-runtime');

const isLibrary = (name) => !/^\./.test(name) && !isAbsolute(name) && !isBuiltin(name);

/**
 * Loads libraries once for each worker: n8n's alone are 1,700 files, and took most of a test file's time. Ours are loaded anew
 * for each test file.
 */
module.exports = {
	default: class extends Runtime {
		requireModule(from, name, options, isActual) {
			const isShared = name && isLibrary(name) && !options?.isInternalModule;
			return isShared
				? createRequire(from)(name)
				: super.requireModule(from, name, options, isActual);
		}
	},
	__esModule: true,
};
