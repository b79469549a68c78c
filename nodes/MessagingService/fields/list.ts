import type { INodeProperties } from 'n8n-workflow';

import type { GetParameter } from '../values/body';
import { isOn, wholeNumber } from '../values/optionReaders';

/** How many entries of a list come out; undefined: all of them. */
export function readLimit(getParameter: GetParameter): number | undefined {
	if (isOn({ returnAll: getParameter('returnAll', false) as boolean }, 'returnAll'))
		return undefined;
	return wholeNumber(getParameter('limit', 50), "'Limit'");
}

/** Return All and Limit. We cut the list ourselves, since the specification does not show how lists page. */
export const listFields: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		displayOptions: { show: { returnAll: [false] } },
		default: 50,
		description: 'Max number of results to return',
	},
];
