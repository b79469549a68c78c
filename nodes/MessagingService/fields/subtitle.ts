import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

/** The text below a node on the canvas: the names of the values that are chosen in menus, such as "Send Bulk: SMS". */
export function subtitleOf(properties: INodeProperties[], menus: string[]): string {
	const chosen = menus.map((menu) => {
		const options = properties
			.filter(({ name }) => name === menu)
			.flatMap((field) => field.options as INodePropertyOptions[]);
		const names = Object.fromEntries(options.map(({ value, name }) => [value, name]));
		return `(${JSON.stringify(names)})[$parameter["${menu}"]]`;
	});
	return `={{ [${chosen.join(', ')}].filter(Boolean).join(": ") }}`;
}
