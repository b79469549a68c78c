import { readdirSync } from 'node:fs';
import { parse } from 'node:path';

import { examplesFolder } from '../provisioning';
import { importExample, type SavedWorkflow, sharedHost } from '../../test/e2e/support';
import { openSignedIn, sessionForTests } from '../../test/e2e/support/browser';
import { areaAround, Camera } from './camera';

const examples = readdirSync(examplesFolder)
	.map((file) => parse(file))
	.filter(({ ext }) => ext === '.json')
	.map(({ name }) => name);

const host = sharedHost();
// As wide as they are, twice as many pixels would only make them larger to load.
const session = sessionForTests(
	async () => await openSignedIn(host, { deviceScaleFactor: 1, locale: 'en-GB' }),
);

/** So large a window that n8n shows the whole workflow without making it smaller. */
function windowFor({ nodes }: SavedWorkflow): { width: number; height: number } {
	const span = (axis: 0 | 1, size: string) => {
		const ends = nodes.flatMap(({ position, parameters }) => {
			const start = (position as [number, number])[axis];
			return [start, start + Number(parameters[size] ?? 200)];
		});
		return Math.max(...ends) - Math.min(...ends);
	};
	return { width: span(0, 'width') + 600, height: span(1, 'height') + 500 };
}

test.each(examples)('The canvas of the example %s', async (example) => {
	const workflow = await importExample(host, example);
	const { page } = session;
	await page.setViewportSize(windowFor(workflow));
	await session.openWorkflow(workflow.id);
	const nodes = page.locator('.vue-flow__node');
	expect(await nodes.count()).toBe(workflow.nodes.length);
	await page.getByTestId('zoom-to-fit').click();
	await new Camera(page).take(`examples/${example}`, await areaAround(nodes, 24));
});
