import { writeFileSync } from 'node:fs';

import { tableFile, tableSource } from './table.ts';

writeFileSync(tableFile, tableSource());
