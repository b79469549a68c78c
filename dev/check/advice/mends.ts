import type { Workflow, WorkflowNode } from '../../n8n/types.ts';
import { type Base, givenTo, oursIn } from '../relations/base.ts';
import { leadsTo } from '../relations/seen.ts';
import type { Breach, Kind } from '../relations/relation.ts';
import { allOf, type Some } from '../some.ts';
import {
	asksForAny,
	behindEach,
	fieldsSkipped,
	isOurs,
	optionsOf,
	reachedFrom,
} from '../copy/nodeKinds.ts';
import { isSchedule } from '../copy/schedules.ts';
import { shownName } from '../copy/shown.ts';
import { isYes } from '../worlds/yesNo.ts';
import { countryIn } from '../worlds/countries.ts';
import { withInputs, withTexts } from '../relations/called.ts';
import { differencesIn, withUnits } from './differences.ts';
import { cellAt, cellsOf } from '../worlds/world.ts';
import {
	behindCondition,
	behindSending,
	fewerLines,
	isType,
	ofAnswer,
	telling,
	withoutDoubles,
	withoutSequel,
} from './canvas.ts';
import {
	comparesMore,
	executesForEach,
	inOtherOrder,
	keepsBlank,
	ofLoop,
	ofRows,
	ofSet,
	ofSummarize,
	onMoreDays,
	toOpen,
	without,
} from './byNode.ts';
import { upToTheNext } from './bounds.ts';
import { asWords, comparesNumbers, fuzzy, inAnySpelling, wholeWords } from './spelling.ts';
import {
	byCurrency,
	byDigits,
	inOneCurrency,
	inWholeUnits,
	ofDays,
	ofNumbers,
	withoutGroups,
} from './values.ts';
import {
	asMeant,
	asText,
	by24Hours,
	byOwnClock,
	countsZero,
	fromEarlier,
	inOwnZone,
	insteadOfGap,
	itemized,
	keys,
	ofMatter,
	readingOf,
	readsFrom,
	readsItsItem,
	saysYes,
	saysYesIn,
	withMinutes,
	withOtherFields,
} from './expressions.ts';
import {
	conditionsFor,
	nodeIn,
	type Mend,
	onCanvas,
	option,
	parameters,
	setting,
	withDuplicates,
	withNode,
	withIf,
	withShown,
} from './change.ts';

const PICTURES = /\s?\p{Extended_Pictographic}\uFE0F?/gu;

function executesOnce(node: WorkflowNode): Mend {
	const advice = 'Turn on the setting Execute Once: the message is the same for all items.';
	return setting(node, 'Execute Once', advice, { executeOnce: true });
}

/** What was only not delivered yet is left out. */
function onlyFailed({ name }: WorkflowNode): Mend {
	const advice = `Put an If before “${name}” that lets through only items whose delivery is failed.`;
	const asked = '={{ $json.delivery }}';
	return onCanvas(advice, `before “${name}”`, (one) =>
		withIf(one, 'Before', name, asked, 'failed'),
	);
}

/** What a breach at a node is mended by, in the order in which it's tried. */
type Mending = (node: WorkflowNode, base: Base, breach: Breach) => Some<Mend>;

/** More messages than a run brings, where a limit is lower. */
function moreMessages(node: WorkflowNode, { people }: Base): Some<Mend> {
	const { maxMessages } = optionsOf(node).limits?.values ?? {};
	const advice =
		'Set Max Messages to what you expect at most: it counts all messages of an execution.';
	return (
		Number(maxMessages) < people.length &&
		option(node, 'Limits → Max Messages', advice, ['limits', { maxMessages: 100 }])
	);
}

/** What mends what happened at a node of ours. */
const AT_OURS: Partial<Record<Kind, Mending>> = {
	rows: moreMessages,
	again: keys,
	spelled: keys,
	key: keys,
	remembered: keys,
	// The field comes through again, or something else stands in its place.
	gap: (node, base, { field = '' }) => [
		base.play.workflow.nodes
			.filter((one) => isType(one, 'set') && !one.shows)
			.filter(({ name }) => reachedFrom(base.play.workflow.connections, name).has(node.name))
			.map(ofSet),
		fromEarlier(node, field, base),
		insteadOfGap(node, field, base),
	],
	answer: ofAnswer,
	'opted out': (node) =>
		option(
			node,
			'Skip Messages → Skip Suppressed',
			'Turn Skip Suppressed on: the items of those who opted out then come out marked.',
			['skipMessages', { skipSuppressed: true }],
		),
	skipped: ({ name }) => ({
		advice: 'Turn Skip Duplicates off.',
		where: `${name}: Options → Skip Messages → Skip Duplicates`,
		apply: (one) => withDuplicates(one, name),
	}),
	closed: (node, base, { days = [] }) => toOpen(node, base, days),
	night: (node) => [
		Boolean(optionsOf(node).skipMessages?.values?.timeZone) &&
			option(
				node,
				'Skip Messages → Time Zone',
				"Empty Time Zone: the window then goes by the workflow's clock.",
				['skipMessages', { timeZone: '' }],
			),
		inOwnZone(node),
	],
	flag: (node, { people }, { field, at = [], from }) => {
		const yes = people.map(({ json }) => cellAt(json, at)).find(isYes);
		if (node.parameters.operation !== 'updateConsent' || yes === undefined) return [];
		const is = typeof yes === 'string' ? ` === '${yes}'` : '';
		const status = `={{ ${readingOf(at, from)}${is} ? 'granted' : 'revoked' }}`;
		const advice = `If “${field}” says who has agreed, set Status to ${status.slice(1)}`;
		return parameters(node, 'Status', advice, { status });
	},
	limit: (node) => {
		const advice =
			'Set Max Messages to what you expect at most: more than that, and nothing is sent.';
		return option(node, 'Limits → Max Messages', advice, ['limits', { maxMessages: 100 }]);
	},
	model: (node, { play }) => {
		const allowedTo = `+${play.rounds[0].messages[0]?.to.slice(0, 3)}*`;
		const limits = { maxMessages: 3, maxParts: 4, allowedTo };
		const advice = `Set Limits: Max Messages, Max Parts, and Allowed To, such as ${allowedTo}.`;
		const mend = option(node, 'Limits', advice, ['limits', limits]);
		return { ...mend, where: `${String(node.byModel)}: Options → Limits` };
	},
	number: (node, _, { field = '', at = [field], from }) => {
		const to = `={{ ${readingOf(at, from)} }}`;
		const advice = `If they are meant for these people, set To to ${to.slice(1)}`;
		return parameters(node, 'To', advice, { to });
	},
	country: (node, { play }, { at = [] }) => {
		const said = givenTo(play.rounds[0], node).map((item) => String(cellAt(item, at)));
		const countries = [...new Set(said.map((one) => one.trim()))].flatMap((one) => {
			const country = countryIn(one);
			return country ? [[one, country] as const] : [];
		});
		const names = countries.map(([name, code]) => `${JSON.stringify(name)}: '${code}'`).join(', ');
		const areCodes = countries.every(([name, code]) => name === code);
		const isTrimmed = said.some((one) => one !== one.trim());
		const read = `${readingOf(at)}${isTrimmed ? '?.trim()' : ''}`;
		const usual = String(optionsOf(node).defaultCountry ?? '');
		const otherwise = /^[A-Z]{2}$/.test(usual) ? ` ?? '${usual}'` : '';
		const country = areCodes ? read : `({ ${names} })[${read}]`;
		const defaultCountry = `={{ ${country}${otherwise} }}`;
		const advice = `Set Default Country to ${defaultCountry.slice(1)}: a number without a country code is then read as one of the country that its row names.`;
		const options = { ...optionsOf(node), defaultCountry };
		return parameters(node, 'Default Country', advice, { options }, 'Options');
	},
	batch: (node) =>
		option(
			node,
			'Requests → Items per Batch',
			'Have one item per batch, with 1 here: a number that is refused then holds back nobody else.',
			['requests', { batchSize: 1 }],
		),
	report: (node, base) => {
		const waits = oursIn(base).some(
			(one) => optionsOf(one).waitForDelivery && leadsTo(base.play.workflow, one.name, node.name),
		);
		const knows = givenTo(base.play.rounds[0], node).some(({ delivery }) => delivery !== undefined);
		return (waits || knows) && onlyFailed(node);
	},
	length: (node) => {
		const text = String(node.parameters.text);
		const pictures = text.match(PICTURES)?.map((one) => one.trim()) ?? [];
		const advice = `Take ${pictures.join(' ')} out of Text: with such a character, each part holds less than half.`;
		return parameters(node, 'Text', advice, { text: text.replace(PICTURES, '') });
	},
};

/** What mends what happened at a node of any kind. */
const AT_ANY: Partial<Record<Kind, Mending>> = {
	rows: (node, base, { wrong = [], isAstray }) => [
		ofRows(node, base),
		base.play.workflow.nodes
			.filter((one) => one !== node && isType(one, 'summarize'))
			.map((one) => ofSummarize(one, base)),
		base.senders
			.filter((sender) => sender !== node)
			.map((sender) => [executesForEach(sender), itemized(sender)]),
		wrong.length > 0 && !isAstray && base.senders.map((sender) => keys(sender, base)),
	],
	unmatched: ofRows,
	spelled: (node, base, { field }) => [
		Boolean(base.play.workflow.settings?.timezone) &&
			byOwnClock(node, String(base.play.workflow.settings?.timezone)),
		fuzzy(node),
		inAnySpelling(node),
		comparesNumbers(node),
		wholeWords(node),
		field && ofNumbers(node, field, base),
		byDigits(node, base),
	],
	joined: ({ name }, { play: { workflow }, people }, { field = '' }) => {
		const isOfPeople = (one: WorkflowNode) => people.some(({ list }) => list.node === one.name);
		return (
			workflow.nodes
				.filter((one) => String(behindEach(workflow.connections, one.name).flat()) === name)
				// What nobody of the list of people belongs to, its own output then lets through.
				.toSorted((one, other) => Number(isOfPeople(other)) - Number(isOfPeople(one)))
				.map((one) => {
					const asked = `={{ !!${readingOf([field])} }}`;
					const advice = `Put an If behind “${one.name}” that lets through only rows with something in “${field}”: ${asked.slice(1)} is true.`;
					return onCanvas(advice, `behind “${one.name}”`, (all) =>
						withIf(all, 'Behind', one.name, asked),
					);
				})
		);
	},
	either: (node) => {
		const label = 'Output Data From';
		const advice = `If Input 2 says who gets nothing, set ${label} to Input 1.`;
		return parameters(node, label, advice, { outputDataFrom: 'input1' });
	},
	inside: asWords,
	written: ({ name }, _, { field, from }) => {
		if (!field || !from) return [];
		const value = `={{ ${readingOf([field], from)} }}`;
		return {
			advice: `Set ${field} to ${value.slice(1)}: so it stands in the row.`,
			where: `${name}: Parameters → ${field}`,
			apply: (one) => withShown(one, name, `columns value ${field}`, value),
		};
	},
	unit: (node) => {
		const [{ unit }] = differencesIn(node);
		const advice = `Name the unit in diff(), as in .diff(…, '${unit}').${unit}.`;
		return parameters(node, 'what has diff()', advice, withUnits(node));
	},
	any: (node) => {
		const conditions = { ...(node.parameters.conditions as object), combinator: 'and' };
		const advice = 'Choose AND between the conditions: each of them must then hold.';
		return parameters(node, 'Conditions', advice, { conditions });
	},
	bounds: upToTheNext,
	across: (node, base, breach) => [byCurrency(node, breach), inOneCurrency(node, base, breach)],
	shifted: keepsBlank,
	remembered: behindCondition,
	never: ({ name }) => ({
		advice:
			'Add the option Response, and turn on Never Error: whatever the status is, it then gives an item.',
		where: `${name}: Options → Response → Never Error`,
		apply: (one) => withNode(one, name, { stopsAtStatus: false }),
	}),
	old: (node, base, { field }) => {
		const label = 'When There Are Differences';
		const advice = `If Input ${field} has the newer rows, set ${label} to Use Input ${field} Version.`;
		const resolve = field === 'A' ? 'preferInput1' : 'preferInput2';
		return [
			isType(node, 'compareDatasets') && parameters(node, label, advice, { resolve }),
			comparesMore(node, base),
		];
	},
	rule: (node, _, { order = [] }) => inOtherOrder(node, order),
	paused: (node, _, { days = [] }) => onMoreDays(node, days),
	order: (node, base, { field }) =>
		field !== undefined && [ofNumbers(node, field, base), ofDays(node, field, base)],
	lookup: (node, { play }) => telling(node, play.workflow),
	report: (node, _, { field = '' }) => {
		const asked = '={{ $json.delivery }}';
		const advice = `Ask for what became of the whole message: ${asked.slice(1)} is equal to ${field}.`;
		const { conditions } = (node.parameters.conditions ?? {}) as { conditions?: unknown[] };
		return (
			field !== '' &&
			conditions?.length === 1 &&
			parameters(node, 'Conditions', advice, conditionsFor(asked, field))
		);
	},
	first: (node) => {
		const label = 'Send data to all matching outputs';
		const options = { ...optionsOf(node), allMatchingOutputs: true };
		const advice = `If each is to apply, add the option ${label}, and turn it on.`;
		return parameters(node, label, advice, { options }, 'Options');
	},
	skips: (node, _, { field = '' }) => {
		const left = fieldsSkipped(node).filter((name) => name !== field);
		const options = { ...optionsOf(node), skipFields: left.join(', ') };
		const label = 'Fields to Skip Comparing';
		return parameters(node, label, `Take ${field} out of ${label}.`, { options }, 'Options');
	},
	zero: (node, _, { field = '' }) => countsZero(node, field),
	digits: ({ name }, _, { field = '' }) => ({
		advice: `In the trigger of the workflow that it calls, choose the type String for ${field}, and here too.`,
		where: `${name}: the workflow that it calls`,
		apply: (one) => withTexts(one, name, [field]),
	}),
	passed: ({ name }, _, { field = '' }) => ({
		advice: `In the trigger of the workflow that it calls, add ${field} to the inputs.`,
		where: `${name}: the workflow that it calls`,
		apply: (one) => withInputs(one, name, field.split(', ')),
	}),
	fails: itemized,
	kept: ({ name }) => {
		const asked = '={{ !$json.skipped }}';
		const advice = `Put an If before “${name}” that lets through only what wasn't skipped: ${asked.slice(1)} is true.`;
		return onCanvas(advice, `before “${name}”`, (one) =>
			withIf(one, 'Before', nodeIn(one, shownName(name))?.name ?? name, asked),
		);
	},
	answer: (node) => !isOurs(node) && readsItsItem(node),
	flag: (node, { people }, { field = '', at, from }) => {
		if (at && from !== undefined && !isOurs(node)) return readsFrom(node, field, at, from);
		const said = people.flatMap(({ json }) =>
			cellsOf(json).filter(([path, cell]) => path.at(-1) === field && isYes(cell)),
		);
		return said
			.slice(0, 1)
			.map(([, yes]) => [saysYes(node, field, yes), saysYesIn(node, field, yes)]);
	},
	misread: (node, base, { field = '' }) => {
		const { play } = base;
		const label = 'Use Workflow Timezone';
		const advice = `Add the option ${label}, and turn it on.`;
		const options = { ...(node.parameters.options as object), timezone: true };
		return [
			isType(node, 'dateTime') && parameters(node, label, advice, { options }, 'Options'),
			by24Hours(node),
			withMinutes(node),
			asMeant(node, String(play.workflow.settings?.timezone)),
			asText(node, field),
			field !== '' && [
				withoutGroups(node, field, base),
				ofNumbers(node, field, base),
				inWholeUnits(node, field, base),
			],
		];
	},
	said: behindSending,
	nothing: (node, base, { from }) => [
		// Of a list that is looked at, or that is asked whether it has any: behind another condition, an empty item would go out as
		// if it had passed.
		(from === node.name || asksForAny(node, base.play.workflow).length > 0) &&
			node.alwaysOutputData !== true &&
			setting(
				node,
				'Always Output Data',
				'Set Always Output Data: where it finds nothing, the workflow then goes on with an empty item.',
				{ alwaysOutputData: true },
			),
		withOtherFields(node, base),
		isType(node, 'splitInBatches') && ofLoop(node, base),
	],
	waits: (node) => {
		const limit = { limitType: 'afterTimeInterval', resumeAmount: 1, resumeUnit: 'hours' };
		const advice = 'Set Limit Wait Time, and go on if there is no answer.';
		return isOurs(node)
			? option(node, 'Limit Wait Time', advice, ['limitWaitTime', limit])
			: parameters(node, 'Limit Wait Time', advice, { limitWaitTime: true, ...limit });
	},
};

/** Somebody who hears of each message that couldn't be sent, where a Limit lets only some through. */
function hearsOfEach({ name, onError }: WorkflowNode, { nodes, connections }: Workflow) {
	if (onError !== 'continueErrorOutput') return [];
	const next = behindEach(connections, name).at(-1) ?? [];
	const behind = next.flatMap((one) => [...reachedFrom(connections, one)]);
	return nodes
		.filter((one) => isType(one, 'limit') && behind.includes(one.name))
		.map((one) =>
			without(one, `Remove “${one.name}”, or deactivate it: it lets only some through.`),
		);
}

/** A retry of a whole sub-workflow, or a report that is asked for before there can be one. */
function ofDoubles(node: WorkflowNode): Some<Mend> {
	const asksForReport = isOurs(node) && /^getReports?$/.test(String(node.parameters.operation));
	const advice = 'Add Wait for Delivery: before, nobody can know whether it arrived.';
	return [
		node.retryOnFail === true &&
			setting(node, 'Retry On Fail', 'Turn off Retry On Fail.', { retryOnFail: false }),
		asksForReport && option(node, 'Wait for Delivery', advice, ['waitForDelivery', { timeout: 3 }]),
	];
}

/** Whether people come in what starts the workflow whenever something happens. */
const comeOneByOne = ({ lists, play: { trigger } }: Base) =>
	!isSchedule(trigger) && lists.some(({ node }) => node === trigger.name);

/** What mends what no single node does. */
const OF_ALL: Partial<Record<Kind, (base: Base, node?: WorkflowNode) => Some<Mend>>> = {
	twice: (base, node) => [
		base.play.workflow.nodes.map(ofDoubles),
		[...new Set([...(node && isOurs(node) ? [node] : []), ...base.senders])]
			.slice(0, 2)
			.map((one) => [
				withoutSequel(one, base),
				one === node && onlyFailed(one),
				one === node && ofMatter(one, base),
				fewerLines(one, base),
				// Each event is a run of its own, in which nothing is a duplicate.
				comeOneByOne(base) && one === node && keys(one, base),
				withoutDoubles(one, base),
				executesOnce(one),
				one === node && keys(one, base),
			]),
	],
	untold: ({ play: { workflow } }, node) =>
		workflow.nodes
			.filter((one) => (node ? one === node : isOurs(one) && one.onError))
			.map((one) => [hearsOfEach(one, workflow), telling(one, workflow)]),
	endless: (base) =>
		base.play.workflow.nodes.map((one) => [
			isOurs(one) &&
				one.onError === 'continueErrorOutput' &&
				telling(one, base.play.workflow).slice(1),
			isType(one, 'splitInBatches') && ofLoop(one, base),
		]),
};

/** All that could mend a breach. What is set is not advised: such a change changes nothing. */
export function mendsFor(breach: Breach, base: Base): Mend[] {
	const { kind } = breach;
	const node = nodeIn(base.play.workflow, breach.node);
	return allOf<Mend>([
		node && isOurs(node) && AT_OURS[kind]?.(node, base, breach),
		node && AT_ANY[kind]?.(node, base, breach),
		OF_ALL[kind]?.(base, node),
	]);
}
