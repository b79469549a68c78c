import { mendsFor } from '../../../../dev/check/advice/mends';
import { behindEach } from '../../../../dev/check/copy/nodeKinds';
import type { Play } from '../../../../dev/check/play/round';
import { baseOf } from '../../../../dev/check/relations/base';
import type { Kind } from '../../../../dev/check/relations/relation';
import type { Workflow, WorkflowNode } from '../../../../dev/n8n/types';
import { to } from '../../../n8n/workflow';
import { at, hello, people, played, sent } from '../relations/madeUp';

/** What is advised for something at a node, with the workflow that comes of it. */
const mended = (play: Play, kind: Kind, node: string, field = 'name') =>
	mendsFor({ level: 'change', kind, node, happened: '', field }, baseOf(play)).map((one) => ({
		advice: one.advice,
		workflow: one.apply(play.workflow),
	}));
const adviceOf = (...given: Parameters<typeof mended>) =>
	mended(...given).map(({ advice }) => advice);
const withLine = (play: Play, from: string, ...ends: string[][]) => {
	play.workflow.connections[from] = { main: ends.flatMap((end) => to(...end).main) };
	return play;
};
const ends = ({ connections }: Workflow, from: string) => behindEach(connections, from);
const nodeIn = ({ nodes }: Workflow, name: string) => nodes.find((node) => node.name === name)!;

test('a loop whose nodes stand at its output done gets them at the output loop, and a line back', () => {
	const play = played(at('splitInBatches'));
	const [first, ...others] = mended(play, 'rows', 'Merge').filter(({ advice }) =>
		advice.startsWith('Connect'),
	);
	expect(others).toEqual([]);
	expect(first.advice).toBe(
		'Connect “Send” to the output loop in place of done, and the last node there back to “Merge”.',
	);
	expect(ends(first.workflow, 'Merge')).toEqual([[], ['Send']]);
	expect(ends(first.workflow, 'Send')).toEqual([['Merge']]);
	const open = withLine(played(at('splitInBatches')), 'Merge', [], ['Send']);
	expect(adviceOf(open, 'rows', 'Merge')).toContain('Connect “Send” back to “Merge”.');
});

test('of two lines that carry the same, one is taken away', () => {
	const play = withLine(played(), 'Rows', ['Merge', 'Send']);
	const { runs } = play.rounds[0];
	runs.Send = [...runs.Send, ...runs.Send];
	const lines = mended(play, 'twice', 'Send').filter(({ advice }) => advice.startsWith('Remove'));
	expect(lines.map(({ workflow }) => [ends(workflow, 'Rows'), ends(workflow, 'Merge')])).toEqual([
		[[['Merge']], [['Send']]],
		[[['Merge', 'Send']], [[]]],
	]);
	runs.Send = [runs.Send[0], { ...runs.Send[1], given: [] }];
	expect(adviceOf(play, 'twice', 'Send').join()).not.toContain('Remove the');
});

test('a node of ours behind another that has sent the same is left for what failed', () => {
	const play = withLine(played(), 'Send', ['Again'], ['Again']);
	play.workflow.nodes.push({ ...nodeIn(play.workflow, 'Send'), name: 'Again' });
	play.rounds[0].runs.Again = play.rounds[0].runs.Send;
	const [first] = mended(play, 'twice', 'Again');
	expect(first.advice).toBe('Remove the connection from the output Success of “Send” to “Again”.');
	expect(ends(first.workflow, 'Send')).toEqual([[], ['Again']]);
});

test('an answer comes behind the sending, if it says nothing of its item', () => {
	const [first] = mended(played(at('respondToWebhook')), 'said', 'Merge');
	expect(first.advice).toBe('Connect “Merge” behind “Send” in place of before it.');
	expect(['Rows', 'Merge', 'Send'].map((name) => ends(first.workflow, name).flat())).toEqual([
		['Send'],
		[],
		['Merge'],
	]);
	expect(
		mended(played(at('respondToWebhook', { body: '={{ $json.id }}' })), 'said', 'Merge'),
	).toEqual([]);
});

test('an answer is asked for by an If, or by the other outputs of one that is there', () => {
	const asks = (more: Partial<WorkflowNode>) => {
		const play = withLine(
			played({ node: { parameters: { operation: 'sendAndWait', ...more } } }),
			'Send',
			['Asked'],
		);
		play.workflow.nodes.push({ name: 'Asked', type: 'n8n-nodes-base.if', parameters: {} });
		return withLine(play, 'Asked', ['Yes'], ['No']);
	};
	const [turned, another] = mended(asks({}), 'answer', 'Send');
	expect(ends(turned.workflow, 'Asked')).toEqual([['No'], ['Yes']]);
	expect(another.advice).toContain('only if {{ $json.data?.approved }} is true');
	expect(ends(another.workflow, 'Send')).toEqual([['Behind Send']]);
	const choices = { choices: { values: [{ choice: 'Early' }, { choice: 'Late' }] } };
	expect(adviceOf(asks(choices), 'answer', 'Send')[1]).toContain(
		'{{ $json.data?.choice }} is “Early”',
	);
});

test.each([
	['true', 'is equal to yes'],
	['false', 'is not equal to yes'],
])('a condition that asks whether a field is %s asks for the very yes', (operation, words) => {
	const condition = { leftValue: '={{ $json.consent }}', operator: { type: 'boolean', operation } };
	const play = played(at('if', { conditions: { conditions: [condition] } }));
	const [first, ...others] = mended(play, 'flag', 'Merge', 'consent');
	expect(others).toEqual([]);
	expect(first.advice).toBe(`Ask whether {{ $json.consent }} ${words}.`);
	expect(mended(play, 'flag', 'Merge', 'name')).toEqual([]);
});

test('a time is written in the zone of the workflow, and a day counted as a sheet counts', () => {
	const write = (value: string) => {
		const play = played(at('set', { assignments: [{ name: 'time', value }] }));
		play.workflow.settings = { timezone: 'Europe/Vilnius' };
		return adviceOf(play, 'misread', 'Merge').join('\n');
	};
	expect(write("={{ $json.at.toUTC().toFormat('HH:mm') }}")).toContain(
		"set time to {{ $json.at.toFormat('HH:mm') }}",
	);
	expect(write("={{ $json.at.toFormat('HH:mm') }}")).toContain(
		".setZone('Europe/Vilnius').toFormat('HH:mm')",
	);
	expect(write("={{ DateTime.fromISO('1900-01-01').plus($json.day) }}")).toContain('1899-12-30');
});

test.each([
	['name', '$json.name'],
	['name', '$json["name"]'],
	['First name', "$json['First name']"],
])('the field %s that is gone is read where it still was, from %s', (field, reads) => {
	const rows = people.map((one) => ({ ...one, [field]: 'Anna' }));
	const merged = people.map(({ phone }) => ({ phone }));
	const node = { parameters: { operation: 'send', text: `=Hello {{ ${reads} }}` } };
	const messages = merged.map(({ phone }) => sent(phone, 'Hello '));
	const texts = mended(played({ rows, merged, node, messages }), 'gap', 'Send', field).map(
		({ workflow }) => nodeIn(workflow, 'Send').parameters.text,
	);
	expect(texts).toContain(`=Hello {{ ${reads.replace('$json', "$('Rows').item.json")} }}`);
	expect(
		mended(played({ rows: merged, node, messages: people.map(hello) }), 'gap', 'Send', 'gone'),
	).toEqual([]);
});
