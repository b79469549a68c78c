import { parse } from 'node-html-parser';
import { FormData, request } from 'undici';
import { Failure } from '../failure.ts';

/** Mobile numbers of twenty countries; their last digits mean nothing to the sandbox. */
const COUNTRIES =
	'3706....111 3712....111 3725....111 485.....111 4915......111 447......111 336.....111 346.....111 3933.....111 316.....111 3247....111 467.....111 474....111 3584.....111 9715.....111 2348......111 9230.....111 628......111 8801......111 2126.....111'.split(
		' ',
	);

/** A number that bots write to. */
function numberOf(index: number): string {
	const pattern = COUNTRIES[index % COUNTRIES.length];
	const digits = String(Math.floor(index / COUNTRIES.length)).padStart(9, '0');
	const [dots] = /\.+/.exec(pattern)!;
	return `+${pattern.replace(dots, digits.slice(-dots.length))}`;
}

/** So many numbers of twenty countries, and among them one number again and again. */
export function targets(count: number, toOne: number): string[] {
	const numbers = Array.from({ length: count }, (_, index) => numberOf(index));
	const every = Math.max(1, Math.floor(count / Math.max(1, toOne)));
	const ones = Array.from({ length: toOne }, () => '+37061234567');
	return [
		...numbers.flatMap((number, index) =>
			index % every ? [number] : [...ones.splice(0, 1), number],
		),
		...ones,
	];
}

/** Posts a form to each number, so many at a time, and gives how many were answered with a page. */
export async function attack(form: string, numbers: string[], atOnce = 10): Promise<number> {
	const fields = await fieldsOf(form);
	let answered = 0;
	const left = numbers.entries();
	const bot = async () => {
		for (const [index, number] of left) {
			const body = new FormData();
			for (const { name, isNumber } of fields)
				body.append(name, isNumber ? number : `Bot ${index}`);
			const response = await request(form, { method: 'POST', body, reset: true });
			await response.body.dump();
			if (response.statusCode === 200) answered++;
		}
	};
	await Promise.all(Array.from({ length: atOnce }, bot));
	return answered;
}

/** The fields of n8n's form, and which of them takes the phone number, by its label. */
async function fieldsOf(form: string): Promise<Array<{ name: string; isNumber: boolean }>> {
	const { statusCode, body } = await request(form);
	const page = parse(await body.text());
	const fields = page.querySelectorAll('[name^="field-"]').map((field) => {
		const name = field.getAttribute('name') ?? '';
		const label = page.querySelector(`label[for="${name}"]`)?.text ?? '';
		return { name, isNumber: /phone|mobile|number/i.test(label) };
	});
	if (statusCode === 200 && fields.some(({ isNumber }) => isNumber)) return fields;
	throw new Failure(
		`${form} is no form with a phone number (status ${statusCode})`,
		'Start everything with npm start, publish the form, and give its Production URL.',
	);
}
