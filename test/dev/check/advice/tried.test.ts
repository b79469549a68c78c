import { adviceFor, type Trial } from '../../../../dev/check/advice/tried';
import type { Told } from '../../../../dev/check/advice/loses';
import { optionsOf } from '../../../../dev/check/copy/nodeKinds';
import type { Player } from '../../../../dev/check/play/player';
import type { Sent } from '../../../../dev/check/play/round';
import { baseOf } from '../../../../dev/check/relations/base';
import {
	type Breach,
	breachesOf,
	toChange,
	worthKnowing,
} from '../../../../dev/check/relations/relation';
import type { World } from '../../../../dev/check/worlds/world';
import type { Workflow, WorkflowNode } from '../../../../dev/n8n/types';
import {
	type Given,
	hello,
	people,
	type Person,
	played,
	relationOf,
	sent,
} from '../relations/madeUp';

const owner = '+37069999999';

/** What a made-up n8n sends of the rows of each round, by a node as it is, or as it was changed. */
type Sends = (rounds: Person[][], node: WorkflowNode, world: World) => Sent[][];

/** What the node says of its items besides, if it says more than that it sent them. */
type Says = (node: WorkflowNode) => object[] | undefined;

/** A player that plays nothing: it makes up what comes of a world. */
const playerOf = (given: Given, sends: Sends, says: Says = () => given.said): Player => ({
	play: async (workflow: Workflow, world: World) => {
		const rounds = [world.pins, ...(world.times === 2 ? [world.later ?? world.pins] : [])].map(
			(pins) => pins.Rows.map(({ json }) => json as Person),
		);
		const node = workflow.nodes.find(({ name }) => name === 'Send')!;
		const [messages, again] = sends(rounds, node, world);
		const said = says(node);
		return { ...played({ ...given, rows: rounds[0], messages, again, said }), workflow, world };
	},
});

const adviceOf = async (trial: Trial) => [...new Set((await adviceFor(trial)).flat())];

/** What is told of a workflow on the day when all is well, and advised. */
async function found(given: Given, sends: Sends, says?: Says, breaches?: Breach[]) {
	const player = playerOf(given, sends, says);
	const { workflow, world } = played({ again: [], ...given });
	const play = await player.play(workflow, world);
	const base = baseOf(play);
	const relation = relationOf('all well');
	const told: Told[] = [
		{ relation, workflow, play, breaches: breaches ?? breachesOf(relation, base, play) },
	];
	return await adviceOf({ base, player, told, elsewhere: [], onTry: () => undefined });
}

describe('of orders that come twice, the owner', () => {
	const rows = ['12', '13'].map((id) => ({ id }));
	const parameters = { operation: 'send', to: owner, text: '={{ $json.id }}' };
	const tells =
		(text: (id: string) => string): Sends =>
		(rounds, { executeOnce }) =>
			rounds.map((own) =>
				own
					.flatMap((row) => [row, row])
					.slice(0, executeOnce ? 1 : undefined)
					.map(({ id = '' }) => sent(owner, text(id))),
			);

	test('is not to hear of the first one alone', async () => {
		expect(
			await found(
				{ node: { parameters }, rows },
				tells((id) => `Order ${id} came`),
			),
		).toEqual([
			{ level: 'change', happened: expect.stringContaining('the same text twice'), where: 'Send' },
		]);
	});

	test('hears once of what is the same for all', async () => {
		const [said] = await found(
			{ node: { parameters }, rows },
			tells(() => 'Orders came'),
		);
		expect(said.advice).toContain('Execute Once');
	});
});

test('a change that leaves a gap in a text is none', async () => {
	const given = { node: { parameters: { operation: 'send', to: owner, text: 'New orders' } } };
	const sends: Sends = (rounds, { executeOnce }) =>
		rounds.map((rows) =>
			rows.slice(0, executeOnce ? 1 : undefined).map(() => sent(owner, 'New orders')),
		);
	const adviceWith = async (warnings: string[]) => {
		const usual = playerOf(given, sends);
		const player: Player = {
			play: async (workflow, world) => {
				const play = await usual.play(workflow, world);
				const isChanged = workflow.nodes.some(({ executeOnce }) => executeOnce);
				if (isChanged) Object.assign(play.rounds[0].runs.Send[0], { warnings });
				return play;
			},
		};
		const { workflow, world } = played({ again: [], ...given });
		const play = await player.play(workflow, world);
		const base = baseOf(play);
		const relation = relationOf('all well');
		const told = [{ relation, workflow, play, breaches: breachesOf(relation, base, play) }];
		return await adviceOf({ base, player, told, elsewhere: [], onTry: () => undefined });
	};
	expect((await adviceWith([]))[0].advice).toContain('Execute Once');
	expect((await adviceWith(['1 text has a gap: {{ $json.n }} in Text']))[0].advice).toBeUndefined();
});

test('what is to be changed is told, also if the same cause was worth knowing before', async () => {
	const breaches = [
		worthKnowing('value', 'Send', 'A note.'),
		toChange('value', 'Send', 'One.'),
		toChange('value', 'Send', 'Another.'),
	];
	expect(
		await found({}, (rounds) => rounds.map((rows) => rows.map(hello)), undefined, breaches),
	).toEqual([{ level: 'change', happened: 'One. Another.', where: 'Send' }]);
});

test.each([
	['may stop the workflow while all is well', 'Tell somebody of Send', 'Set On Error of “Send”'],
	['is no reason for another node to stop it', 'Rows', undefined],
])('a node that tells somebody %s', async (_, last, advice) => {
	const given = { node: { onError: 'continueRegularOutput' } };
	const usual = playerOf(given, (rounds) => rounds.map((rows) => rows.map(hello)));
	const player: Player = {
		play: async (workflow, world) => {
			const play = await usual.play(workflow, world);
			const isAdded = workflow.nodes.some(({ name }) => name.startsWith('Tell somebody'));
			const stopped = { status: 'error', last, error: 'To is empty' };
			if (isAdded) for (const round of play.rounds) Object.assign(round, stopped);
			return play;
		},
	};
	const { workflow, world } = played({ again: [], ...given });
	const play = await player.play(workflow, world);
	const breaches = [toChange('untold', 'Send', 'Nobody learns of it.')];
	const told = [{ relation: relationOf('all well'), workflow, play, breaches }];
	const trial = { base: baseOf(play), player, told, elsewhere: [], onTry: () => undefined };
	const [said] = await adviceOf(trial);
	expect(said.advice?.slice(0, 22)).toBe(advice);
});

describe('a Once Key', () => {
	const keyOf = (node: WorkflowNode) => String(optionsOf(node).onceKey?.values?.key ?? '');
	/** Sends to each whose key wasn't there before. */
	const once: Sends = (rounds, node, { laterMs }) => {
		const claimed = new Set<string>();
		return rounds.map((rows, round) => {
			const isNew = (row: Person, place: number) => {
				const values: Record<string, unknown> = { ...row, itemIndex: place, execution: round };
				const day = laterMs ? round : 0;
				const claim = keyOf(node).replace(/\{\{ \$(?:json\.)?(\w+).*?\}\}/g, (_, name: string) =>
					String(name === 'today' ? day : values[name]),
				);
				const isThere = claim !== '' && claimed.has(claim);
				claimed.add(claim);
				return !isThere;
			};
			return rows.filter(isNew).map(hello);
		});
	};
	const hourly = { trigger: { parameters: { rule: { interval: [{ field: 'hours' }] } } } };
	const keyed = (key: string) => ({
		parameters: {
			...{ operation: 'send', to: '={{ $json.phone }}', text: '=Hello {{ $json.name }}' },
			options: { onceKey: { values: { key } } },
		},
	});

	test('that keeps back what came before, and nothing else, is advised', async () => {
		const [said] = await found(
			{ ...hourly, node: keyed('={{ $json.id }} {{ $execution.id }}') },
			once,
		);
		expect(said).toMatchObject({ level: 'change', advice: 'Set the Key to {{ $json.id }}' });
	});

	test('by which something else breaks is not', async () => {
		const skips = { to: people[0].phone, skipped: 'alreadySent', sameMessage: false };
		const says: Says = (node) => (keyOf(node).includes('execution') ? undefined : [skips]);
		const [said] = await found(
			{ ...hourly, node: keyed('={{ $json.id }} {{ $execution.id }}') },
			once,
			says,
		);
		expect(said).toEqual({ level: 'change', happened: expect.any(String), where: 'Send' });
	});

	test('lets through the next day what it let through then before', async () => {
		const node = keyed('={{ $today.toISODate() }} {{ $itemIndex }}');
		const [said] = await found({ ...hourly, node }, once, undefined, [
			toChange('key', 'Send', 'It moves.'),
		]);
		expect(said.advice).toBe('Set the Key to {{ $today.toISODate() }} {{ $json.id }}');
	});
});

describe('beside rows that are joined and don’t belong together', () => {
	const lost = toChange('rows', 'Send', 'Ben gets nothing.');
	const told = async (node: string) => {
		const joined = toChange('joined', node, 'They are joined.', { field: 'id' });
		const all = await found({}, (rounds) => rounds.map((rows) => rows.map(hello)), undefined, [
			lost,
			joined,
		]);
		return all.map(({ happened }) => happened);
	};

	test('what else is gone with them is not told', async () => {
		expect(await told('Merge')).toEqual(['They are joined.']);
	});
	test('it is told where no change is known', async () => {
		expect(await told('Start')).toEqual(['Ben gets nothing.', 'They are joined.']);
	});
});

describe('beside another cause that a change mends', () => {
	const lost = toChange('rows', 'Start', 'Ben gets nothing.');
	const happenings = async (kind: 'answer' | 'waits' | 'rows') => {
		const other = toChange(kind, 'Rows', 'It waits without an end.');
		const all = await found({}, (rounds) => rounds.map((rows) => rows.map(hello)), undefined, [
			lost,
			other,
		]);
		return all.map(({ happened }) => happened);
	};

	test('who is lost by it is not told of apart', async () => {
		expect(await happenings('waits')).toEqual(['It waits without an end.']);
	});
	test('both are told where nothing that was played mends it', async () => {
		expect(await happenings('answer')).toEqual(['Ben gets nothing.', 'It waits without an end.']);
	});
});

test('who gets what is to change only if a change was played that mends it: else it may be meant', async () => {
	const seen = (kind: Breach['kind']) =>
		found({}, (rounds) => rounds.map((rows) => rows.map(hello)), undefined, [
			toChange(kind, 'Start', 'Seen.'),
		]);
	expect(await seen('rows')).toEqual([{ level: 'know', happened: 'Seen.', where: 'Start' }]);
	expect(await seen('flag')).toMatchObject([{ level: 'know' }]);
	expect(await seen('wait')).toMatchObject([{ level: 'change' }]);
	// Nobody means that people read another one's words.
	const player = playerOf({}, (rounds) => rounds.map((rows) => rows.map(hello)));
	const { workflow, world } = played({});
	const play = await player.play(workflow, world);
	const mixed = toChange('rows', 'Start', 'Seen.', { isAstray: true });
	const told = [{ relation: relationOf('reversed'), workflow, play, breaches: [mixed] }];
	const trial = { base: baseOf(play), player, told, elsewhere: [], onTry: () => undefined };
	expect(await adviceOf(trial)).toMatchObject([{ level: 'change' }]);
});
