/** The rule of phone numbers beside libphonenumber: a hundred thousand numbers, and every disagreement explained. */
module.exports = {
	...require('./unit.cjs'),
	testMatch: ['**/*.oracle.ts'],
};
