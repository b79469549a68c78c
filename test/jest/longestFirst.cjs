const Sequencer = require('@jest/test-sequencer').default;

/** The test files that take longest, so that no worker has one of them left when the others are done. */
const longest = [
	'check.test.ts',
	'byTheClock.test.ts',
	'browser/sending.test.ts',
	'browser/asking.test.ts',
	'browser/credential.test.ts',
	'browser/exampleAgent.test.ts',
	'browser/trigger.test.ts',
	'browser/fields.test.ts',
	'browser/options.test.ts',
	'browser/agentTool.test.ts',
	'browser/answering.test.ts',
	'triggerFirstPoll.test.ts',
];

/** Begins with the longest files; jest itself knows only after a run how long each takes. */
module.exports = class LongestFirst extends Sequencer {
	sort(tests) {
		const place = ({ path }) => {
			const index = longest.findIndex((file) => path.endsWith(`/test/e2e/${file}`));
			return index < 0 ? longest.length : index;
		};
		return super.sort(tests).sort((a, b) => place(a) - place(b));
	}
};
