import { packPackage } from '../../dev/n8n/communityPackage';
import { installN8n } from '../../dev/n8n/install';
import { n8nVersion } from '../../dev/n8n/releases';
import { temporaryFolder } from '../../dev/temporaryFolders';
import { showProgress } from '../../dev/progress';

/** Builds the package, and installs n8n if it isn't there. */
export default async function ready(): Promise<void> {
	const progress = showProgress();
	await installN8n(n8nVersion, progress);
	await packPackage(temporaryFolder('machines'), progress);
}
