require('./runFolder.cjs');

/** How all of jest's tests run: TypeScript, in Node's own realm, with libraries that are loaded once. */
module.exports = {
	transform: { '\\.[jt]s$': ['@swc/jest', { jsc: { target: 'es2023' } }] },
	testEnvironment: '<rootDir>/test/jest/environment.cjs',
	runtime: '<rootDir>/test/jest/runtime.cjs',
};
