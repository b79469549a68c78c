import type { IDataObject } from 'n8n-workflow';

import { runNode } from '../../../support/engine';
import '../../../support/processedData';
import { send } from '../../../support/sending';
import { serviceForTests } from '../../../support/service';

const service = serviceForTests();

/** Whether Preview names the code, within a text, for the first of some items. */
async function isNamed(code: string, ...items: IDataObject[]): Promise<boolean> {
	const parameters = { ...send, to: '37060012345', operation: 'preview', text: `=A {{ ${code} }}` };
	const { output } = await runNode(service.credential, parameters, items);
	return (output[0].json.gaps as string[]).length > 0;
}

it.each<[code: string, item: IDataObject, isNamed: boolean]>([
	['$json.body', { body: '{"a":null}' }, false],
	["'Hi ' + JSON.parse($json.body).a", { body: '{"a":null,"b":"null"}' }, true],
	["'Hi ' + JSON.parse($json.body).b", { body: '{"a":null,"b":"null and void"}' }, false],
	["$json.title + ' ' + $json.none", { title: 'Null and void' }, true],
	["$json.kind === 'NaN and void' ? 'Hi ' + $json.none : 'Hi'", { kind: 'NaN and void' }, true],
	['String($json.first) + String($json.then)', { first: 'n', then: 'ull' }, false],
	["'Hi Mr ' + $json.name; // the name", { comment: 'it was undefined' }, true],
	["'Hi Mr ' + /* the name */ $json.name;", { comment: 'it was undefined' }, true],
	['Number($json.price).toFixed(2)', { price: null }, true],
	['Number($json.price).toFixed(2)', { price: '' }, true],
	['Number($json.price || 0).toFixed(2)', { price: null }, false],
	['Number($json.price).toFixed(2)', { price: 0, other: null }, false],
	["DateTime.fromMillis($json.at * 1000).toFormat('yyyy')", { at: null }, true],
	["new Date($json.at).toLocaleDateString('lt-LT')", { at: null }, true],
	["$json.at ? new Date($json.at).toLocaleDateString('lt-LT') : 'soon'", { at: null }, false],
	["$json.first + ' ' + $json.last", { first: 'Ada', last: '' }, true],
])(
	'A word for nothing is that of the data where a text has it, in JSON too: %s of %j',
	async (code, item, expected) => {
		expect(await isNamed(code, item)).toBe(expected);
	},
);

// The last item is another node's, for the first one.
it.each([
	["Number($('Items 0').last().json.price).toFixed(2)", null, true],
	["$node['Items 0'].json.price + ' ' + Number($('Items 0').last().json.price)", '', true],
	["new Date($('Items 0').last().json.price).getFullYear()", null, true],
	["$('Items 0').last().json.price", 0, false],
	["Number($('Items 0').last().json.price || 0).toFixed(2)", null, false],
	["Number($('Items 0').last().json.price).toFixed(2)", '7', false],
])(
	"A value made of nothing is named where the field is another node's: %s of %j",
	async (code, price, expected) => {
		expect(await isNamed(code, { price: 7 }, { price })).toBe(expected);
	},
);
