import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

/**
 * What n8n shows below a node on the canvas: the names of what is chosen in menus, e.g. "Send Bulk: SMS".
 * `$parameter` holds their values, such as `sendBulk`.
 *
 * @param properties all fields of the node
 * @param menus the menus' parameter names; one that comes several times has one name for each value
 */
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
