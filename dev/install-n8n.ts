/** Installs n8n ahead of what needs it: `npm start` and the end-to-end tests then find it, or wait for it. */
import { installN8n, n8nVersion } from './n8nInstallation.ts';
import { cacheFolder } from './places.ts';

await installN8n({
	version: n8nVersion,
	cacheFolder: cacheFolder(),
	log: (line) => console.log(line),
});
