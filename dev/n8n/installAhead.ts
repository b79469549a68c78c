/** Installs n8n ahead of what needs it: `npm start` and the end-to-end tests then find it, or wait for it. */
import { runToEnd } from '../processes/shutdown.ts';
import { showProgress } from '../progress.ts';
import { installN8n } from './install.ts';
import { n8nVersion } from './releases.ts';

await runToEnd(async () => {
	const progress = showProgress();
	await installN8n(process.argv[2] ?? n8nVersion, progress);
	progress.done();
	return 0;
});
