/** What n8n's assistants find and read: n8n's own search, types and workflow SDK over the built package. */
module.exports = {
	...require('./unit.cjs'),
	testMatch: ['**/*.machines.ts'],
	globalSetup: '<rootDir>/test/machines/ready.ts',
};
