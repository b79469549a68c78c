import { asText, leavesOf, listIn, listsIn, suppressedBy } from '../node.ts';
import type { Leaf } from '../node.ts';
import type { Asking } from '../ask.ts';
import type { Answer, Request } from '../exchange.ts';
import { asked, isJson, isMissing, isUnauthorized, judgeAnswer, NO_SETTING } from '../judge.ts';
import { isValue, nameShown, quoted, shapeOf, statusOf } from '../shapes.ts';

/** Where services often have what the specification shows without a prefix. */
const PREFIXES = ['/v1', '/api', '/api/v1'];
const LISTS: Request[] = [{ name: 'GET /contacts' }, { name: 'GET /suppression' }];

export const RIGHTS = 'Ask what your key may do. A credential for each key, if there are several';

/**
 * Reads the two lists, under another prefix if there is nothing at their paths, and goes on with it.
 *
 * @param isKeyElsewhere whether no other GET has shown that the service takes the key so
 * @returns whether a list came
 */
export async function judgeLists(asking: Asking, isKeyElsewhere: boolean): Promise<boolean> {
	const { findings } = asking;
	const readBoth = async (read: (request: Request) => Promise<Answer>) => [
		await read(LISTS[0]),
		await read(LISTS[1]),
	];
	let answers = await readBoth(async (request) => await asked(asking, request));
	const isNowhere = (all: Answer[]) => all.every(isMissing);
	const given = String(asking.credentials.pathPrefix ?? '');
	for (const prefix of isNowhere(answers) ? PREFIXES.filter((one) => one !== given) : []) {
		Object.assign(asking.credentials, { customPaths: true, pathPrefix: prefix });
		const others = await readBoth(async (request) => await asking.ask(request));
		if (!isNowhere(others)) {
			const change = `Credential: Custom Paths on, Path Prefix ${prefix}`;
			findings.different('path-prefix', `the lists are at ${prefix}`, change);
			answers = others;
			for (const index of [0, 1]) judgeAnswer(LISTS[index], others[index], findings);
			break;
		}
	}
	if (isNowhere(answers)) Object.assign(asking.credentials, { pathPrefix: given });
	const areOpen = answers.some(({ problem }) => !problem);
	for (const [index, answer] of answers.entries()) {
		const path = LISTS[index].name.replace('GET ', '');
		if (isNowhere(answers) && findings.isDifferent('address')) {
			findings.notTried('path-prefix', 'correct the address first');
		} else if (isMissing(answer)) {
			const change =
				'Credential: Custom Paths on. Ask the service for the path, and fill in Path Prefix';
			findings.different('path-prefix', `${path} is answered ${statusOf(answer)}`, change);
		} else if (isUnauthorized(answer) && (areOpen || !isKeyElsewhere)) {
			findings.different('one-key', statusOf(answer), RIGHTS);
		} else if (isJson(answer)) {
			findings.asAssumed('path-prefix', `${path} is there`);
			findings.asAssumed('one-key', 'the same key opens the lists');
		}
	}
	const [contacts, suppression] = answers;
	judgeList(contacts, asking);
	judgeSuppression(suppression, asking);
	return areOpen;
}

const MORE = 'If this says that there are more entries, use Options: Query Parameters to read them';

/** Judges what holds for every list. */
export function judgeList(answer: Answer, asking: Asking) {
	const { findings, account } = asking;
	const { status, headers, json } = answer;
	const said = listsIn(json, account.suppressionList.ignored, { statusCode: status, headers });
	if (answer.problem) return said;
	const { lists, doubtful } = said;
	const change = `${NO_SETTING}: Get Many gives the whole answer as one item. Put a Split Out node behind it`;
	findings.judge('list-answer', Boolean(listIn(json)), shapeOf(json), change);
	if (lists.length !== 1) return said;
	if (!(lists[0].value as unknown[]).length) findings.asAssumed('empty-list', shapeOf(json));
	if (!doubtful.length) findings.asAssumed('list-paging', 'nothing says that there is more');
	else findings.different('list-paging', told(doubtful), MORE);
	return said;
}

/** Fields that are shown, and that are tried for the numbers. */
const MOST_FIELDS = 20;

const told = (leaves: Leaf[]) =>
	leaves
		.slice(0, MOST_FIELDS)
		.map(({ path, value }) => `${nameShown(path)}: ${quoted(asText(value).slice(0, 40))}`)
		.join(', ');

/** Whether somebody can copy a name into a field that separates names by commas. */
const canBeEntered = (name: string) =>
	name.trim() === name && name !== '' && !isValue(name) && !/[\p{C},;“”]/u.test(name);

const GUARD = 'Skip Suppressed sends nothing';

/** Whether Skip Suppressed can read the list, and what it takes. */
function judgeSuppression(answer: Answer, asking: Asking): void {
	const { findings } = asking;
	const { field, ignored } = asking.account.suppressionList;
	const { lists, doubtful } = judgeList(answer, asking);
	const { status: statusCode, headers, json, problem } = answer;
	if (problem) return;
	const cannot = (came: unknown, why: string) =>
		findings.different('suppression-number', shapeOf(came), `${NO_SETTING}: ${why}. ${GUARD}`);
	if (!lists.length) return cannot(json, 'the answer has no list');
	const beside = [...new Set(doubtful.map(({ path }) => path))];
	const isPlain = beside.length <= MOST_FIELDS && beside.every(canBeEntered);
	if (!isPlain) return cannot(json, "what stands beside the list can't be named in Ignored Fields");
	if (lists.length > 1) {
		findings.different('suppression-number', shapeOf(json), `${GUARD}: enter Ignored Fields`);
		return findings.enter('ignoredFields', beside, 'All but the list that has the numbers');
	}
	if (beside.length) {
		findings.different('list-paging', told(doubtful), `${GUARD}. Otherwise, enter Ignored Fields`);
		findings.enter('ignoredFields', [...ignored, ...beside], NONE_SAYS_MORE);
	}
	const entries = lists[0].value as unknown[];
	if (!entries.length) return;
	const reads = (one?: string) => {
		const settings = { field: one, ignored: [...ignored, ...beside] };
		try {
			return Boolean(suppressedBy(json, settings, { statusCode, headers }));
		} catch {
			return false;
		}
	};
	const [entry] = entries;
	if (reads(field)) return findings.asAssumed('suppression-number', shapeOf(entry));
	const names = [...new Set(leavesOf(entry).map(({ path }) => path))];
	const fields = names.slice(0, MOST_FIELDS).filter((one) => canBeEntered(one) && reads(one));
	if (!fields.length) return cannot(entry, 'no field has a readable number in each entry');
	findings.different('suppression-number', shapeOf(entry), `${GUARD}: enter Field of the Numbers`);
	findings.enter('numberField', [fields.join(' or ')], IS_NUMBER);
}

const NONE_SAYS_MORE =
	'Only if none of these says that the list has more entries: Skip Suppressed would miss the people on them';
const IS_NUMBER =
	'Only if it has the phone number: Suppression → Get Many shows it. With another field, nobody would be skipped';
