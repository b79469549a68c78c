import { areaOf } from './camera';
import { studioForTests } from './studio';

const studio = studioForTests();

test('The package in the settings', async () => {
	const { session, camera } = studio;
	await studio.resize(1100, 480);
	await session.page.goto('/settings/community-nodes');
	await session.page.getByText('n8n-nodes-messaging-service-sms').waitFor();
	const page = await areaOf(session.page.getByRole('main').last());
	await camera.take('community-nodes', { ...page, y: 40, height: 215 });
});

test('The credential, tested', async () => {
	const { session, camera } = studio;
	await studio.resize(1000, 900);
	await session.page.goto('/home/credentials');
	await session.page.getByText('Messaging Service: local sandbox').click();
	const form = session.page.getByTestId('editCredential-modal');
	await form.getByText('Connection tested successfully').waitFor();
	const whole = await areaOf(form);
	const key = await areaOf(form.getByTestId('parameter-input-apiKey'));
	await camera.take('credential', { ...whole, height: key.y + key.height + 24 - whole.y });
});
