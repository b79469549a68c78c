import { createHash } from 'node:crypto';
import { parse } from 'node-html-parser';

import {
	closedPage,
	policy,
	questionPage,
	recordedPage,
} from '../../../nodes/MessagingService/ask/page';
import type { Question } from '../../../nodes/MessagingService/ask/question';
import { readersLanguage } from '../../../nodes/MessagingService/ask/readersLanguage';

const hostile = `<b>"It's" & more</b></textarea><script>1</script>`;

const declined = { approved: false };

const question: Question = {
	number: 1,
	from: hostile,
	message: 'Refund?',
	title: hostile,
	text: hostile,
	answers: {
		buttons: [true, false].map((approved) => ({
			...{ label: hostile, field: 'approved', value: String(approved) },
			answer: approved ? { approved } : declined,
		})),
	},
	confirmation: hostile,
	until: 0,
};
const inWords: Question = { ...question, answers: { submit: hostile } };
const ofChoices: Question = {
	...question,
	answers: {
		buttons: ['Yes', hostile].map((choice, place) => ({
			...{ label: choice, field: 'choice', value: `${place}`, answer: { choice } },
		})),
	},
};

const english = readersLanguage('en');
const lithuanian = readersLanguage('lt');
const pages: Array<[string, string]> = [
	['asks for approval', questionPage(question, english)],
	['asks for a text', questionPage(inWords, english)],
	['asks again', questionPage(inWords, english, { problem: 'write', sent: { text: hostile } })],
	['asks for a choice', questionPage(ofChoices, english)],
	['says that a button was recorded', recordedPage(question, english, declined)],
	['says that a text was recorded', recordedPage(inWords, english, { text: hostile })],
	['says that the question is closed', closedPage(english)],
];

describe.each(pages)('The page that %s', (_, page) => {
	const html = parse(page, { comment: true });

	it('holds only what it is made of, whatever the user wrote', () => {
		expect(html.querySelectorAll('script')).toHaveLength(1);
		expect(html.querySelectorAll('b, img, link, a, iframe, object, base')).toEqual([]);
		expect(page).not.toMatch(/ on[a-z]+=| style=| (src|href|action)=/);
	});

	it('runs its own script and style only, and loads nothing', () => {
		const [style, script] = ['style', 'script'].map((tag) => html.querySelector(tag)!.rawText);
		const meta = html.querySelector('meta[http-equiv]')!.getAttribute('content')!;
		for (const directives of [meta, policy]) {
			expect(directives.split('; ')).toEqual(
				expect.arrayContaining([
					"default-src 'none'",
					`style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
					`script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'`,
				]),
			);
		}
		expect(policy.split('; ')).toContain("form-action 'self'");
	});

	it('has a language, a title, a heading and a width of its own', () => {
		expect(html.querySelector('html')!.getAttribute('lang')).toBe('en');
		expect(html.querySelector('title')!.text).not.toBe('');
		expect(html.querySelectorAll('main h1')).toHaveLength(1);
		expect(html.querySelector('meta[name=viewport]')!.getAttribute('content')).toContain(
			'width=device-width',
		);
	});
});

describe("The reader's language", () => {
	it("is that of the page, but not of the user's words", () => {
		for (const page of [
			questionPage(question, lithuanian),
			recordedPage(question, lithuanian, declined),
		]) {
			const html = parse(page);
			const { lang, dir } = html.querySelector('html')!.attributes;
			expect([lang, dir]).toEqual(['lt', 'ltr']);
			const users = html.querySelectorAll('title, h1, main > p, button, strong');
			expect(users.map(({ attributes }) => [attributes.lang, attributes.dir])).toEqual(
				users.map(() => ['', 'auto']),
			);
		}
	});

	it('is that of all words on the page that asks for nothing', () => {
		const html = parse(closedPage(lithuanian));
		expect(html.querySelector('html')!.getAttribute('lang')).toBe('lt');
		expect(
			html.querySelectorAll('title, h1, p').map(({ text, attributes }) => [text, attributes.lang]),
		).toEqual([
			['Šis klausimas uždarytas', undefined],
			['Šis klausimas uždarytas', undefined],
			['Į jį jau atsakyta arba baigėsi jo galiojimo laikas. Nieko neįrašyta.', undefined],
		]);
	});
});

describe('The page of a question', () => {
	it('shows the words of the user as they are', () => {
		const html = parse(questionPage(question, english));
		expect(html.querySelectorAll('.from, h1, .text, button').map(({ text }) => text)).toEqual(
			Array(5).fill(hostile),
		);
		const after = parse(recordedPage(question, english, declined));
		expect(after.querySelectorAll('.from, h1, strong, .text').map(({ text }) => text)).toEqual(
			Array(4).fill(hostile),
		);
	});

	it('keeps what was written when it asks again, and says why', () => {
		const rejection = { problem: 'shorten', sent: { text: hostile } } as const;
		const html = parse(questionPage(inWords, lithuanian, rejection));
		expect(html.querySelector('textarea')!.text).toBe(hostile);
		const alert = html.querySelector('[role=alert]')!;
		expect(alert.text).toBe(lithuanian.say('shorten'));
		const { 'aria-invalid': invalid, 'aria-describedby': describedBy } =
			html.querySelector('textarea')!.attributes;
		expect([invalid, describedBy]).toEqual(['true', alert.getAttribute('id')]);
		expect(questionPage(inWords, lithuanian)).not.toContain('aria-invalid="true"');
	});

	it('sends by POST only', () => {
		for (const asked of [question, inWords, ofChoices]) {
			expect(
				parse(questionPage(asked, english))
					.querySelectorAll('form')
					.map(({ attributes }) => attributes),
			).toEqual([{ method: 'post' }]);
		}
	});
});

/** A question whose builder has left all words to the page. */
const plain = (answers: Question['answers']): Question => ({
	...{
		number: 1,
		from: 'Shop',
		message: 'Kas?',
		title: '',
		text: 'Kas?',
		confirmation: '',
		until: 0,
	},
	answers,
});
const button = (approved: boolean, label = '') => ({
	...({ label, field: 'approved', value: String(approved), answer: { approved } } as const),
});

describe.each(['lt', 'lv', 'et', 'pl', 'de', 'ru', 'uk', 'fr', 'es', 'it', 'ar', 'he'])(
	'A page without words of the builder, in %s',
	(code) => {
		const language = readersLanguage(code);
		const buttons = [button(true), button(false)];
		const all = [
			questionPage(plain({ buttons }), language),
			questionPage(plain({ submit: '' }), language, { problem: 'write', sent: {} }),
			recordedPage(plain({ buttons }), language, buttons[1].answer),
			recordedPage(plain({ submit: '' }), language, { text: 'Kas?' }),
		].map((html) => parse(html));

		it('has no English word', () => {
			const words = all.map((html) => html.querySelectorAll('title, body').map(({ text }) => text));
			const english = words
				.flat(2)
				.join(' ')
				.match(/\b(your|answer|needed|thank|approve|decline|send|saved|please)\b/gi);
			expect(english).toBeNull();
		});

		it('is written from where its language is', () => {
			const dir = ['ar', 'he'].includes(code) ? 'rtl' : 'ltr';
			for (const html of all) expect(html.querySelector('html')!.getAttribute('dir')).toBe(dir);
		});

		it('shows which button was pressed in its words', () => {
			expect(all[2].querySelector('.answer')!.text).toBe(
				`${language.say('answered')} ${language.say('decline')}`,
			);
		});
	},
);

it('with words of the builder, a page has those alone', () => {
	const own: Question = {
		...plain({ buttons: [button(true, 'Taip'), button(false, 'Ne')] }),
		...{ title: 'Grąžinti pinigus?', confirmation: 'Ačiū.' },
	};
	const asked = parse(questionPage(own, english));
	expect(asked.querySelectorAll('h1, button').map(({ text }) => text)).toEqual([
		...['Grąžinti pinigus?', 'Taip', 'Ne'],
	]);
	const { answers } = own;
	const answer = 'buttons' in answers ? answers.buttons[0].answer : {};
	const recorded = parse(recordedPage(own, english, answer));
	expect(recorded.querySelectorAll('h1, strong, .text').map(({ text }) => text)).toEqual([
		...['Grąžinti pinigus?', 'Taip', 'Ačiū.'],
	]);
});
