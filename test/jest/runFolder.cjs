/**
 * Whatever a run of tests makes in the temporary folder is in one folder of the run, which is gone when the run ends.
 * What a run has left that somebody killed, the next one removes.
 */
const { chmodSync, mkdtempSync, readdirSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

const remove = (folder) => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });

function isAlive(processId) {
	try {
		return process.kill(processId, 0);
	} catch (error) {
		// EPERM: it lives, but belongs to somebody else.
		return error.code === 'EPERM';
	}
}

// A process that the run has started is in its folder already.
if (process.env.TEST_RUN_FOLDER !== tmpdir()) {
	const around = tmpdir();
	for (const name of readdirSync(around)) {
		const [, owner] = /^sms-tests-(\d+)-/.exec(name) ?? [];
		if (owner && !isAlive(Number(owner))) remove(join(around, name));
	}
	const folder = mkdtempSync(join(around, `sms-tests-${process.pid}-`));
	// PostgreSQL runs as a user of its own.
	chmodSync(folder, 0o711);
	process.env.TMPDIR = process.env.TEST_RUN_FOLDER = folder;
	process.on('exit', () => remove(folder));
}
