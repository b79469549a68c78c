import { test as base } from '@playwright/test';

export { expect } from '@playwright/test';

/** A test in a browser: it has a context of its own, in which nothing moves by itself. */
export const test = base.extend({
	context: async ({ context }, use) => {
		await context.addInitScript(calmThePage);
		await use(context);
	},
});

/**
 * For each document, before its own scripts. n8n moves its buttons while it shows a result, so the pointer, on its way
 * to one, may come to rest on something else, whose tooltip would then cover the button for good. Its panels slide:
 * a list that leaves has the same names as the one that comes. And what turns would be drawn sixty times a second.
 */
export function calmThePage(): void {
	const tooltip = '[data-reka-popper-content-wrapper]:has([role=tooltip])';
	const style = new CSSStyleSheet();
	style.replaceSync(
		`${tooltip}, ${tooltip} * { pointer-events: none !important }
		*, ::before, ::after {
			animation: none !important; transition: none !important; scroll-behavior: auto !important
		}`,
	);
	document.adoptedStyleSheets.push(style);
}
