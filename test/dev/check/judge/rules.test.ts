import type { Message } from '../../../../dev/check/control';
import type { Passage, Played } from '../../../../dev/check/play';
import { findingsIn } from '../../../../dev/check/judge/rules';
import type { Seen } from '../../../../dev/check/judge/seen';
import { chain, type Step, to } from '../../../n8n/workflow';

const sms = (number: string, text: string, isWanted = false): Message & { isWanted: boolean } => ({
	...{ messageId: `${number} ${text}`, channel: 'sms', to: number, from: 'Shop', text },
	...{ isHeld: false, isLost: false, isOptedOut: false, isWanted },
});
/** A run of a node, with the items that came in and went out. */
const run = (outputs: object[] = [{}], given = outputs, order = 0) =>
	({ given, outputs: [outputs], order }) as Passage;
const played = (changes: Partial<Played> = {}): Played => ({
	...{ status: 'success', runs: { Form: [run()], Send: [run()] }, isEndless: false },
	...{ waitsForEver: [], shown: ['Thank you'], messages: [], requests: [] },
	...changes,
});
const form: Step = { name: 'Form', type: 'n8n-nodes-base.formTrigger' };
const send = (options: object = {}, settings: object = {}): Step => ({
	...{ name: 'Send', parameters: { operation: 'send', options }, ...settings },
});
const once = { onceKey: { values: { key: '={{ $json.order }}' } } };

/** What is said of two plays of a form that sends, compared with a good day. */
function findings(plays: Played[], node = send(once), changes: Partial<Seen> = {}) {
	const workflow = chain(form, node);
	const well = [played({ messages: [sms('370600', 'Order 7')] }), played()];
	const seen = { weather: 'busy', workflow, trigger: workflow.nodes[0], plays, well, ...changes };
	return findingsIn(seen).map(({ advice, where }) => [advice?.split(/[,:.]/)[0], where]);
}
const arrived = played({ messages: [sms('370600', 'Order 7')] });

test('a message that comes once is nothing to talk about', () => {
	expect(findings([arrived, played()])).toEqual([]);
});

describe('The same comes twice', () => {
	const again = [arrived, played({ messages: [sms('370600', 'Order 8')] })];

	test('a Once Key is missing, whichever number the text has', () => {
		expect(findings(again, send())).toEqual([['Add a Once Key', 'Send: Options → Once Key → Key']]);
	});

	test('a key that is another each time mends nothing', () => {
		expect(findings(again)).toEqual([
			['Use a Key that stays the same for the same message', 'Send: Options → Once Key → Key'],
		]);
	});

	test('who says yes in between, or starts it by hand, wants it', () => {
		const wanted = played({ messages: [sms('370600', 'Order 7', true)] });
		expect(findings([arrived, wanted], send())).toEqual([]);
		const trigger = { name: 'Form', type: 'n8n-nodes-base.manualTrigger', parameters: {} };
		expect(findings(again, send(), { trigger })).toEqual([]);
	});

	test('in another channel too, but not if the first one could not be delivered', () => {
		const viber = { ...sms('370600', 'Order 7'), channel: 'viber' };
		const both = (isLost: boolean) =>
			played({ messages: [{ ...viber, isLost }, ...arrived.messages] });
		expect(findings([both(false), played()], send())).toHaveLength(1);
		expect(findings([both(true), played()], send())).toEqual([]);
	});
});

describe('Nobody learns of it', () => {
	const lost = (changes: Partial<Played> = {}) => [
		played({ runs: { Form: [run()], Send: [run([{ error: 'No' }])] }, ...changes }),
		arrived,
	];
	const regular = send(once, { onError: 'continueRegularOutput' });
	const output = send(once, { onError: 'continueErrorOutput' });

	test('who goes on with errors has to look at them', () => {
		expect(findings(lost(), regular)).toEqual([
			['Set On Error to Continue (using error output)', 'Send: Settings → On Error'],
		]);
		// Another page alone says nothing of it.
		expect(findings(lost({ shown: ['Something else'] }), regular)).toHaveLength(1);
		const looks = { ...regular, parameters: { ...regular.parameters, x: '={{ $json.error }}' } };
		expect(findings(lost({ shown: ['It failed'] }), looks)).toEqual([]);
	});

	test('an error output leads somewhere', () => {
		const [advice, place] = findings(lost(), output)[0];
		expect([advice, place]).toEqual([
			'Connect its error output to a node that tells somebody',
			'Send: on the canvas: the output Error',
		]);
		const workflow = chain(form, output, { name: 'Say', type: 'n8n-nodes-base.stopAndError' });
		workflow.connections.Send = { main: [[], to('Say').main[0]] };
		const told = lost({ runs: { Form: [run()], Send: [run([{ error: 'No' }])], Say: [run()] } });
		expect(findings(told, output, { workflow })).toEqual([]);
	});

	test('another SMS that was not sent either tells nobody', () => {
		const alarm = send({}, { name: 'Alarm', onError: 'continueRegularOutput' });
		const workflow = chain(form, output, alarm);
		workflow.connections.Send = { main: [[], to('Alarm').main[0]] };
		const after = (item: object) =>
			lost({ runs: { Form: [run()], Send: [run([{ error: 'No' }])], Alarm: [run([item])] } });
		expect(findings(after({ error: 'No' }), output, { workflow })).toHaveLength(1);
		expect(findings(after({ messageId: '1' }), output, { workflow })).toEqual([]);
	});

	test.each(['error', 'crashed'])('an execution that n8n lists as %s tells', (status) => {
		expect(findings(lost({ status }))).toEqual([]);
	});

	test('other IDs, times, and links are no other words', () => {
		const id = (last: number) =>
			`Thanks, 00000000-0000-4000-8000-00000000000${last}, 2026-11-25T10:00:0${last}Z http://a/${last}`;
		const well = [played({ ...arrived, shown: [id(1)] }), played()];
		expect(findings(lost({ shown: [id(2)] }), send(once), { well })).toHaveLength(1);
	});
});

test('of a loop without an end, the condition that could lead out is named', () => {
	const named = (name: string): Step => ({ name, type: 'n8n-nodes-base.noOp' });
	const workflow = chain(form, named('Again'), named('Other'), {
		...{ name: 'Done?', type: 'n8n-nodes-base.if' },
	});
	workflow.connections['Done?'] = { main: [[], to('Again').main[0]] };
	const afterWaiting: Played['runs'] = {};
	const twice = [run(), run()];
	for (const runs of [afterWaiting, { Again: twice, Other: twice, 'Done?': twice }]) {
		const [, place] = findings([{ ...arrived, isEndless: true, runs }], send(), { workflow })[0];
		expect(place).toBe('Done?: Parameters → Conditions');
	}
});

describe('When all is well', () => {
	const given = [{ phone: '370600' + '11111' }, { phone: '370600' + '22222' }];
	const rows = run(given, [{}]);
	const well = (out: object[]) => [
		played({ runs: { Form: [rows], Send: [run(out, given, 1)] } }),
		played(),
	];

	test('a Once Key that several messages share loses all but the first', () => {
		const kept = { skipped: 'alreadySent', sameMessage: false };
		const plays = well([{ messageId: '1' }, kept]);
		expect(findings(plays, send(once), { well: plays })).toEqual([
			['Use a Key that is another one for each message', 'Send: Options → Once Key → Key'],
		]);
		const same = well([{ messageId: '1' }, { ...kept, sameMessage: true }]);
		expect(findings(same, send(once), { well: same })).toEqual([]);
	});

	test('the number of the first item for all of them is named, and no Once Key is advised', () => {
		const plays = well([{ to: given[0].phone }, { to: given[0].phone }]);
		expect(findings(plays, send(), { well: plays })).toEqual([
			['Have the expression in To read the item of each message', 'Send: Parameters → To'],
		]);
		const each = well(given.map(({ phone }) => ({ to: phone })));
		expect(findings(each, send(), { well: each })).toEqual([]);
	});

	test('a node that sends for the first item alone is named, unless all have one number', () => {
		const plays = well([{ to: given[0].phone }]);
		const sendTo = (number: string) => {
			const node = send(once, { executeOnce: true });
			return { ...node, parameters: { ...node.parameters, to: number } };
		};
		expect(findings(plays, sendTo('={{ $json.phone }}'), { well: plays })).toEqual([
			['Turn off Execute Once', 'Send: Settings → Execute Once'],
		]);
		expect(findings(plays, sendTo('+370 600 11111'), { well: plays })).toEqual([]);
	});

	test('a loop to which nothing leads back is named, and one that has come to its end is not', () => {
		const loop: Step = { name: 'Loop', type: 'n8n-nodes-base.splitInBatches' };
		const workflow = chain(form, loop, send());
		const of = (done: object[]) => {
			const Loop = [{ given, outputs: [done, [given[0]]], order: 1 }] as Passage[];
			const plays = [played({ ...arrived, runs: { Form: [rows], Loop, Send: [run()] } }), played()];
			return findings(plays, send(), { workflow, well: plays });
		};
		expect(of([])).toEqual([
			[
				'Connect the last node behind its output loop back to it',
				'Loop: on the canvas: the output loop',
			],
		]);
		expect(of(given)).toEqual([]);
	});

	test.each(['Hello undefined', 'From [object Object]', 'NaN euros'])(
		'a text without a value is named: %s',
		(text) => {
			const plays = [played({ messages: [sms('370600', text)] }), played()];
			expect(findings(plays, send(once), { well: plays })).toEqual([
				['Ask for a field that the items have', 'Send: Parameters → Text'],
			]);
		},
	);

	test('a condition that lets nothing through is named, with the field that no item has', () => {
		const filter: Step = {
			...{ name: 'Open', type: 'n8n-nodes-base.filter' },
			parameters: { conditions: { leftValue: '={{ $json.state }}' } },
		};
		const workflow = chain(form, filter, send());
		const plays = [played({ runs: { Form: [rows], Open: [run([], given, 1)] } }), played()];
		const seen = { weather: 'all well', workflow, trigger: workflow.nodes[0], plays, well: plays };
		const [{ happened, where }] = findingsIn(seen);
		expect([happened, where]).toEqual([
			expect.stringContaining('It asks for “state”, which no item has'),
			'Open: Parameters → Conditions',
		]);
	});
});

test('a text without its value is half-filled, and a text that has other words then is not', () => {
	const blank = { field: 'order', value: '7', items: [] };
	const text = (words: string) => [played({ messages: [sms('370600', words)] }), played()];
	expect(findings(text('Order '), send(once), { blank })).toEqual([
		['Set Refuse Gaps', 'Send: Options → Limits → Refuse Gaps'],
	]);
	expect(findings(text('Your order'), send(once), { blank })).toEqual([]);
});

test('a question without an end of waiting, a loop, and a list without a limit are named', () => {
	expect(findings([{ ...arrived, waitsForEver: ['Send'] }])).toEqual([
		['Set Limit Wait Time', 'Send: Options → Limit Wait Time'],
	]);
	expect(findings([{ ...arrived, isEndless: true }])[0][1]).toContain('leads back');
	const list = { messages: [sms('1', 'a'), sms('2', 'b')], runs: { Send: [run([{}, {}])] } };
	const well = [played(list), played()];
	expect(findings(well, send(once), { well })).toEqual([
		['Set Max Messages to what you expect', 'Send: Options → Limits → Max Messages'],
	]);
	const limits = { limits: { values: { maxMessages: 100 } } };
	expect(findings(well, send({ ...once, ...limits }), { well })).toEqual([]);
});
