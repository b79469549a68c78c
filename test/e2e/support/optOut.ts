import {
	calling,
	chain,
	giving,
	type Host,
	itemsOf,
	manualTrigger,
	type SavedWorkflow,
} from './index';

/** What the page of a link asks. */
export const questionTo = (number: string) =>
	`Stop all SMS from Example to the number ending in ${number.slice(-4)}?`;

/** Asks for links as the example's note says, in one call for all. */
export async function optOutLinks(
	host: Host,
	example: SavedWorkflow,
	...numbers: string[]
): Promise<Array<Record<string, unknown>>> {
	const call = calling(example.id, {}, { to: '={{ $json.to }}' });
	const people = giving(numbers.map((to) => ({ to })));
	const caller = await host.client.createWorkflow(chain(manualTrigger, people, call));
	return itemsOf(await host.client.runWorkflow(caller.id, 'Start'), 'Call');
}

/** A link, at the address at which n8n listens here. */
export const reachable = (host: Host, link: unknown) =>
	String(link).replace(/^https?:\/\/[^/]+/, host.n8nAddress);

/** The numbers that the service holds as suppressed. */
export async function suppressedNumbers(host: Host): Promise<string[]> {
	const state = await host.sandbox.call<{ suppression: Array<{ phoneNumber: string }> }>(
		'GET',
		'state',
	);
	return state.suppression.map(({ phoneNumber }) => phoneNumber);
}
