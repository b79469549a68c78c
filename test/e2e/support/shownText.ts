import type { NodeDetails } from './nodeDetails';
import type { Shown } from './unreadable';

/** The parameters that n8n shows of a node, and every text in its details. */
export interface PanelText {
	/** Labels in the order of the screen. */
	labels: string[];
	shown: Shown[];
}

/** Reads the details of a node: all but what stands in code editors. */
export async function readPanel({ root }: NodeDetails): Promise<PanelText> {
	return await root.evaluate((panel): PanelText => {
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
		const names = [
			...textsIn(parameters),
			...visible<HTMLInputElement>('[role=combobox]').map(({ value }) => value),
		];
		const placeholders = visible<HTMLInputElement>('input, textarea').map(
			(input) => input.placeholder,
		);
		return {
			labels: visible<HTMLLabelElement>('[data-test-id=node-parameters] label').map(
				(label) => textsIn(label)[0],
			),
			shown: [
				...names.filter(Boolean).map((text) => ({ text, kind: 'name' as const })),
				...[...placeholders, ...textsIn(panel)].map((text) => ({
					text,
					kind: 'sentence' as const,
				})),
			],
		};
	});
}

/** The names in a drop-down menu, and every text in it; it is closed again. */
export async function readMenu(
	details: NodeDetails,
	label: string,
): Promise<{ names: string[]; shown: Shown[] }> {
	const options = await details.openMenu(label);
	const lines = (await options.allInnerTexts()).map((text) => text.split('\n').filter(Boolean));
	await details.closeMenu();
	return {
		names: lines.map(([name]) => name),
		shown: lines.flatMap(([name, ...sentences]) => [
			{ text: name, kind: 'name' as const },
			...sentences.map((text) => ({ text, kind: 'sentence' as const })),
		]),
	};
}
