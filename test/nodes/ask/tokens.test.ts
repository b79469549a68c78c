import { contrast, tokensIn } from '../../support/contrast';
import { formStyle, peoplePages, styleOf, stylesOf } from '../../support/peoplePages';

const answerPage = tokensIn(styleOf(peoplePages.approval));
const optOutPage = tokensIn(styleOf(peoplePages['opt out']));
const form = tokensIn(formStyle);

/** What n8n calls our tokens. */
const OF_FORM: Record<string, string> = {
	...{ 'color-background': 'ground', 'color-card-bg': 'card', 'color-card-border': 'line' },
	...{ 'color-header': 'ink', 'color-header-subtext': 'quiet', 'color-label': 'ink' },
	...{ 'color-input-text': 'ink', 'color-html-text': 'ink', 'color-link': 'quiet' },
	...{ 'color-submit-btn-bg': 'main', 'color-submit-btn-text': 'on-main' },
	...{ 'color-focus-border': 'main', 'color-required': 'wrong', 'color-error': 'wrong' },
};

describe.each(['light', 'dark'] as const)("The colors of people's pages, %s", (scheme) => {
	const { [scheme]: tokens } = answerPage;

	it('are those of the answer page', () => {
		expect(Object.keys(tokens)).toHaveLength(9);
		expect(Object.keys(optOutPage[scheme]).length).toBeGreaterThan(7);
		expect(tokens).toMatchObject(optOutPage[scheme]);
		const named = Object.entries(OF_FORM).map(([name, token]) => [name, tokens[token]]);
		expect(form[scheme]).toMatchObject(Object.fromEntries(named));
	});

	it.each([
		...['ink', 'quiet', 'main', 'wrong'].map((text) => [text, 'card']),
		...['ink', 'quiet', 'wrong'].map((text) => [text, 'ground']),
		['on-main', 'main'],
	])('can be read in the sun: %s on %s', (text, ground) => {
		expect(contrast(tokens[text], tokens[ground])).toBeGreaterThanOrEqual(7);
	});

	it.each(['quiet', 'main', 'wrong', 'good'])('show where %s is an edge', (edge) => {
		for (const ground of ['card', 'ground'])
			expect(contrast(tokens[edge], tokens[ground])).toBeGreaterThanOrEqual(3);
	});

	it("show the edges of the form's fields", () => {
		const { [scheme]: colors } = form;
		for (const ground of ['color-card-bg', 'color-input-bg'])
			expect(contrast(colors['color-input-border'], colors[ground])).toBeGreaterThanOrEqual(3);
	});
});

it('contrast is that of WCAG', () => {
	expect(contrast('#fff', '#000')).toBe(21);
	expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
	expect(contrast('#abc', '#aabbcc')).toBe(1);
});

it.each(['opt-out-by-link', 'form-to-sms', 'number-confirmed-by-code'])(
	'The form that visitors open has this styling on each page: %s',
	(example) => {
		const [form, ...pages] = stylesOf(example);
		expect(form.style).toBe(formStyle);
		const same = `={{ $('${form.name}').params.options.customCss }}`;
		expect(pages).toEqual(pages.map(({ name }) => ({ name, style: same })));
		expect(pages.length).toBeGreaterThan(2);
	},
);
