const { createHash } = require('node:crypto');
const { relative } = require('node:path');
const Sequencer = require('@jest/test-sequencer').default;

/** The test files in an order of the seed's, as `randomize` does it with the tests of a file. */
module.exports = class RandomOrder extends Sequencer {
	constructor(options) {
		super(options);
		this.seed = options.globalConfig.seed;
	}

	sort(tests) {
		const place = ({ path, context }) =>
			createHash('sha1')
				.update(`${this.seed} ${relative(context.config.rootDir, path)}`)
				.digest('hex');
		return [...tests].sort((a, b) => (place(a) < place(b) ? -1 : 1));
	}
};
