import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { Findings } from '../../../dev/doctor/findings';
import { judgeBody } from '../../../dev/doctor/judge';
import type { Row } from '../../../dev/doctor/rows';
import { rowNames } from '../../../dev/doctor/rows';
import { contract } from '../../../nodes/MessagingService/answers/contract';
import { repositoryRoot } from '../../../dev/places';
import { fields, operationFields, optionsOf, parametersOf } from '../../support/description';

const read = (file: string) => readFileSync(join(repositoryRoot, file), 'utf8');

const namesIn = (text: string) =>
	[...text.matchAll(/^\| `([a-z\d-]+)` \|/gm)].map(([, name]) => name);

it('each row of a table of assumptions has a name, and the doctor knows the same ones in the same order', () => {
	const document = read('docs/assumptions.md');
	expect(namesIn(document)).toEqual(rowNames);
	const [assumed] = document.split('\n## What an answer means');
	const lines = assumed.split('\n').filter((line) => /^\| (?!Name \|)/.test(line));
	expect(lines).toHaveLength(rowNames.length);
});

it('each row about an answer has an entry in the contract under its name, and no entry is without a row', () => {
	const sections = read('docs/assumptions.md').split(/^## /m);
	const about = sections.filter((one) => /^(In the specification|Answers|Delivery)\n/.test(one));
	expect(about).toHaveLength(3);
	// The place of the key, which the credential knows, and what only the doctor asks.
	const others = ['key-place', 'report-get', 'report-fields', 'part-states', 'part-failed'];
	const entries = [...Object.keys(contract), ...others, 'viber-delivery'];
	expect(about.flatMap(namesIn).sort()).toEqual(entries.sort());
});

// They are in people's reports and recordings.
it('the names never change', () => {
	expect([...rowNames].sort().join(' ')).toBe(
		'address answer-encoding balance-answer bulk-answer bulk-request campaign-cancel campaign-create ' +
			'campaign-start cancel-effect channel-paths consent-request email-addresses ' +
			'email-request empty-list error-words form-examples http-status import-request key-place ' +
			'list-answer list-paging number-format object-answer one-key part-arrived part-failed ' +
			'part-of-batch part-price part-states path-prefix refusal-in-200 report-answer report-fields ' +
			'report-get request-limits send-answer send-fields sms-parts suppressed-recipient ' +
			'suppression-number suppression-request validate-answer validate-request viber-delivery ' +
			'viber-request wrong-key',
	);
});

it('the doctor judges by answers/, and knows of the other rooms how requests are made', () => {
	const files = globSync('dev/doctor/**/*.ts', { cwd: repositoryRoot });
	const imports = files.flatMap((file) => [
		...read(file).matchAll(/from '[./]*nodes\/MessagingService\/([^']*)\.ts'/g),
	]);
	const rooms = imports.map(([, path]) => path).filter((path) => !/^(answers|values)\//.test(path));
	expect([...new Set(rooms)].sort()).toEqual([
		'errors/asProblem',
		'errors/problem',
		'errors/withoutKey',
		'parameters/accountDefaults',
		'service/address',
		'smsText/parts',
	]);
});

describe('A row about the fields of an operation promises what its form has', () => {
	const promises = operationFields.flatMap((menu) => {
		const [resource] = menu.displayOptions!.show!.resource!.map(String);
		const title = optionsOf(fields[0]).find(({ value }) => value === resource)!.name;
		return optionsOf(menu).flatMap(({ name, value }) => {
			const row = new RegExp(String.raw`\| .([a-z-]+). \| ${title} ${name} \|.*\| (.*) \|`);
			const [, about, change] = row.exec(read('docs/assumptions.md')) ?? [];
			const own = parametersOf(resource, String(value));
			return /Using JSON|Body Fields/.test(change) ? [{ about: about as Row, change, own }] : [];
		});
	});

	it('for the requests that change something', () => {
		expect(promises.length).toBeGreaterThan(7);
	});

	it.each(promises)('$about: $change', ({ about, change, own }) => {
		const needed = change === 'Using JSON' ? 'specifyBody' : 'options.bodyFields';
		expect(own).toContain(needed);
		const findings = new Findings();
		judgeBody(about, { status: 400 } as Parameters<typeof judgeBody>[1], findings);
		expect(
			findings
				.all()
				.find(({ row }) => row === about)
				?.change.join(),
		).toContain(change);
	});
});
