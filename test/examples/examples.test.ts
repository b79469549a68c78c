import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse as parseCsv } from 'csv-parse/sync';
import type { IConnections, INode, INodeProperties } from 'n8n-workflow';
import { cronNodeOptions, NodeHelpers } from 'n8n-workflow';

import { Problem } from '../../nodes/MessagingService/errors/problem';
import { withOutcome } from '../../nodes/MessagingService/run/otherItems';
import { NODE, nodeTypes, TOOL, TRIGGER } from '../support/nodeTypes';

const folder = join(__dirname, '../../examples');
const text = (file: string) => readFileSync(join(folder, file), 'utf8');
const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
const STICKY = 'n8n-nodes-base.stickyNote';

/** What end-to-end tests say. */
const endToEnd = globSync('../e2e/**/*.ts', { cwd: __dirname })
	.map((file) => readFileSync(join(__dirname, file), 'utf8'))
	.join('\n');

type Example = { name: string; nodes: INode[]; connections: IConnections };

const read = (file: string) => JSON.parse(text(file)) as Example;
/** The name without the number that n8n shows before it. */
const titleOf = (file: string) => read(file).name.replace(/^\d\d /, '');
const ours = ({ nodes }: Example) =>
	nodes.filter(({ type }) => [NODE, TOOL, TRIGGER].includes(type));

/** As n8n's loader hands it out: a polling trigger gets Poll Times. */
function description(type: string) {
	const { description } = nodeTypes.getByNameAndVersion(type);
	const pollTimes = {
		displayName: 'Poll Times',
		name: 'pollTimes',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		default: {},
		options: cronNodeOptions,
	} satisfies INodeProperties;
	const properties = description.polling
		? [pollTimes, ...description.properties]
		: description.properties;
	return { ...description, properties };
}

/** All texts in a value, however deep. */
function textsIn(value: unknown): string[] {
	if (typeof value === 'string') return [value];
	return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

interface Edge {
	from: string;
	to: string;
	type: string;
}

/** All connections: the workflow's own, and those by which an AI Agent has its model and its tools. */
function edges(connections: IConnections): Edge[] {
	return Object.entries(connections).flatMap(([from, outputs]) =>
		Object.values(outputs).flatMap((ofOneType) =>
			ofOneType.flatMap((output) =>
				(output ?? []).map(({ node, type }) => ({ from, to: node, type })),
			),
		),
	);
}

/** The nodes whose data a node can reach; what belongs to an AI Agent reaches what the agent does. */
function before(name: string, all: Edge[], known = new Set<string>()): Set<string> {
	for (const { from, to, type } of all) {
		const [leadsTo, reached] = type === 'main' ? [to, from] : [from, to];
		if (leadsTo !== name || known.has(reached)) continue;
		known.add(reached);
		before(reached, all, known);
	}
	return known;
}

/**
 * The room a node takes on n8n's canvas: 96 units square, its name in up to two lines below. One that
 * others belong to, such as an AI Agent, is 240 wide and has their names below.
 */
function boxOf({ name, type, position: [x, y], parameters }: INode, all: Edge[]) {
	if (type === STICKY) {
		const { width, height } = parameters;
		return { left: x, right: x + Number(width), top: y, bottom: y + Number(height) };
	}
	const isWide = all.some((edge) => edge.to === name && edge.type !== 'main');
	const [left, right] = isWide ? [x, x + 240] : [x - 48, x + 144];
	return { left, right, top: y, bottom: y + 150 };
}

function overlap(one: INode, other: INode, all: Edge[]): boolean {
	const [a, b] = [boxOf(one, all), boxOf(other, all)];
	return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

test("the README's tables list every example once, by the number in its name; the first has six", () => {
	const row = /^\| (\d+) \| \[(.+?)\]\((?:#.+?|[\w-]+\.md)\) \|/gm;
	const listedIn = (part: string) =>
		[...part.matchAll(row)].map(([, number, title]) => `${number.padStart(2, '0')} ${title}`);
	const [first, more] = text('README.md').split('\n## More examples\n').map(listedIn);
	expect(first).toHaveLength(6);
	expect([...first, ...more]).toEqual(files.map((file) => read(file).name).sort());
	const numbers = [...first, ...more].map((name) => Number(name.slice(0, 2)));
	expect(numbers).toEqual(numbers.map((_, place) => place + 1));
});

test('the first steps in the README of the package name examples as n8n lists them', () => {
	const named = [...text('../README.md').matchAll(/\*\*(\d\d .+?)\*\*/g)].map(([, name]) => name);
	expect(named).toHaveLength(2);
	expect(files.map((file) => read(file).name)).toEqual(expect.arrayContaining(named));
});

describe.each(files)('Example %s', (file) => {
	const example = read(file);
	const names = example.nodes.map(({ name }) => name);
	const connected = edges(example.connections);

	test('uses parameters that the nodes have, all of them shown and in their lists', () => {
		expect(ours(example).length).toBeGreaterThan(0);
		for (const node of ours(example)) {
			const type = description(node.type);
			expect(node.typeVersion).toBe(type.version);
			const { getNodeParameters, getNodeParametersIssues } = NodeHelpers;
			const { parameters, name } = node;
			const known = getNodeParameters(type.properties, parameters, true, false, node, type);
			expect(known).toMatchObject(parameters);
			expect([name, getNodeParametersIssues(type.properties, node, type)]).toEqual([name, null]);
		}
	});

	test('takes the number in a Once Key from the package, however it was typed', () => {
		const fields = textsIn(example.nodes.map(({ parameters }) => parameters.formFields));
		const typed = fields.filter((name) => name.startsWith('Phone'));
		const keys = ours(example).map(({ parameters }) =>
			JSON.stringify(Object(parameters.options).onceKey ?? ''),
		);
		for (const key of keys) for (const name of typed) expect(key).not.toContain(name);
	});

	test('names the credential of the local sandbox, and no other', () => {
		const id = 'messaging-service-local-sandbox';
		const messagingServiceApi = { id, name: 'Messaging Service: local sandbox' };
		for (const { credentials } of ours(example))
			expect(credentials).toEqual({ messagingServiceApi });
		const others = example.nodes.filter((node) => !ours(example).includes(node));
		expect(others.filter(({ credentials }) => credentials)).toEqual([]);
	});

	test('has every node once, connected, and off the others', () => {
		expect(new Set(names).size).toBe(names.length);
		expect(new Set(example.nodes.map(({ id }) => id)).size).toBe(names.length);
		for (const node of example.nodes.filter(({ type }) => type !== STICKY)) {
			const isStart = /(trigger|webhook)$/i.test(node.type) && !/respondToWebhook$/.test(node.type);
			expect([node.name, before(node.name, connected).size > 0]).toEqual([node.name, !isStart]);
		}
		expect(names).toEqual(expect.arrayContaining(connected.flatMap(({ from, to }) => [from, to])));
		const overlaps = example.nodes.flatMap((one, index) =>
			example.nodes
				.slice(index + 1)
				.filter((other) => overlap(one, other, connected))
				.map((other) => `${one.name} / ${other.name}`),
		);
		expect(overlaps).toEqual([]);
	});

	test('is small, or its picture can be read in a column of 880 pixels', () => {
		const nodes = example.nodes.filter(({ type }) => type !== STICKY);
		const boxes = example.nodes.map((node) => boxOf(node, connected));
		const ends = boxes.map(({ right }) => right);
		const width = Math.max(...ends) - Math.min(...boxes.map(({ left }) => left));
		expect([nodes.length <= 12, width <= 1_700]).toContain(true);
	});

	test('refers in its expressions to nodes that ran before', () => {
		for (const node of example.nodes) {
			const expressions = textsIn(node.parameters).filter((value) => value.startsWith('='));
			const referred = expressions.flatMap((expression) =>
				[...expression.matchAll(/\$\((["'])(.+?)\1\)/g)].map(([, , name]) => name),
			);
			expect(expressions.filter((expression) => /\$node\b|\$items\(/.test(expression))).toEqual([]);
			expect([...before(node.name, connected)]).toEqual(expect.arrayContaining(referred));
		}
	});

	test('names on its notes only nodes that there are', () => {
		const notes = example.nodes.filter(({ type }) => type === STICKY);
		expect(notes.length).toBeGreaterThan(0);
		const headings = ['Before you publish it', 'Before you use it', 'To try it', 'Then', 'D'];
		for (const { parameters } of notes) {
			const bold = String(parameters.content).matchAll(/\*\*(.+?)\*\*/g);
			const known = expect.arrayContaining([...bold].map(([, word]) => word));
			expect([...names, ...headings]).toEqual(known);
		}
	});

	test('holds no secret, no address and nothing of the machine it was made on', () => {
		expect(text(file)).not.toMatch(
			/sandbox-key|apiKey|password|instanceId|https?:|localhost|127\./i,
		);
		expect(text(file)).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}/i);
		expect(text(file)).not.toMatch(/\/(home|root|Users|tmp|var|work)\//);
	});

	test('is run in a real n8n too', () => {
		expect(endToEnd).toContain(`'${file.replace('.json', '')}'`);
	});

	test('has a page, or a section in the README', () => {
		const page = join(folder, file.replace('.json', '.md'));
		const isPage = existsSync(page);
		const told = isPage ? readFileSync(page, 'utf8') : text('README.md');
		expect(told).toContain(`(${file})`);
		expect(`\n${told}`).toContain(`\n${isPage ? '#' : '##'} ${titleOf(file)}\n`);
	});
});

// Somebody may run them with a real account: Britain keeps these numbers free for films.
test.each(['first-sms', 'rows-in-one-request'])('%s has only numbers of nobody', (name) => {
	const numbers = text(`${name}.json`).match(/\+[\d ]{7,}/g) ?? [];
	expect(numbers.length).toBeGreaterThan(0);
	expect(numbers.filter((number) => !number.startsWith('+44 7700 900'))).toEqual([]);
});

test('the form submissions have lines for every ending, with numbers and names as people write them', () => {
	const lines: Array<{ name: string; phone: string; sms: string; expected: string }> = parseCsv(
		text('form-submissions.csv'),
		{ columns: true },
	);
	expect(lines.length).toBeGreaterThanOrEqual(8);
	const endsOf = (wanted: string) =>
		lines
			.filter(({ expected }) => expected === wanted)
			.map(({ phone }) => phone.replace(/\D/g, '').slice(-4));
	expect(endsOf('refused')).toHaveLength(2);
	expect(endsOf('failed').sort()).toEqual(['0002', '0005']);
	const everything = lines.map(({ name, phone }) => `${phone} ${name}`).join('\n');
	for (const wanted of [/\+\d/, /\d \d/, /[äöüß]/, /\p{Extended_Pictographic}/u, /https?:/]) {
		expect(everything).toMatch(wanted);
	}
	for (const { sms } of lines) expect(sms).not.toMatch(/[:/]|\p{Extended_Pictographic}/u);
});

test('what examples look for in an error is what the node says of a message that may have been sent', () => {
	const said = withOutcome(new Problem('No', 'Look.', { outcome: 'unknown' }));
	const phrases = files.flatMap((file) =>
		[...text(file).matchAll(/"rightValue": "([^"]*known[^"]*)"|includes\('(known[^']*)'\)/g)].map(
			([, value, included]) => value ?? included,
		),
	);
	expect(phrases).toHaveLength(4);
	expect(phrases.filter((phrase) => !said.advice.includes(phrase))).toEqual([]);
});

describe('Delivery in an example', () => {
	/** The nodes whose items have one field for it: those of ours that judge the report themselves. */
	const judges = ({ type, parameters: { operation, triggerOn = 'messageCompleted' } }: INode) =>
		type === TRIGGER ? triggerOn === 'messageCompleted' : operation === 'summarizeReports';

	test.each(files)('%s leaves it to our nodes what an entry of a report means', (file) => {
		const { nodes } = read(file);
		const judged = nodes.filter(judges).map(({ name }) => `$('${name}').item.json.delivered`);
		const used = nodes
			.filter(({ type }) => type !== STICKY)
			.flatMap(({ parameters }) => textsIn(parameters))
			.map((one) => judged.reduce((rest, own) => rest.replaceAll(own, ''), one));
		const meaning = /(\.|\[['"]|appended_)(delivered|errorCode)\b(?! *\()/;
		expect(used.filter((one) => meaning.test(one))).toEqual([]);
		const summed = nodes.filter(({ type }) => type === 'n8n-nodes-base.summarize');
		expect(textsIn(summed.map(({ parameters }) => parameters))).not.toContain('errorCode');
	});

	test('is told by some', () => {
		const told = files.filter((file) => /\$?json\.delivery\b/.test(text(file)));
		expect(told.length).toBeGreaterThan(3);
	});
});
