/** ESLint's configuration with all rules of n8n's scanner, which itself takes a package from npm only and keeps warnings to itself. */
import { buildScanConfig } from '@n8n/scan-community-package/scanner/scanner.mjs';

export default await buildScanConfig();
