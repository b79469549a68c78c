require('./runFolder.cjs');

/** What all of jest's runs share: TypeScript, those of our libraries that are no CommonJS, and patience. */
module.exports = {
	transform: { '\\.[jt]s$': ['@swc/jest', { jsc: { target: 'es2023' } }] },
	transformIgnorePatterns: ['/node_modules/(?!(cookie)/)'],
	// For what hangs. Tests give way to others (nice), and may then take ten times as long: none is judged by that.
	testTimeout: 30 * 60_000,
};
