import { group } from '../../test/support/sending';
import { sharedHost } from '../../test/e2e/support';
import { ask } from '../../test/e2e/support/asking';
import { openBrowser, type Session } from '../../test/e2e/support/browser';
import { Camera } from './camera';
import { openShop, type Shop } from './shop';
import { sender } from './workflows';

const phone = { width: 390, height: 560 };

const host = sharedHost();
let shop: Shop;
let session: Session;

beforeAll(async () => {
	shop = await openShop(host);
	session = await openBrowser(host, {
		viewport: phone,
		deviceScaleFactor: 2,
		isMobile: true,
		hasTouch: true,
		// The page allows no style but its own, and the camera has one.
		bypassCSP: true,
	});
});
afterAll(async () => {
	await session?.close();
	await shop?.close();
});

test('The page for the answer to Send and Wait for Response, on a phone', async () => {
	const { link } = await ask(
		{ ...host, sandbox: shop.controls },
		{
			from: sender,
			message: 'May we refund order 2041, 84.50 EUR?',
			approvalOptions: { values: { approveLabel: 'Refund', disapproveLabel: 'Do not refund' } },
			options: group('answerPage', {
				title: 'Refund of order 2041',
				text: 'Rūta Kazlauskienė wants 84.50 EUR back.\n\n“The rear light came broken, and I have bought another one in the meantime.”',
			}),
		},
	);
	await session.page.goto(link);
	await session.page.getByRole('button', { name: 'Do not refund' }).waitFor();
	await new Camera(session.page).take('answer-page', { x: 0, y: 0, ...phone });
});

const asker = () => ({ ...host, sandbox: shop.controls });

test('The page with choices', async () => {
	const { link } = await ask(asker(), {
		from: sender,
		message: 'Rūta, does your appointment suit you: 30 November at 14:30?',
		responseType: 'choices',
		choices: { values: ['Confirm', 'Move', 'Cancel'].map((choice) => ({ choice })) },
		options: group('answerPage', { title: 'Your appointment' }),
	});
	await session.page.goto(link);
	await session.page.getByRole('button', { name: 'Cancel' }).waitFor();
	await new Camera(session.page).take('answer-choices', { x: 0, y: 0, ...phone });
});
