export const time = (at) => new Date(at).toLocaleTimeString('en-US', { hourCycle: 'h23' });

const day = { day: 'numeric', month: 'short' };

/** The same with its day, as n8n writes both: the clock can be moved ahead by days. */
export const dayAndTime = (at) => `${new Date(at).toLocaleDateString('en-US', day)}, ${time(at)}`;

/** How far the clock was moved, such as "1 day 2 hours ahead". */
export function aheadInWords(ms) {
	const minutes = Math.floor(ms / 60_000);
	const words = [
		[Math.floor(minutes / 1_440), 'day'],
		[Math.floor(minutes / 60) % 24, 'hour'],
		[minutes % 60, 'minute'],
	];
	const given = words.filter(([count]) => count > 0).map((pair) => counted(...pair));
	return `${given.join(' ') || 'less than a minute'} ahead`;
}

/** How long ago something was, in few words. */
export function ago(at, now) {
	const seconds = Math.max(0, Math.round((now - at) / 1_000));
	if (seconds < 60) return 'now';
	if (seconds < 3_600) return `${Math.floor(seconds / 60)} min`;
	return seconds < 86_400 ? time(at).slice(0, 5) : new Date(at).toLocaleDateString('en-US', day);
}

export const counted = (count, one, many = `${one}s`) =>
	`${count.toLocaleString('en')} ${count === 1 ? one : many}`;

const heard = { true: 'and somebody is told', false: 'and nobody is told' };

/** What came of a situation, in a sentence instead of in five numbers. */
export const whatCame = ({ arrived, twice, refused, unknown, told }) =>
	[
		arrived > 0 ? `${counted(arrived, 'message')} sent` : 'nothing sent',
		twice > 0 && `${counted(twice, 'person', 'people')} got the same twice`,
		refused > 0 && `${counted(refused, 'request')} refused`,
		unknown > 0 && `${counted(unknown, 'outcome')} unknown`,
		heard[told],
	]
		.filter(Boolean)
		.join(', ');

/** n8n writes itself small, at the beginning of a sentence too. */
export const withCapital = (text) => text.replace(/^(?!n8n)./, (first) => first.toUpperCase());

/** What the situations showed: each thing once, with all the situations in which it was seen. */
export function adviceOf(rows) {
	const all = rows.flatMap(({ situation, findings }) =>
		findings.map((finding) => ({ situation, ...finding })),
	);
	const same = Map.groupBy(all, ({ level, happened, advice, where }) =>
		JSON.stringify([level, advice ?? happened, where]),
	);
	const once = [...same.values()].map((some) => ({
		...some[0],
		happened: [...new Set(some.map(({ happened }) => happened))].join(' '),
		seenIn: some.map(({ situation }) => withCapital(situation)),
	}));
	return once.sort((one, other) => isToChange(other) - isToChange(one));
}

const isToChange = ({ level }) => level === 'change';

/** What a check says first, and whether nothing is to be changed. */
export function verdictOf(rows, findings = adviceOf(rows)) {
	const { true: change = [], false: know = [] } = Object.groupBy(findings, isToChange);
	const besides = know.length > 0 ? `, ${counted(know.length, 'thing')} worth knowing` : '';
	const isFine = change.length === 0;
	const first = isFine
		? 'Nothing to change'
		: `${counted(change.length, 'thing')} to change in n8n`;
	return { isFine, words: `${first}${besides}` };
}

/** What was tried. */
export const triedIn = ({ rows }) => `${counted(rows.length, 'situation')} tried with a copy.`;

/** What couldn't be compared, and why. */
export const notJudgedIn = ({ notJudged }) =>
	notJudged.map(
		({ names, reason }) => `Can't be judged: ${names.join(', ')}. ${withCapital(reason)}`,
	);

/** What a situation showed, in the word of its row. */
export const resultOf = ({ findings }) =>
	findings.some(isToChange) ? 'Change' : findings.length > 0 ? 'Note' : 'OK';

/** A text as it is searched: without case and accents. Lower case would depend on what follows a letter. */
const folded = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase();

const searched = ['name', 'to', 'phoneNumber', 'from', 'subject', 'method', 'path', 'about'];
const wordsOf = ({ parts = [], tags = [], ...row }) => {
	const words = [...searched.map((name) => row[name]), ...parts.map(({ text }) => text), ...tags];
	return folded(words.filter(Boolean).join('\n'));
};

/** Whether a record is what somebody searches for. A number is found however it is grouped, and as it is dialed. */
export function finderOf(find = '') {
	const wanted = folded(find.trim());
	if (wanted === '') return () => true;
	const digits = wanted.replace(/[\s()+-]/g, '');
	const isNumber = /^\d{3,}$/.test(digits);
	// As it is dialed within a country, it begins with 0 or 8 in place of the country code.
	const rest = digits.replace(/^[08](?=\d{6})/, '');
	return (record) => {
		// Only when somebody searches: it takes longer than to show the first rows of many.
		record.words ??= wordsOf(record);
		return record.words.includes(wanted) || (isNumber && record.words.includes(rest));
	};
}

/** How far a part of a message has come: the last step of its course that is over. */
export const stepOf = (course, now) => course.findLast(({ at }) => at <= now) ?? course[0];

/** The worst state among a message's parts. */
export function stateOf({ parts }, now) {
	const states = parts.map(({ course }) => stepOf(course, now).state);
	return states.includes(3) ? 3 : Math.min(...states);
}

/** The recipients of messages, with the messages of each; the one with the latest message comes first. */
export function conversationsOf(messages) {
	const latest = ({ messages: own }) => own.at(-1).number;
	return [...Map.groupBy(messages, ({ to }) => to)]
		.map(([id, own]) => ({ id, messages: own }))
		.sort((one, other) => latest(other) - latest(one));
}
