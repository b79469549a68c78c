import { mendsFor } from '../../../../dev/check/advice/mends';
import { playable } from '../../../../dev/check/copy/replaced';
import { shownName } from '../../../../dev/check/copy/shown';
import { baseOf } from '../../../../dev/check/relations/base';
import type { Breach } from '../../../../dev/check/relations/relation';
import { phoneIn } from '../../../../dev/check/worlds/rows';
import type { WorkflowNode } from '../../../../dev/n8n/types';
import { chain } from '../../../n8n/workflow';
import { asPins, at, breaches, people, played, sent, type Given } from './madeUp';

/** What the twenty-second set has taught the check: found there, and what a good workflow has that looks like it. */
describe('A Switch without a rule for some', () => {
	const mails = ['Lift', 'Heating', 'No power'].map((subject) => ({ subject })) as object[];
	const switching = (rows: object[], fitting: object[]): Given => ({
		...{ ...at('switch', { rules: { values: [] } }), rows, merged: fitting },
		messages: fitting.map((_, place) => sent('+37069999999', `Alarm ${place}`)),
	});
	test('is worth knowing, with the first of them', () => {
		const [found] = breaches('all well', played(switching(mails, mails.slice(0, 2)))).filter(
			({ kind }) => kind === 'unmatched',
		);
		expect([found.level, found.node]).toEqual(['know', 'Merge']);
		expect(found.happened).toContain('1 of 3 items, such as “No power”');
	});
	test.each([
		['all fit', switching(mails, mails)],
		['none fits', switching(mails, [])],
		['it is about people', { ...at('switch', {}), merged: people.slice(0, 2) }],
		['it is a Filter', { ...switching(mails, mails.slice(0, 2)), ...at('filter') }],
	])('is not where %s', (_, given) => {
		const found = breaches('all well', played(given));
		expect(found.filter(({ happened }) => happened.startsWith('No rule'))).toEqual([]);
	});
});

describe('A row that is written down', () => {
	const writing = (asked: string[], column = 'phone', writes = 'update') => {
		const play = played();
		const name = 'Note it';
		const parameters = {
			assignments: {
				assignments: [
					{ name: `columns value ${column}`, value: '={{ $json.to }}', type: 'string' },
				],
			},
		};
		const nodes = [
			...play.workflow.nodes,
			{
				...{ name, type: 'n8n-nodes-base.noOp', parameters: {} },
				writes,
				matchingColumns: [column],
			},
			{ name: shownName(name), type: 'n8n-nodes-base.set', parameters, shows: true },
		];
		play.workflow = { ...play.workflow, nodes: nodes as unknown as WorkflowNode[] };
		const outputs = [asked.map((value) => ({ [`columns value ${column}`]: value }))];
		play.rounds[0].runs[shownName(name)] = [
			{ ...play.rounds[0].runs.Rows[0], order: 9, outputs } as never,
		];
		return play;
	};
	const written = (play: ReturnType<typeof writing>) =>
		breaches('all well', play).filter(({ kind }) => kind === 'written');
	const plain = people.map(({ phone }) => phone.slice(1));
	test('is looked for by a number that is spelled otherwise', () => {
		const [found] = written(writing(plain));
		expect(found).toMatchObject({ level: 'change', node: 'Note it', field: 'phone', from: 'Rows' });
		const [mend] = mendsFor(found, baseOf(writing(plain)));
		expect(mend.advice).toContain("$('Rows').item.json.phone");
		const shown = mend.apply(writing(plain).workflow).nodes.at(-1);
		expect(JSON.stringify(shown?.parameters)).toContain("$('Rows').item.json.phone");
	});
	test.each([
		['it is spelled so', writing(people.map(({ phone }) => phone))],
		['one is', writing([plain[0], people[1].phone])],
		['no list has the column', writing(plain, 'to')],
		['nothing is written', writing([])],
		['it is appended if no row has it', writing(plain, 'phone', 'append')],
	])('is right where %s', (_, play) => {
		expect(written(play)).toEqual([]);
	});
});

test('reports of messages that another execution has sent are those that are pinned', () => {
	const type = 'n8n-nodes-base.scheduleTrigger';
	const report = { name: 'Report', parameters: { resource: 'sms', operation: 'getReport' } };
	const send = { name: 'Send', parameters: { resource: 'sms', operation: 'send' } };
	const typesOf = (...nodes: object[]) => {
		const workflow = chain({ name: 'Start', type, parameters: {} }, ...(nodes as never[]));
		const pinData = { Report: asPins([{ messageId: 'm-1', state: 3 }]) };
		const { workflow: copy } = playable({ ...workflow, pinData } as never, 'id');
		return copy.nodes.map((node) => `${node.name} ${node.type.split('.')[1]}`);
	};
	expect(typesOf(report, send)).toContain('Report noOp');
	expect(typesOf(send, report)).toContain('Report messagingService');
});

test.each([
	['4210.50', undefined],
	['061234.56', undefined],
	['0612.34.56.78', '612345678'],
	['37061234567', '37061234567'],
])('%s has the digits of a phone: %s', (cell, digits) => {
	expect(phoneIn(cell)).toBe(digits);
});

test('what is advised for a row that no field names is nothing', () => {
	const breach: Breach = { level: 'change', kind: 'written', node: 'Merge', happened: '' };
	expect(mendsFor(breach, baseOf(played()))).toEqual([]);
});
