import { shownBefore } from '../../../../dev/check/copy/shown';

test.each(['columns', 'dataMode'])(
	'a row that a node makes of all that comes to it is shown: %s',
	(at) => {
		const shown = (mode: string) => {
			const parameters = { [at]: at === 'columns' ? { mappingMode: mode } : mode };
			return shownBefore({ name: 'Sheet', type: 'n8n-nodes-base.googleSheets', parameters });
		};
		expect(shown('autoMapInputData')?.parameters.assignments).toEqual({
			assignments: [{ id: '0', name: 'item', value: '={{ $json }}', type: 'object' }],
		});
		expect(shown('defineBelow')).toBeUndefined();
	},
);
