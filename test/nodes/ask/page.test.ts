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

const button = (approved: boolean, label = '') => ({
	...({ label, field: 'approved', value: String(approved), answer: { approved } } as const),
});
const buttonsOf = (...labels: string[]) => [button(true, labels[0]), button(false, labels[1])];

/** A question of which the builder has worded what the page says by these. */
const questionOf = (answers: Question['answers'], words = ''): Question => ({
	...{ number: 1, from: words || 'Shop', message: 'Kas?', text: words || 'Kas?', until: 0 },
	...{ title: words, confirmation: words, answers },
});
const question = questionOf({ buttons: buttonsOf(hostile, hostile) }, hostile);
const declined = 'buttons' in question.answers ? question.answers.buttons[1].answer : {};
const inWords = questionOf({ submit: hostile }, hostile);
const choices = ['Yes', hostile].map((choice, place) => ({
	...({ label: choice, field: 'choice', value: `${place}`, answer: { choice } } as const),
}));
const ofChoices = questionOf({ buttons: choices }, hostile);

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
		const hash = (text: string) => createHash('sha256').update(text).digest('base64');
		const own = [`style-src 'sha256-${hash(style)}'`, `script-src 'sha256-${hash(script)}'`];
		for (const directives of [meta, policy]) {
			const expected = ["default-src 'none'", ...own];
			expect(directives.split('; ')).toEqual(expect.arrayContaining(expected));
		}
		expect(policy.split('; ')).toContain("form-action 'self'");
	});

	it('has a language, a title, a heading and a width of its own', () => {
		expect(html.querySelector('html')!.getAttribute('lang')).toBe('en');
		expect(html.querySelector('title')!.text).not.toBe('');
		expect(html.querySelectorAll('main h1')).toHaveLength(1);
		const viewport = html.querySelector('meta[name=viewport]')!.getAttribute('content');
		expect(viewport).toContain('width=device-width');
	});
});

/** The texts of these elements of a page. */
const textsOf = (page: string, selector: string) =>
	parse(page)
		.querySelectorAll(selector)
		.map(({ text }) => text);

it("The language of the page is the reader's, and that of the user's words is not known", () => {
	const recorded = recordedPage(question, lithuanian, declined);
	for (const page of [questionPage(question, lithuanian), recorded]) {
		const html = parse(page);
		const { lang, dir } = html.querySelector('html')!.attributes;
		expect([lang, dir]).toEqual(['lt', 'ltr']);
		for (const { attributes } of html.querySelectorAll('title, h1, main > p, button, strong')) {
			expect([attributes.lang, attributes.dir]).toEqual(['', 'auto']);
		}
	}
	const closed = closedPage(lithuanian);
	expect(closed).toContain('<html lang="lt"');
	expect(closed).not.toContain('lang=""');
	expect(textsOf(closed, 'title, h1, p')).toEqual([
		...[lithuanian.say('closed'), lithuanian.say('closed'), lithuanian.say('reason')],
	]);
});

describe('The page of a question', () => {
	it('shows the words of the user as they are', () => {
		const asked = questionPage(question, english);
		expect(textsOf(asked, '.from, h1, .text, button')).toEqual(Array(5).fill(hostile));
		const after = recordedPage(question, english, declined);
		expect(textsOf(after, '.from, h1, strong, .text')).toEqual(Array(4).fill(hostile));
	});

	it('keeps what was written when it asks again, and says why', () => {
		const rejection = { problem: 'shorten', sent: { text: hostile } } as const;
		const html = parse(questionPage(inWords, lithuanian, rejection));
		expect(html.querySelector('textarea')!.text).toBe(hostile);
		const alert = html.querySelector('[role=alert]')!;
		expect(alert.text).toBe(lithuanian.say('shorten'));
		expect(html.querySelector('textarea')!.attributes).toMatchObject({
			...{ 'aria-invalid': 'true', 'aria-describedby': alert.getAttribute('id') },
		});
		expect(questionPage(inWords, lithuanian)).not.toContain('aria-invalid="true"');
	});

	it('sends by POST only', () => {
		for (const asked of [question, inWords, ofChoices]) {
			const forms = parse(questionPage(asked, english)).querySelectorAll('form');
			expect(forms.map(({ attributes }) => attributes)).toEqual([{ method: 'post' }]);
		}
	});
});

describe.each(['lt', 'lv', 'et', 'pl', 'de', 'ru', 'uk', 'fr', 'es', 'it', 'ar', 'he'])(
	'A page without words of the builder, in %s',
	(code) => {
		const language = readersLanguage(code);
		const buttons = buttonsOf();
		const all = [
			questionPage(questionOf({ buttons }), language),
			questionPage(questionOf({ submit: '' }), language, { problem: 'write', sent: {} }),
			recordedPage(questionOf({ buttons }), language, buttons[1].answer),
			recordedPage(questionOf({ submit: '' }), language, { text: 'Kas?' }),
		];

		it('has no English word, and is written from where its language is', () => {
			const dir = ['ar', 'he'].includes(code) ? 'rtl' : 'ltr';
			for (const page of all) {
				expect(page).toContain(`<html lang="${code}" dir="${dir}">`);
				expect(textsOf(page, 'title, body').join(' ')).not.toMatch(
					/\b(your|answer|needed|thank|approve|decline|send|saved|please)\b/i,
				);
			}
		});

		it('shows which button was pressed in its words', () => {
			const words = `${language.say('answered')} ${language.say('decline')}`;
			expect(textsOf(all[2], '.answer')).toEqual([words]);
		});
	},
);

it('A page with words of the builder has those alone', () => {
	const buttons = buttonsOf('Taip', 'Ne');
	const own = { ...questionOf({ buttons }, 'Grąžinti?'), confirmation: 'Ačiū.' };
	expect(textsOf(questionPage(own, english), 'h1, button')).toEqual(['Grąžinti?', 'Taip', 'Ne']);
	const recorded = recordedPage(own, english, buttons[0].answer);
	expect(textsOf(recorded, 'h1, strong, .text')).toEqual(['Grąžinti?', 'Taip', 'Ačiū.']);
});
