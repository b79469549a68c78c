import * as controls from '../contract/controls.ts';
import type { App } from '../contract/typed.ts';
import type { FlightCheck } from '../flightCheck.ts';
import { Refusal, notFound } from '../refusal.ts';

/** Plays a workflow in all weathers, if there is something that can. */
export function addCheckRoutes(app: App, check?: FlightCheck): void {
	function checker(): FlightCheck {
		if (check) return check;
		throw notFound('Only a sandbox that npm start has started can check workflows');
	}
	app.get('/_sandbox/check', async () => checker().state());
	app.get('/_sandbox/check/workflows', async () => await checker().workflows());
	app.post('/_sandbox/check', { schema: { body: controls.check } }, async ({ body }) => {
		const { start, state } = checker();
		await start(body.id, { seed: body.seed }).catch((error: Error) => {
			throw new Refusal(409, 'conflict', error.message);
		});
		return state();
	});
	app.delete('/_sandbox/check', async () => {
		await checker().cancel();
		return checker().state();
	});
}
