/** What is used of n8n's scanner, which comes without types. */
declare module '@n8n/scan-community-package/scanner/scanner.mjs' {
	import type { Linter } from 'eslint';

	/** ESLint's configuration with all rules of the scanner. */
	export function buildScanConfig(): Promise<Linter.Config[]>;
	/** The files that it lints in a checkout of the sources. */
	export const SOURCE_FILE_PATTERNS: string[];
}
