import { join } from 'node:path';

import { repositoryRoot } from '../places.ts';

/** Where the table of countries lies. */
export const tableFile = join(repositoryRoot, 'nodes/MessagingService/values/countries/table.ts');
