/** `npm run attack`: posts a form on this machine two thousand times, as bots do. What came of it is on the sandbox's page. */
import { isThisMachine } from '../../sandbox/account/thisMachine.ts';
import { Failure } from '../failure.ts';
import { runToEnd } from '../processes/shutdown.ts';
import { attack, targets } from './posts.ts';

const NUMBERS = 2_000;
const TO_ONE = 300;

await runToEnd(async () => {
	const [form = 'http://localhost:5678/form/send-sms', ...rest] = process.argv.slice(2);
	const use = 'Use it as npm run attack, or npm run attack -- ADDRESS OF A FORM';
	if (rest.length || !URL.canParse(form)) throw new Failure(`This is no address: ${form}`, use);
	if (!isThisMachine(new URL(form).hostname)) {
		throw new Failure(`${form} isn't on this machine`, 'Attack only a form of your own, here.');
	}
	const begun = Date.now();
	const answered = await attack(form, targets(NUMBERS, TO_ONE));
	const seconds = Math.round((Date.now() - begun) / 1000);
	console.log(
		`${NUMBERS + TO_ONE} posts in ${seconds} s, ${answered} answered. What went out is on the sandbox's page, under Messages.`,
	);
	return 0;
});
