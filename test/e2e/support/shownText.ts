import type { NodeDetails } from './nodeDetails';

/** Texts that n8n shows. */
interface Shown {
	names: string[];
	/** Among them descriptions and placeholders, which may name fields of the service in camelCase. */
	sentences: string[];
}

/** The labels that n8n shows of a node's parameters, in the order of the screen, and every text in its details but those in code editors. */
export async function readPanel({
	root,
}: NodeDetails): Promise<{ labels: string[]; shown: Shown }> {
	return await root.evaluate((panel) => {
		const textsIn = (element: Element): string[] => {
			const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
			const texts: string[] = [];
			while (walker.nextNode()) {
				const { parentElement, textContent } = walker.currentNode;
				if (!parentElement?.checkVisibility() || parentElement.closest('.cm-editor')) continue;
				if (textContent?.trim()) texts.push(textContent.trim());
			}
			return texts;
		};
		const visible = <Kind extends Element>(selector: string) =>
			Array.from(panel.querySelectorAll<Kind>(selector)).filter((element) =>
				element.checkVisibility(),
			);
		const [parameters] = visible('[data-test-id=node-parameters]');
		const chosen = visible<HTMLInputElement>('[role=combobox]').map(({ value }) => value);
		const inputs = visible<HTMLInputElement>('input, textarea');
		const labels = visible<HTMLLabelElement>('[data-test-id=node-parameters] label');
		return {
			labels: labels.map((label) => textsIn(label)[0]),
			shown: {
				names: [...textsIn(parameters), ...chosen.filter(Boolean)],
				sentences: [...inputs.map(({ placeholder }) => placeholder), ...textsIn(panel)],
			},
		};
	});
}

const leaks: Array<[reason: string, pattern: RegExp]> = [
	['a value that is missing', /\b(undefined|null|NaN)\b/],
	['an object as text', /\[object \w+\]/],
	['an expression that was not evaluated', /\{\{|\$parameter/],
	['a key instead of a text', /\b(?!e\.g\.|U\.S\.)[a-z]\w*\.[a-z]\w*/i],
];

const internal: typeof leaks = [
	['an internal name', /\b[a-z]+[A-Z]\w*|\w_\w/],
	['no capital letter', /^[a-z]/],
];

function found(texts: string[], wrong: typeof leaks): string[] {
	return texts.flatMap((text) => {
		// A placeholder may show an address or an expression as an example.
		const plain = text.replace(/https?:\/\/\S+|\S+@\S+|^e\.g\. \{\{.*\}\}$/g, '');
		const reasons = wrong.filter(([, pattern]) => pattern.test(plain));
		return reasons.map(([reason]) => `${reason}: ${text}`);
	});
}

/** What is wrong with shown texts, each with the reason; none if a user can read them all. */
export const unreadable = ({ names, sentences }: Shown): string[] => [
	...found(names, [...leaks, ...internal]),
	...found(sentences, leaks),
];
