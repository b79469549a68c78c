import { adviceFor, type Trial } from '../../../../dev/check/advice/tried';
import type { Told } from '../../../../dev/check/advice/loses';
import type { Player } from '../../../../dev/check/play/player';
import type { Sent } from '../../../../dev/check/play/round';
import { baseOf } from '../../../../dev/check/relations/base';
import { breachesOf, toChange, worthKnowing } from '../../../../dev/check/relations/relation';
import type { World } from '../../../../dev/check/worlds/world';
import type { Workflow } from '../../../../dev/n8n/types';
import { type Given, hello, type Person, played, relationOf, sent } from '../relations/madeUp';

const owner = '+37069999999';

/** What a made-up n8n sends of some rows: the mended workflow says how. */
type Sends = (rows: Person[], workflow: Workflow, round: number) => Sent[];
const nodeIn = ({ nodes }: Workflow, name: string) => nodes.find((node) => node.name === name);

/** A player that plays nothing: it makes up what comes of a world. */
const playerOf = (given: Given, sends: Sends): Player => ({
	play: async (workflow: Workflow, world: World) => {
		const rowsIn = (pins: World['pins']) => pins.Rows.map(({ json }) => json as Person);
		const rows = rowsIn(world.pins);
		const again = world.times === 2 && {
			again: sends(rowsIn(world.later ?? world.pins), workflow, 1),
		};
		const messages = sends(rows, workflow, 0);
		return { ...played({ ...given, rows, messages, ...again }), workflow, world };
	},
});

/** What is told of a workflow, and advised, after some situations. */
async function found(given: Given, sends: Sends, ...names: string[]) {
	const player = playerOf(given, sends);
	const { workflow, world } = played({ again: [], ...given });
	const base = baseOf(await player.play(workflow, world));
	const told: Told[] = [];
	for (const name of ['all well', ...names]) {
		const relation = relationOf(name);
		const play = await player.play(workflow, relation.world(base)!);
		told.push({ relation, workflow, play, breaches: breachesOf(relation, base, play) });
	}
	return adviceOf({ base, player, told, elsewhere: [], onTry: () => undefined });
}

const adviceOf = async (trial: Trial) => [...new Set((await adviceFor(trial)).flat())];

describe('of orders that come twice, the owner', () => {
	const orders = ['12', '13'].map((id) => ({ id }));
	const given = { node: { parameters: { operation: 'send', to: owner, text: '={{ $json.id }}' } } };
	const tells =
		(text: (id: string) => string): Sends =>
		(rows, workflow) => {
			const all = rows.flatMap((row) => [row, row]);
			const run = nodeIn(workflow, 'Send')?.executeOnce ? all.slice(0, 1) : all;
			return run.map(({ id = '' }) => sent(owner, text(id)));
		};

	test('is not to hear of the first one alone', async () => {
		const said = await found(
			{ ...given, rows: orders },
			tells((id) => `Order ${id} came`),
		);
		expect(said).toEqual([
			{ level: 'change', happened: expect.stringContaining('the same text twice'), where: 'Send' },
		]);
	});

	test('hears once of what is the same for all', async () => {
		const said = await found(
			{ ...given, rows: orders },
			tells(() => 'Orders came'),
		);
		expect(said[0]).toMatchObject({ advice: expect.stringContaining('Execute Once') });
	});
});

test('what is to be changed is told, also if the same cause was worth knowing before', async () => {
	const given = played();
	const base = baseOf(given);
	const relation = relationOf('all well');
	const breaches = [
		worthKnowing('value', 'Send', 'A note.'),
		toChange('value', 'Send', 'One.'),
		toChange('value', 'Send', 'Another.'),
	];
	const told = [{ relation, workflow: given.workflow, play: given, breaches }];
	const player = playerOf({}, (rows) => rows.map(hello));
	expect(
		await adviceOf({ ...{ base, player, told, elsewhere: [] }, onTry: () => undefined }),
	).toEqual([{ level: 'change', happened: 'One. Another.', where: 'Send' }]);
});
