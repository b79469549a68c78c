/** Whatever a run of tests makes in the temporary folder is in one folder of the run. */
const { chmodSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { temporaryFolder } = require('../../dev/temporaryFolders.ts');

// A process that the run has started is in its folder already.
if (process.env.TEST_RUN_FOLDER !== tmpdir()) {
	const folder = temporaryFolder('tests');
	// PostgreSQL runs as a user of its own.
	chmodSync(folder, 0o711);
	process.env.TMPDIR = process.env.TEST_RUN_FOLDER = folder;
}
