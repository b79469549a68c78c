import fc from 'fast-check';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { AnswerButton, Answers } from '../../../nodes/MessagingService/ask/answer';
import {
	LONGEST_ANSWER,
	readChoices,
	takeAnswer,
} from '../../../nodes/MessagingService/ask/answer';
import { ask, labelsIn, questionOf } from '../../support/asking';
import { runNode } from '../../support/engine';
import { tries } from '../../support/properties';
import { serviceForTests } from '../../support/service';

const service = serviceForTests();

const item = { times: ['9:00', ' 10:30 ', 11], one: 'Confirm' };

const run = async (choices: unknown[], more: INodeParameters = {}) => {
	const values = choices.map((choice) => ({ choice })) as INodeParameters[];
	const parameters = { ...ask, message: 'When?', responseType: 'choices', choices: { values } };
	return await runNode(service.credential, { ...parameters, ...more }, [item]);
};

describe('Choices', () => {
	it.each<[string, unknown[], string[]]>([
		[
			'each on one line without spaces around it',
			[' Confirm ', 'Move\nto  another day', '7'],
			['Confirm', 'Move to another day', '7'],
		],
		[
			'of an expression all that its list has',
			['={{ $json.one }}', '={{ $json.times }}'],
			['Confirm', '9:00', '10:30', '11'],
		],
	])('are the buttons of the page, %s', async (_, choices, labels) => {
		expect(labelsIn(questionOf(await run(choices)))).toEqual(labels);
	});

	it.each([
		[[], "'Choices' has 0 choices, but it takes 2 to 10", 'Add a choice for each button.'],
		[['Yes'], "'Choices' has 1 choice, but it takes 2 to 10"],
		[['={{ $json.none }}'], "'Choices' has 1 choice, but it takes 2 to 10"],
		[['={{ [] }}', ''], "'Choices' has 1 choice, but it takes 2 to 10"],
		[['={{ Array(11).fill(1).map((_, n) => n) }}'], "'Choices' has 11 choices", 'Remove some.'],
		[['Yes', '={{ " " }}'], 'Choice 2 is empty'],
		[['Yes', '={{ $json.none }}'], 'Choice 2 is empty'],
		[['\u200b', 'No'], 'Choice 1 is empty'],
		[['Yes', 'No', ' Yes'], 'Choice 3 is the same as Choice 1: Yes'],
		[['Yes', '={{ ["No", "Yes"] }}'], 'Choice 3 is the same as Choice 1: Yes'],
		[['={{ { a: 1 } }}', 'No'], "Choice 1 must be text, but it's an object"],
		[
			['Yes', 'a\u202eb'],
			'Choice 2 has an invisible character that changes how the label is shown: a\\u202eb',
		],
	])('%j are refused before anything is sent', async (choices, message, advice = '') => {
		const { error, run: stopped } = await run(choices);
		expect(error?.message).toContain(message);
		expect(error?.description).toContain(advice);
		expect(stopped.status).toBe('error');
		expect(await service.received()).toEqual([]);
	});

	it('or a type of approval: an error says what can be chosen', async () => {
		const approvalOptions = { values: { approvalType: 'x' } };
		const { error } = await run([], { responseType: 'approval', approvalOptions });
		expect(error?.message).toContain("'Type of Approval' is neither double nor single: x");
		expect(await service.received()).toEqual([]);
	});

	it('do not matter where an expression gives another response type', async () => {
		const { run: waiting } = await run(['', ''], { responseType: '={{ "approval" }}' });
		expect(waiting.status).toBe('waiting');
	});

	it('are all different and seen, or refused, whatever they are', () => {
		const given = fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.array(fc.string())), {
			maxLength: 12,
		});
		fc.assert(
			fc.property(given, (labels) => {
				const values = labels.map((choice) => ({ choice }));
				let taken: string[];
				try {
					const read = readChoices({ read: () => ({ values }), options: {}, shown: String });
					taken = read.map(({ label }) => label);
				} catch {
					return;
				}
				expect(taken).toEqual(labels.flat().map((label) => label.replace(/\s+/g, ' ').trim()));
				expect(new Set(taken).size).toBe(taken.length);
				expect(taken.length).toBeGreaterThanOrEqual(2);
				expect(taken.length).toBeLessThanOrEqual(10);
				for (const label of taken) expect(label).toMatch(/[^\p{Z}\p{C}]/u);
			}),
			tries(200),
		);
	});
});

describe('An answer', () => {
	const decided = (approved: boolean): AnswerButton => ({
		...{ label: 'Yes', field: 'approved', value: String(approved), answer: { approved } },
	});
	const approval: Answers = { buttons: [decided(true), decided(false)] };
	const single: Answers = { buttons: [decided(true)] };
	const freeText: Answers = { submit: 'Send' };
	const choices: Answers = {
		buttons: ['Confirm', 'Move'].map((choice, place) => ({
			...{ label: choice, field: 'choice', value: `${place}`, answer: { choice } },
		})),
	};
	const longest = 'a'.repeat(LONGEST_ANSWER);

	it.each<[Answers, IDataObject, IDataObject]>([
		[approval, { approved: 'true' }, { approved: true }],
		[approval, { approved: 'false' }, { approved: false }],
		[single, { approved: 'true' }, { approved: true }],
		[choices, { choice: '1' }, { choice: 'Move' }],
		[freeText, { text: ' a\r\nb ' }, { text: 'a\nb' }],
		[freeText, { text: longest }, { text: longest }],
		// A button of the other kind says nothing here.
		[freeText, { text: 'No', approved: 'true' }, { text: 'No' }],
	])('is what the form says (%#)', (answers, form, answer) => {
		expect(takeAnswer(answers, form)).toEqual({ answer });
	});

	it.each<[Answers, IDataObject]>([
		...[{}, { approved: true }, { approved: ['true'] }, { approved: 'TRUE' }, { approved: '' }].map(
			(form): [Answers, IDataObject] => [approval, form],
		),
		[approval, { text: 'true' }],
		[single, { approved: 'false' }],
		...['2', '-1', '', '01', ' 1', '1.0', 'Move', 1, ['1'], null, undefined].map(
			(choice): [Answers, IDataObject] => [choices, { choice }],
		),
		...[' \n', ['a'], `${longest}a`, undefined].map((text): [Answers, IDataObject] => [
			freeText,
			{ text },
		]),
		[freeText, { approved: 'true' }],
	])('is rejected without what the form sends (%#)', (answers, form) => {
		const tooLong = typeof form.text === 'string' && form.text.length > longest.length;
		const problem = answers === freeText ? (tooLong ? 'shorten' : 'write') : 'choose';
		expect(takeAnswer(answers, form)).toEqual({ problem, sent: form });
	});
});
