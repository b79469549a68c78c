import { inSource } from '../mistake.ts';

export const ask = [
	...inSource('ask/answer.ts', 'ask/answer, ask/webhook, ask/question', [
		['Only a button of the page answers.', '[-sent[field] === value-]{+field in sent+}'],
		['Declining answers no.', '[button(true), button([-false-]{+true+})]'],
		[
			'A label that would be shown differently is refused.',
			'if (seen[- === label-]) return label;',
		],
	]),
	...inSource('ask/webhook.ts', 'ask/webhook, ask/sendAndWait', [
		[
			'Only a POST decides: virus scanners open links.',
			"if (this.getRequestObject().method [-!== 'POST-]{+=== 'HEAD+}') return",
		],
		['Only the signature of this question opens it.', '[-isSame(given, expected) && -]Date.now()'],
		[
			'A question is closed when its time is over.',
			'isSame(given, expected)[- && Date.now() < question.until-]',
		],
		[
			'The address, which holds the signature, is told to nobody.',
			"'Referrer-Policy', '[-no-referrer-]{+origin-when-cross-origin+}'",
		],
		[
			"The page can't reach n8n's cookies.",
			"[-response.setHeader('Content-Security-Policy', policy);-]",
		],
	]),
	...inSource('ask/page.ts', 'ask/tokens', [
		['The answer page can be read in the sun.', '--quiet: #[-4a525c-]{+8a94a0+}; --ground'],
	]),
	...inSource('ask/page.ts', 'ask/page, ask/webhook', [
		[
			"The user's words are escaped.",
			'/[&<>[-"\'-]]/g',
			"No attribute of the page has the user's words.",
		],
		[
			'The words of a question are escaped.',
			'${any}>${[-escapeHtml(users || own)-]{+users || own+}}</${tag}>',
		],
		[
			"Nobody knows the language of the user's words.",
			'const any = users ? \'[- lang="" dir="auto"-]\'',
		],
		[
			'After an answer, the page shows the button that was pressed.',
			'answers.buttons.find((button) => button.answer [-=-]{+!+}== answer)',
		],
		[
			'A field that asks again says so to a screen reader.',
			'const state = rejection ? \'[- aria-invalid="true" aria-describedby="wrong"-]\'',
		],
		["The page is in the reader's language.", '<html lang="[-${code}-]{+en+}"'],
	]),
	...inSource('ask/readersLanguage.ts', 'ask/readersLanguage, ask/page', [
		[
			"A language with the weight 0 isn't shown.",
			"let best = { code: 'en', quality: [-0-]{+-1+} };",
		],
		[
			'Of two languages that are wanted alike, the first one is shown.',
			'Number(quality) >{+=+} best.quality',
		],
		[
			'Arabic and Hebrew are written from the right.',
			"dir: FROM_RIGHT.includes(best.code) ? '[-rtl-]{+ltr+}'",
		],
		['A region falls back to its language.', '[-(?:-[a-z\\d]{1,8})*-]'],
	]),
	...inSource('ask/question.ts', 'ask/question, ask/webhook, ask/sendAndWait', [
		['Each question of a loop has its own number.', '?.number ?? [-0) + 1-]{+1)+}'],
		['A person sees all of what an agent wants to do.', '[-isAboutTool ? INVISIBLE : -]TURNING'],
		[
			'Characters that turn text around are shown as escapes.',
			'[-withEscapes(-]requiredText(evaluatedMessage(context, read), "\'Message\'").trim()[-)-]',
		],
		[
			'A person approves the parameters of a call, not [object Object].',
			'[-.replace(TOOL_PARAMETERS, AS_TEXT)-]',
		],
	]),
	...inSource('ask/waitLimit.ts', [
		['A time to wait is longer than none.', 'amountMs >{+=+} 0 && limit(now)'],
	]),
	...inSource('ask/webhook.ts', [
		[
			"The sandbox's phone is on this machine.",
			"if (environment [-!-]{+=+}== 'production') return;",
		],
		['A private address gets a line.', "reach [-=-]{+!+}== 'network' &&"],
	]),
];
