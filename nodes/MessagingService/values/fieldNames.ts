/** How the service may call fields whose names it doesn't publish, and how users may call those that they add. */

/** Words that mean a phone number, or whom a message goes to. */
const PHONE = ['phone', 'msisdn', 'mobile', 'cell', 'cellular', 'gsm'];
const RECIPIENT = ['recipient', 'receiver', 'destination', 'addressee'];
const NUMBER = ['number', 'num', 'no', 'nr'];
/** Words that mean a phone number together with a number behind them. */
const OWNER = 'contact recipient to destination subscriber dialed suppressed blocked'.split(' ');
/** Words that may stand behind one that means a phone number. */
const BEHIND = [
	...NUMBER,
	'raw',
	'value',
	'international',
	'normalized',
	'formatted',
	'full',
	'digits',
];

const either = (...words: string[]) => words.join('|');
const CALLED_RECIPIENT = new RegExp(
	`^(?:(?:to|tel|${either(...PHONE, ...RECIPIENT)})(?:${either(...NUMBER)})?s?|cc|bcc|numbers?)$`,
);
const CALLED_NUMBER = new RegExp(`^(?:number|no|nr|to|${either(...RECIPIENT)})s?$`);

const SUBJECT =
	/^(id|uuid|(message|part|contact|campaign)_?id|to|recipients?|receiver|destination|address(ee)?|((phone|mobile)_?)?number|phone|msisdn|mobile|email|currency|valid)$/i;

/** Fields that hold no phone numbers, whatever their values look like: IDs and times. */
const ID = /(^|[^a-z])(id|uuid|guid|key|hash|version|count|index)$|(?<=[a-z\d])(Id|ID|Uuid|Guid)$/;
const TIME =
	/time|date|since|until|created|updated|modified|added|expir|(^|[^a-z])(at|on|ts)$|[a-z](At|On)$/;

/** Whether a field is called like whom a message goes to, and like nothing else. */
export function isCalledRecipient(name: string): boolean {
	return CALLED_RECIPIENT.test(lettersOf(name));
}

/** Whether a field is called like a phone number, or stands within one that is; an accountNumber isn't. */
export function isCalledPhone(path: string[]): boolean {
	return path.some((name) => /^e[._]?164$/i.test(name) || endsInPhone(lettersOfValue(name)));
}

/** Whether a field has a name that phone numbers have, but other things too. */
export function isCalledNumber(path: string[]): boolean {
	return CALLED_NUMBER.test(lettersOfValue(path.at(-1) ?? ''));
}

/** Whether a field is called like an ID or a time, so that it holds no phone number. */
export function isCalledOtherwise(name: string): boolean {
	return ID.test(name) || TIME.test(name);
}

/** Whether a field is called like the ID of a message. */
export function isCalledMessageId(name: string): boolean {
	return /^((message|msg|sms)[_-]?)?(id|uuid|guid|sid)$/i.test(name);
}

/** Whether a field is called like what an entry is about. Fewer names than others have: who has one may say no as well. */
export function isCalledSubject(name: string): boolean {
	return SUBJECT.test(name);
}

function endsInPhone(letters: string): boolean {
	return isPhone(letters) || isPhone(letters.replace(/s$/, ''));
}

/** Reads the words from the end, so that a long name takes no longer than its length. */
function isPhone(letters: string): boolean {
	let [end, behind] = [letters.length, ''];
	for (;;) {
		const isLast = (word: string) => letters.endsWith(word, end);
		if (PHONE.some(isLast) || (end === 3 && isLast('tel'))) return true;
		if (/^n[uo]/.test(behind) && OWNER.some(isLast)) return true;
		const last = BEHIND.find(isLast);
		if (last === undefined) return false;
		[end, behind] = [end - last.length, last];
	}
}

function lettersOf(name: string): string {
	return name.toLowerCase().replace(/[^a-z]/g, '');
}

/** The same without a standard's name; a field that says whether there is a number, such as hasPhone, has none. */
function lettersOfValue(name: string): string {
	if (/^(is|has|was)(?![a-z])/.test(name)) return '';
	return lettersOf(name.replace(/e[._-]?164/gi, ''));
}
