import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';

import { closedPage, questionPage, recordedPage } from '../../nodes/MessagingService/ask/page';
import type { Question } from '../../nodes/MessagingService/ask/question';
import { readersLanguage } from '../../nodes/MessagingService/ask/readersLanguage';

interface Example {
	nodes: Array<{ name: string; type: string; parameters: Record<string, unknown> }>;
}
const nodesOf = (example: string) =>
	(JSON.parse(readFileSync(`examples/${example}.json`, 'utf8')) as Example).nodes;
const nodes = nodesOf('opt-out-by-link');
const parametersOf = (name: string) => nodes.find((node) => node.name === name)!.parameters;

const { assignments } = (
	parametersOf('The words') as {
		assignments: { assignments: Array<{ name: string; value: string }> };
	}
).assignments;
const words = Object.fromEntries(assignments.map(({ name, value }) => [name, value]));

/** The styling of n8n's own form. */
export const { customCss: formStyle } = parametersOf('On form submission').options as {
	customCss: string;
};

/** The styling of each page of an example's form, by its node; the first is the form itself. */
export const stylesOf = (example: string) =>
	nodesOf(example)
		.filter(({ type }) => /\.form(Trigger)?$/.test(type))
		.toSorted((one, other) => other.type.length - one.type.length)
		.map(({ name, parameters }) => {
			const { customCss } = parameters.options as { customCss?: string };
			return { name, style: customCss };
		});

/** What a node of the opt-out example answers, as a page. */
function answerOf(name: string): string {
	const expression = String(parametersOf(name).responseBody).replace(/^=\{\{|\}\}$/g, '');
	const question = 'Stop all SMS from Example to the number ending in 4401?';
	const json = { ...words, question };
	return String(runInNewContext(expression, { $: () => ({ first: () => ({ json }) }) }));
}

const approved = { approved: true };
const asked: Question = {
	...{ number: 1, from: 'Shop', message: '', title: '', confirmation: '', until: 0 },
	text: 'Refund 49.90 EUR for order 2041?',
	answers: {
		buttons: [
			{ label: '', field: 'approved', value: 'true', answer: approved },
			{ label: '', field: 'approved', value: 'false', answer: { approved: false } },
		],
	},
};
const writing: Question = { ...asked, text: 'What is broken?', answers: { submit: '' } };
const choosing: Question = {
	...asked,
	title: 'Your appointment',
	answers: {
		buttons: ['Confirm', 'Move', 'Cancel'].map((choice, place) => ({
			...{ label: choice, field: 'choice', value: String(place), answer: { choice } },
		})),
	},
};
const english = readersLanguage('en');

/** The pages that people get, in each of their states. */
export const peoplePages: Record<string, string> = {
	approval: questionPage(asked, english),
	choices: questionPage(choosing, english),
	text: questionPage(writing, english),
	'text is missing': questionPage(writing, english, { problem: 'write', sent: {} }),
	answered: recordedPage(asked, english, approved),
	closed: closedPage(english),
	'in Arabic': questionPage({ ...writing, text: 'ما المشكلة؟' }, readersLanguage('ar')),
	'opt out': answerOf('Show the page'),
	'opted out': answerOf('Say: no more messages'),
	'not saved': answerOf('Say: not saved'),
	'wrong link': answerOf('Refuse the link'),
};

export const styleOf = (page: string) => /<style>([^]*?)<\/style>/.exec(page)![1];
