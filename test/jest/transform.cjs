require('./runFolder.cjs');

/** TypeScript, and those of our libraries that are no CommonJS, as jest runs them. */
module.exports = {
	transform: { '\\.[jt]s$': ['@swc/jest', { jsc: { target: 'es2023' } }] },
	transformIgnorePatterns: ['/node_modules/(?!(cookie)/)'],
};
