import { readFileSync } from 'node:fs';

import { tableFile, tableSource } from '../../../../dev/countries/table';
import { countriesByCode } from '../../../../nodes/MessagingService/values/countries/country';

test('the table is what the library says', () => {
	expect(readFileSync(tableFile, 'utf8')).toBe(tableSource());
	expect(Buffer.byteLength(readFileSync(tableFile))).toBeLessThan(6_000);
	expect(countriesByCode.size).toBe(245);
});
