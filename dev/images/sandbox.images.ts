import { studioForTests } from './studio';
import { sender as from } from './workflows';

const size = { width: 1200, height: 772 };
const studio = studioForTests({ viewport: size });

const send = async (path: string, body: object) => await studio.shop.post(path, { from, ...body });
const sms = async (to: string, text: string) => await send('/v1/sms/single', { to, text });
const campaign = async (name: string, text: string, recipients: string[]) =>
	await send('/campaigns', { name, text, recipients });

test('The page of the sandbox', async () => {
	const { shop, session, camera } = studio;
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
	await sms('37060010005', 'Would you like us to keep it until Monday? Call us on 8 612 00000.');
	await campaign('Black Friday', 'Black Friday: 30% off lights and locks.', numbers(3703, 6));
	await shop.controls.moveClock(600);

	const { page } = session;
	await page.clock.setFixedTime(new Date());
	await page.goto(shop.address);
	await page.getByRole('link', { name: '+370 600 10005' }).click();
	await page.getByText('error 8').waitFor();
	await camera.take('sandbox-page', { x: 0, y: 0, ...size });
});

const numbers = (beginning: number, count: number) =>
	Array.from({ length: count }, (_, place) => `${beginning}00000${11 + place}`.slice(0, 11));
