/** A text that n8n shows. */
export interface Shown {
	text: string;
	/** Descriptions and placeholders may name fields of the service, so those may hold camelCase. */
	kind: 'name' | 'sentence';
}

const leaks: Array<[reason: string, pattern: RegExp]> = [
	['a value that is missing', /\b(undefined|null|NaN)\b/],
	['an object as text', /\[object \w+\]/],
	['an expression that was not evaluated', /\{\{|\$parameter/],
	['a key instead of a text', /\b(?!e\.g\.|U\.S\.)[a-z]\w*\.[a-z]\w*/i],
];

const internal: Array<[reason: string, pattern: RegExp]> = [
	['an internal name', /\b[a-z]+[A-Z]\w*|\w_\w/],
	['no capital letter', /^[a-z]/],
];

/** What is wrong with shown texts, each with the reason; none if a user can read them all. */
export function unreadable(shown: Shown[]): string[] {
	return shown.flatMap(({ text, kind }) => {
		// A placeholder may show an address or an expression as an example.
		const plain = text.replace(/https?:\/\/\S+|\S+@\S+|^e\.g\. \{\{.*\}\}$/g, '');
		return (kind === 'name' ? [...leaks, ...internal] : leaks)
			.filter(([, pattern]) => pattern.test(plain))
			.map(([reason]) => `${reason}: ${text}`);
	});
}
