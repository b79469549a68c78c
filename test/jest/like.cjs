/** The node's contract against the sandbox that answers like a recording: `npm run test:like -- recording.json`. */
module.exports = { ...require('./unit.cjs'), roots: ['<rootDir>/test/like'] };
