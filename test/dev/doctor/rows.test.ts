import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { rowNames } from '../../../dev/doctor/rows';
import { repositoryRoot } from '../../../dev/places';

const read = (file: string) => readFileSync(join(repositoryRoot, file), 'utf8');

it('each assumption has a name in the document, and the doctor knows the same ones in the same order', () => {
	const named = [...read('docs/assumptions.md').matchAll(/^\| `([a-z\d-]+)` \|/gm)];
	expect(named.map(([, name]) => name)).toEqual(rowNames);
	expect(new Set(rowNames).size).toBe(rowNames.length);
});

it('no row of a table of assumptions is without a name', () => {
	const [assumed] = read('docs/assumptions.md').split('\n## What an answer means');
	const rows = assumed.split('\n').filter((line) => line.startsWith('| '));
	const others = rows.filter((line) => !/^\| (`[a-z\d-]+`|Name) \|/.test(line));
	expect(others).toEqual([]);
	expect(rows.length).toBeGreaterThan(40);
});

// They are in people's reports and recordings.
it('the names never change', () => {
	expect([...rowNames].sort().join(' ')).toBe(
		'address answer-encoding balance-answer bulk-answer bulk-request campaign-cancel campaign-create ' +
			'campaign-start cancel-effect channel-paths consent-request contact-id email-addresses ' +
			'email-request empty-list error-words form-examples http-status import-request key-place ' +
			'list-answer list-paging number-format object-answer one-key part-arrived part-failed ' +
			'part-of-batch part-price part-states path-prefix refusal-in-200 report-answer report-fields ' +
			'report-get request-limits send-answer send-fields sms-parts suppressed-recipient ' +
			'suppression-number suppression-request validate-request viber-delivery viber-request wrong-key',
	);
});
