import { group } from '../../test/support/sending';
import { ask } from '../../test/e2e/support/asking';
import { studioForTests } from './studio';
import { sender } from './workflows';

const phone = { width: 390, height: 560 };
const studio = studioForTests({
	viewport: phone,
	deviceScaleFactor: 2,
	isMobile: true,
	hasTouch: true,
	// The page allows no style but its own, and the camera has one.
	bypassCSP: true,
});

/** Asks a person, and takes the page for the answer when its last button is there. */
async function takePage(name: string, last: string, parameters: Record<string, unknown>) {
	const { host, shop, session, camera } = studio;
	const { link } = await ask({ ...host, sandbox: shop.controls }, { from: sender, ...parameters });
	await session.page.goto(link);
	await session.page.getByRole('button', { name: last }).waitFor();
	await camera.take(name, { x: 0, y: 0, ...phone });
}

test('The page for the answer to Send and Wait for Response, on a phone', async () => {
	await takePage('answer-page', 'Do not refund', {
		message: 'May we refund order 2041, 84.50 EUR?',
		approvalOptions: { values: { approveLabel: 'Refund', disapproveLabel: 'Do not refund' } },
		options: group('answerPage', {
			title: 'Refund of order 2041',
			text: 'Rūta Kazlauskienė wants 84.50 EUR back.\n\n“The rear light came broken, and I have bought another one in the meantime.”',
		}),
	});
});

test('The page with choices', async () => {
	await takePage('answer-choices', 'Cancel', {
		message: 'Rūta, does your appointment suit you: 30 November at 14:30?',
		responseType: 'choices',
		choices: { values: ['Confirm', 'Move', 'Cancel'].map((choice) => ({ choice })) },
		options: group('answerPage', { title: 'Your appointment' }),
	});
});
