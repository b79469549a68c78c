import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from '../support/inEditor';

const readme = readFileSync(join(__dirname, '../../../README.md'), 'utf8');
const [, workflow] = /```json\n([^`]+)```/.exec(readme) ?? [];

test('the workflow of the README, copied and pasted on n8n’s canvas, sends its SMS', async ({
	n8n,
	page,
	host,
}) => {
	const editor = await n8n.newWorkflow();
	await page.evaluate(async (text) => await navigator.clipboard.writeText(text), workflow);
	await page.keyboard.press('Control+V');
	// n8n chooses the only credential by itself when the node is opened.
	await (await editor.openNode('Send SMS')).close();
	await editor.execute();
	await editor.succeeded('Send SMS');
	expect(await host.sandbox.messages()).toMatchObject([{ to: '447700900123' }]);
});
