import { writeFileSync } from 'node:fs';

import { tableFile } from './place.ts';
import { tableSource } from './table.ts';

writeFileSync(tableFile, tableSource());
