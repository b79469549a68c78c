/** Of a color such as #0f5f59: WCAG 2.2, relative luminance. */
function luminance(color: string): number {
	const digits = color.slice(1).replace(/^(.)(.)(.)$/, '$1$1$2$2$3$3');
	const [red, green, blue] = [0, 2, 4].map((at) => {
		const part = Number.parseInt(digits.slice(at, at + 2), 16) / 255;
		return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
	});
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of two colors, from 1 to 21. */
export function contrast(one: string, other: string): number {
	const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
	return (light + 0.05) / (dark + 0.05);
}

export type Tokens = Record<string, string>;

const colorsIn = (css: string): Tokens =>
	Object.fromEntries(
		[...css.matchAll(/--([\w-]+): (#[\da-f]{3,6})\b/g)].map(([, name, color]) => [name, color]),
	);

/** The colors that a style names, in its light and its dark scheme. */
export function tokensIn(css: string): { light: Tokens; dark: Tokens } {
	const pairs = [...css.matchAll(/--([\w-]+): light-dark\((#[\da-f]+), (#[\da-f]+)\)/g)];
	const [before, after = ''] = css.split('@media (prefers-color-scheme: dark)');
	const of = (place: number) => Object.fromEntries(pairs.map((pair) => [pair[1], pair[place]]));
	const light = { ...colorsIn(before), ...of(2) };
	return { light, dark: { ...light, ...colorsIn(after), ...of(3) } };
}
