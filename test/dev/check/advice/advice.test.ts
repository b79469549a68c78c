import { type Cause, losesNothing } from '../../../../dev/check/advice/loses';
import { mendsFor } from '../../../../dev/check/advice/mends';
import { baseOf } from '../../../../dev/check/relations/base';
import type { Breach, Kind } from '../../../../dev/check/relations/relation';
import type { Sent } from '../../../../dev/check/play/round';
import { at, type Given, hello, people, played, sent } from '../relations/madeUp';

const [anna, ben, carla] = people;
const owner = '+37069999999';
const send = { resource: 'sms', operation: 'send', to: '={{ $json.phone }}', text: 'Hello' };
const causeOf = (kind: Kind): Cause => ({
	breach: { level: 'change', kind, node: 'Send', happened: '' },
	...{ seen: [], wrong: new Set(), astray: new Set() },
});
const base = baseOf(played());
const all = people.map(hello);

test.each<[lost: string, kind: Kind, before: Sent[], then: Sent[], isFine: boolean]>([
	['a message to one who had one', 'again', all, all.slice(1), false],
	['the second of two alike', 'again', [...all, hello(anna)], all, true],
	['one of two that differ', 'twice', [...all, sent(anna.phone, 'Another')], all, false],
	['words for others to her', 'rows', all, [sent(anna.phone, 'Hi'), ...all.slice(1)], true],
	['everything to a person', 'rows', all, all.slice(1), false],
	['a message to who is in no list', 'rows', [...all, sent(owner, 'Done')], all, false],
	['a message to somebody because of a limit', 'limit', all, [], false],
	['who came first, for another', 'order', [hello(anna)], [hello(ben)], true],
	[
		'one of two appointments',
		'misread',
		[hello(anna), sent(anna.phone, 'At 8')],
		[hello(anna)],
		false,
	],
	[
		'a time that was read otherwise',
		'misread',
		all,
		people.map(({ phone }) => sent(phone, 'At 9')),
		true,
	],
	[
		'one of two, and twice the other',
		'order',
		[hello(anna), hello(ben)],
		[hello(anna), sent(anna.phone, 'Hi')],
		false,
	],
	['one of two who came first', 'order', [hello(anna), hello(carla)], [hello(ben)], false],
])('of a change that loses %s, for “%s”, it is known', (_, kind, before, then, isFine) => {
	const plays = [before, then].map((messages) => played({ messages }));
	expect(losesNothing(plays[0], plays[1], causeOf(kind), base)).toBe(isFine);
});

test('of words that went astray by their spelling, none need go out', () => {
	const cause = { ...causeOf('spelled'), astray: new Set([hello(anna).to]) };
	const [before, then] = [all, all.slice(1)].map((messages) => played({ messages }));
	expect(losesNothing(before, then, cause, base)).toBe(true);
	expect(losesNothing(before, then, causeOf('spelled'), base)).toBe(false);
});

test('of several messages for one person, one is left', () => {
	const cause = { ...causeOf('bounds'), astray: new Set([hello(anna).to]) };
	const [several, one, none] = [[sent(anna.phone, 'Silver'), ...all], all, all.slice(1)].map(
		(messages) => played({ messages }),
	);
	expect(losesNothing(several, one, cause, base)).toBe(true);
	expect(losesNothing(several, none, cause, base)).toBe(false);
});

test.each<Kind>(['flag', 'any'])(
	'for “%s”, who is left out gets nothing more behind the condition, and all that doesn’t hang on it',
	(kind) => {
		const cause = { ...causeOf(kind), astray: new Set([hello(anna).to]) };
		cause.breach.node = 'Merge';
		const losing = (by: string) => {
			const before = [{ ...sent(anna.phone, 'Offer'), by }, ...all.slice(1)];
			return losesNothing(
				played({ messages: before }),
				played({ messages: all.slice(1) }),
				cause,
				base,
			);
		};
		expect([losing('Send'), losing('Beside')]).toEqual([true, false]);
	},
);

const adviceFor = (kind: Kind, given: Given, node = 'Send', more: Partial<Breach> = {}) => {
	const of = baseOf(played(given));
	const breach = { level: 'change', kind, node, happened: '', field: 'name', ...more } as const;
	return mendsFor(breach, of).map((one) => {
		const changed = one.apply(of.play.workflow);
		expect(changed).not.toEqual(of.play.workflow);
		return one.advice;
	});
};

test('a key that is advised has what names the matter, what the message reads, and the day', () => {
	const [first] = adviceFor('again', {});
	expect(first).toContain(
		'{{ $json.id }} {{ $json.phone }} {{ $json.name }} {{ $today.toISODate() }}',
	);
});

test('Execute Once is tried only after what loses nothing of another item', () => {
	const advice = adviceFor('twice', {}).join('\n');
	expect(advice.indexOf('Remove Duplicates')).toBeGreaterThanOrEqual(0);
	expect(advice.indexOf('Execute Once')).toBeGreaterThan(advice.indexOf('Remove Duplicates'));
});

test('an expression that reads the first item of all is to read its own', () => {
	const parameters = { to: "={{ $('Rows').first().json.phone }}", text: 'Hello' };
	expect(adviceFor('rows', { node: { parameters } })).toEqual([
		"Have each message read its own item: set To to {{ $('Rows').item.json.phone }}.",
		'Have each message read its own item: set To to {{ $json.phone }}.',
	]);
});

const isSilent: Given = { node: { onError: 'continueRegularOutput' } };
const skipMessages = { values: { skipDuplicates: true } };
const skips: Given = { node: { parameters: { options: { skipMessages } } } };

test.each<[what: string, kind: Kind, given: Given, words: string]>([
	['Execute Once', 'rows', { node: { executeOnce: true } }, 'Turn off Execute Once.'],
	['a gap', 'gap', { rows: [{ ...anna, name: '' }, ben, carla] }, "{{ $json.name || '…' }}"],
	['an error output', 'untold', isSilent, 'Continue (using error output)'],
	['a text that comes twice', 'twice', {}, 'compares phone, name'],
	['duplicates', 'skipped', skips, 'Turn Skip Duplicates off.'],
])('what mends %s is tried', (_, kind, given, words) => {
	expect(adviceFor(kind, given).join('\n')).toContain(words);
});

const calls = {
	nodes: [
		{
			...{ name: 'Called', type: 'n8n-nodes-base.executeWorkflowTrigger' },
			parameters: { workflowInputs: { values: [] } },
		},
	],
};
const numbers = { assignments: [{ name: 'code', type: 'number', value: '={{ $json.code }}' }] };
const comparing = (operation: string, rightValue: string) =>
	at('if', {
		conditions: {
			conditions: [
				{ leftValue: '={{ $json.consent }}', rightValue, operator: { type: 'string', operation } },
			],
		},
	});
const asking = (leftValue: string) => at('if', { conditions: { conditions: [{ leftValue }] } });

test.each<[kind: Kind, given: Given, words: string, more: Partial<Breach>]>([
	['spelled', at('merge', { fieldsToMatchString: 'phone' }), 'Add the option Fuzzy Compare', {}],
	[
		'spelled',
		comparing('equals', 'Yes'),
		"Compare {{ String(($json.consent) ?? '').trim().toLowerCase() }} with “yes”",
		{ field: undefined },
	],
	['spelled', comparing('contains', 'yes'), 'Choose “is equal to” in place of “contains”', {}],
	[
		'spelled',
		comparing('notContains', 'yes'),
		'“is not equal to” in place of “does not contain”',
		{},
	],
	[
		'spelled',
		{ ...at('summarize'), rows: people.map((one) => ({ ...one, id: '1.250,00' })) },
		'sets id, as a number, to {{ typeof',
		{ field: 'id' },
	],
	['kept', at('noOp'), '{{ !$json.skipped }} is true', {}],
	[
		'misread',
		at('set', { assignments: numbers }),
		'Choose the type String for code.',
		{ field: 'code' },
	],
	...[
		'$json.about.start.slice(11, 16)',
		"$('Rows').item.json.about.start.substring(11,16)",
		"$json.about?.start?.split('T')[1].slice(0, 5)",
	].map((cut): [Kind, Given, string, object] => {
		const said = { assignments: [{ name: 'hour', type: 'string', value: `={{ ${cut} }}` }] };
		const words = `DateTime.fromISO(${/^.*start/.exec(cut)![0]}).toFormat('HH:mm')`;
		return ['misread', at('set', { assignments: said }), words, {}];
	}),
	[
		'passed',
		{ between: { ...at('executeWorkflow').between, calls } },
		'add name to the inputs',
		{},
	],
	[
		'flag',
		asking("={{ $('Rows').item.json.paid }}"),
		"set Conditions to {{ $('Look').item.json.paid }}",
		{ field: 'paid', at: ['paid'], from: 'Look' },
	],
])('what mends that something is %s at a node of n8n’s is tried', (kind, given, words, more) => {
	expect(adviceFor(kind, given, 'Merge', more).join('\n')).toContain(words);
});

test.each([
	['limit', {}, 'remove this node'],
	['removeDuplicates', {}, 'compare phone alone'],
	['set', {}, 'Include Other Input Fields'],
	['switch', { rules: { values: [{}] } }, 'set Fallback Output'],
	[
		'switch',
		{ rules: { values: [{}, {}] }, options: { allMatchingOutputs: true } },
		'Turn off Send data to all',
	],
])('where a %s with %j loses a row, that is changed', (type, parameters, words) => {
	expect(adviceFor('rows', at(type, parameters), 'Merge').join('\n')).toContain(words);
});

test('a condition is to ask for a field with a name like the one that no item has, however it is spelled', () => {
	const filter = { conditions: { conditions: [{ leftValue: '={{ $json.errorCode }}' }] } };
	const rows = people.map((one) => ({ ...one, 'first error': '27', report: { errorCode: '27' } }));
	const given = { rows, merged: [], messages: [], ...at('filter', filter) };
	const advice = adviceFor('nothing', given, 'Merge');
	expect(advice).toContain('Ask for {{ $json["first error"] }} in place of {{ $json.errorCode }}.');
	expect(advice).toContain(
		'Ask for {{ $json.report.errorCode }} in place of {{ $json.errorCode }}.',
	);
	expect(advice.filter((one) => one.includes('$json.phone'))).toEqual([]);
});

test("the user's own key loses what changes, one piece at a time, and then all", () => {
	const key = '={{ $json.id }}-{{ $today.toISODate() }}-{{ $execution.id }}';
	const options = { onceKey: { values: { key } } };
	const advice = adviceFor('again', { node: { parameters: { ...send, options } } });
	expect(advice.slice(0, 3)).toEqual([
		'Set the Key to {{ $json.id }}--{{ $execution.id }}',
		'Set the Key to {{ $json.id }}-{{ $today.toISODate() }}',
		'Set the Key to {{ $json.id }}',
	]);
});

test("in place of a piece of the user's own key comes the ID of the row, and no day if it had none", () => {
	const keyed = (key: string) => ({
		parameters: { ...send, options: { onceKey: { values: { key } } } },
	});
	const placed = adviceFor('key', { node: keyed('={{ $today.toISODate() }} {{ $itemIndex }}') });
	expect(placed).toContain('Set the Key to {{ $today.toISODate() }} {{ $json.id }}');
	const lasting = adviceFor('key', { node: keyed('={{ $json.name }}') });
	expect(lasting[0]).toBe('Set the Key to {{ $json.id }}');
	expect(lasting.join('\n')).not.toContain('$today');
});

test('the key of an alarm has the workflow that failed, and the hour', () => {
	const given = { trigger: { type: 'n8n-nodes-base.errorTrigger' }, rows: [{ name: 'x' }] };
	expect(adviceFor('key', { ...given, messages: [sent(owner, 'It failed')] })).toEqual([
		"Add a Once Key with the Key {{ $('Start').item.json.workflow.name }} {{ $now.toFormat('yyyy-MM-dd HH') }}",
	]);
});
