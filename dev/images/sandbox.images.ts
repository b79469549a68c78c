import { expect } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { importWorkflow } from '../../test/e2e/support';
import { ask } from '../../test/e2e/support/asking';
import { startSandbox } from '../../test/sandbox/startSandbox';
import { group } from '../../test/support/group';
import { serveCheck } from '../check/bridge';
import { flightCheckOf } from '../check/userWorkflows';
import { repositoryRoot } from '../places';
import { readExamples } from '../provisioning';
import { areaOf } from './camera';
import { type Picture, takePictures } from './studio';
import { sender as from } from './workflows';

const [width, height] = [1200, 772];
const phone = { width: 390, height: 560 };

/** Asks a person: the page for the answer, when its last button is there. */
const answerPage = (name: string, last: string, parameters: object): Picture => ({
	page: [phone.width, phone.height],
	browser: {
		deviceScaleFactor: 2,
		isMobile: true,
		hasTouch: true,
		// The page allows no style but its own, and the camera has one.
		bypassCSP: true,
	},
	async *steps({ host, page, shop }) {
		const { link } = await ask({ ...host, sandbox: shop.controls }, { from, ...parameters });
		await page.goto(link);
		await expect(page.getByRole('button', { name: last })).toBeVisible();
		yield [name, { x: 0, y: 0, ...phone }];
	},
});

/** A workflow that writes to one of several people, by an option that is on from a try. */
async function shiftPlan() {
	const file = join(repositoryRoot, 'test/check/sets/planted/p16-shift-plan.json');
	const workflow = JSON.parse(readFileSync(file, 'utf8')) as Parameters<typeof importWorkflow>[1];
	const examples = await readExamples();
	const others = ['order-confirmation', 'approval-by-sms', 'spreadsheet-to-sms'];
	const names = others.map((one) => examples.find(({ name }) => name === one)!.workflow.name);
	return { workflow, names };
}

const numbers = (beginning: number, count: number) =>
	Array.from({ length: count }, (_, place) => `${beginning}00000${11 + place}`.slice(0, 11));

takePictures({
	'The page for the answer to Send and Wait for Response, on a phone': answerPage(
		'answer-page',
		'Do not refund',
		{
			message: 'May we refund order 2041, 84.50 EUR?',
			approvalOptions: { values: { approveLabel: 'Refund', disapproveLabel: 'Do not refund' } },
			options: group('answerPage', {
				title: 'Refund of order 2041',
				text: 'Rūta Kazlauskienė wants 84.50 EUR back.\n\n“The rear light came broken, and I have bought another one in the meantime.”',
			}),
		},
	),
	'The page with choices': answerPage('answer-choices', 'Cancel', {
		message: 'Rūta, does your appointment suit you: 30 November at 14:30?',
		responseType: 'choices',
		choices: { values: ['Confirm', 'Move', 'Cancel'].map((choice) => ({ choice })) },
		options: group('answerPage', { title: 'Your appointment' }),
	}),
	'What the check says about a list of which one person gets an SMS': {
		page: [1200, 900],
		async *steps({ host, page }) {
			const { workflow, names } = await shiftPlan();
			const { id, name } = await importWorkflow(host, workflow);
			await host.client.updateWorkflow(id, { pinData: workflow.pinData });
			const workflows = [{ id, name }, ...names.map((one) => ({ id: one, name: one }))];
			const bridge = await serveCheck();
			const checker = flightCheckOf(host.client);
			bridge.check = { ...checker, workflows: async () => workflows };
			const sandbox = await startSandbox({ check: bridge });
			await page.goto(`${sandbox.address}/#check`);
			const panel = page.getByRole('article', { name: 'Check a workflow' });
			await page.getByRole('combobox', { name: 'Workflow' }).selectOption(name);
			await panel.getByRole('button', { name: 'Check' }).click();
			await expect(panel.getByText('to change in n8n')).toBeVisible({ timeout: 240_000 });
			yield ['check', panel];
			// The verdict and what to do: the README's first picture of it.
			const top = await areaOf(panel.locator('.outcome'));
			const bottom = await areaOf(panel.locator('ol'));
			const room = 12;
			const high = bottom.y + bottom.height - top.y + 2 * room;
			const area = { x: top.x - room, y: top.y - room, width: top.width + 2 * room, height: high };
			yield ['check-result', area];
			await sandbox.close();
		},
	},
	'The page of the sandbox': {
		page: [width, height],
		async *steps({ page, shop }) {
			const send = async (path: string, body: object) => await shop.post(path, { from, ...body });
			const sms = async (to: string, text: string) => await send('/v1/sms/single', { to, text });
			const campaign = async (name: string, text: string, recipients: string[]) =>
				await send('/campaigns', { name, text, recipients });
			await campaign('Newsletter', 'November news: winter tires are in.', numbers(3702, 4));
			await sms('37060010005', 'Sveiki, Rūta! Jūsų užsakymas Nr. 2041 priimtas.');
			await shop.controls.moveClock(60_000);
			await shop.post('/suppression', { phoneNumber: '37065511223', reason: 'asked to stop' });
			await shop.post('/email', {
				to: 'ruta@example.com',
				from: 'shop@example.com',
				subject: 'Your order',
				text: 'It is ready.',
			});
			await send('/viber', { to: '37060012345', text: 'Your bike is ready.' });
			await sms('37061100002', 'Your appointment is tomorrow at 10:00.');
			await sms('4915112345678', 'Grüße aus Vilnius! Ihr Fahrrad ist repariert.');
			await sms('37060012345', 'Ačiū! Your order no. 2043 is packed.');
			await sms(
				'37060010005',
				'Labas, Rūta! Your bike is ready. We checked the brakes, changed the chain, and pumped up the tires. ' +
					'The bill is €84.50. You can come by until 7 PM today, or tomorrow from 9 AM. Ačiū ir iki!',
			);
			await shop.controls.moveClock(20_000);
			const late = 'Would you like us to keep it until Monday? Call us on 8 612 00000.';
			await sms('37060010005', late);
			await campaign('Black Friday', 'Black Friday: 30% off lights and locks.', numbers(3703, 6));
			await shop.controls.moveClock(600);

			await page.clock.setFixedTime(new Date());
			await page.goto(shop.address);
			await page.getByRole('link', { name: '+370 600 10005' }).click();
			await expect(page.getByText('error 8')).toBeVisible();
			yield ['sandbox-page', { x: 0, y: 0, width, height }];
		},
	},
});
