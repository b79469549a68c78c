import type { INodeParameters } from 'n8n-workflow';

import { runNode } from '../../support/engine';
import { group, send } from '../../support/sending';
import { serviceForTests } from '../../support/service';
import { validOperations } from '../../support/validOperations';

const service = serviceForTests();

const FIELD = '={{ $json.field }}';
const to = '37060012345';

const required = validOperations
	.filter(({ what }) => what !== 'contact validate')
	.flatMap(({ what, parameters }) =>
		Object.entries(parameters)
			.filter(([name, value]) => value === to && name !== 'limit')
			.map(([name]): [string, INodeParameters] => [
				`${what}: ${name}`,
				{ ...parameters, [name]: FIELD },
			]),
	);
const options: Array<[string, INodeParameters]> = [
	['Once Key', { ...send, options: group('onceKey', { key: FIELD }) }],
	['Default Country', { ...send, options: { defaultCountry: FIELD } }],
];

describe.each([...required, ...options])(
	'An expression that finds nothing: %s',
	(name, parameters) => {
		it.each([[''], [null], ['  ']])(
			'is right where the field is there and empty: %j',
			async (field) => {
				const { error } = await runNode(service.credential, parameters, [{ field, to }]);
				expect(error?.message).toMatch(
					/^'.+ is empty, because its field is empty in this item: \{\{ \$json\.field \}\} \(item 1 of 1\)$/,
				);
				expect(error?.description).toContain('Make the field required');
				expect(error?.description).not.toContain('Correct');
				// One word for all of them would be one key: only the first message would be sent.
				const isKey = name === 'Once Key';
				expect(error?.description?.includes('"customer"')).toBe(!isKey);
				expect(error?.description?.includes('$itemIndex')).toBe(isKey);
				expect(await service.received()).toEqual([]);
			},
		);

		it('may be wrong where there is no such field', async () => {
			const { error } = await runNode(service.credential, parameters, [{ to }]);
			expect(error?.message).not.toContain('because its field');
			expect(error?.message).toMatch(/is empty|returned nothing/);
		});
	},
);
