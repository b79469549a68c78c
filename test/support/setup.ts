import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// n8n-core writes to the home folder unless it is told another one before it is loaded.
process.env.N8N_USER_FOLDER ??= mkdtempSync(join(tmpdir(), 'n8n-test-'));
process.env.N8N_LOG_LEVEL ??= 'silent';
process.env.N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS ??= 'false';
