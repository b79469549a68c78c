import { parse as parseHtml } from 'node-html-parser';
import type { ITaskData } from 'n8n-workflow';
import { FormData, request } from 'undici';
import type { Workflow, WorkflowNode } from '../../n8n/types.ts';
import type { Round, Stage } from './round.ts';
import { fieldsOf, sampleField } from '../copy/sampleItems.ts';
import { isOurs, optionsOf } from '../copy/nodeKinds.ts';

/** The link in a question by SMS. */
export const link = /https?:\/\/\S+webhook-waiting\S+/;

/** What somebody can choose who is asked. */
export const choicesOf = ({ parameters }: WorkflowNode) =>
	(parameters.choices as { values?: Array<{ choice: string }> } | undefined)?.values ?? [];

/** Fills in what a node waits for, as a person would; gives what its page says if it is the last one. */
export async function answer(
	stage: Stage,
	node: WorkflowNode,
	run: ITaskData,
	/** The execution that asks. */
	execution: string,
): Promise<string | undefined> {
	const isYes = stage.answers === 'yes';
	const here = (url: string) => {
		const { pathname, search } = new URL(url);
		return stage.client.address + pathname + search;
	};
	const form = new FormData();
	if (isOurs(node)) {
		const asked = (await stage.controls.messages()).findLast(({ text }) =>
			new RegExp(`/webhook-waiting/${execution}\\b`).test(text),
		);
		form.append('field-0', 'Yes');
		const given: Record<string, FormData | string> = {
			approval: `approved=${isYes}`,
			choices: `choice=${isYes ? 0 : choicesOf(node).length - 1}`,
			freeText: form,
		};
		const body = given[String(node.parameters.responseType ?? 'approval')];
		await send(here(link.exec(asked?.text ?? '')?.[0] ?? ''), 'POST', body);
		return undefined;
	}
	const { resumeFormUrl, resumeUrl } = run.metadata ?? {};
	if (!resumeFormUrl) {
		const method = String(node.parameters.httpMethod ?? 'GET') as 'GET' | 'POST';
		await send(here(resumeUrl ?? ''), method);
		return undefined;
	}
	if (node.parameters.operation === 'completion') {
		const header = parseHtml(await send(here(resumeFormUrl), 'GET')).querySelector('.header');
		await send(here(resumeFormUrl), 'POST');
		return header?.text.replace(/\s+/g, ' ').trim() ?? '';
	}
	for (const [place, field] of fieldsOf(node).entries()) {
		const value = sampleField(field, stage.workflow);
		const isChoice = ['radio', 'checkbox'].includes(field.fieldType ?? '');
		form.append(`field-${place}`, isChoice ? JSON.stringify([value].flat()) : String(value));
	}
	await send(here(resumeFormUrl), 'POST', form);
	return undefined;
}

/** Whether a node asks somebody who isn't there, and goes on without an answer after some time. */
export const isQuestion = (node: WorkflowNode) =>
	isOurs(node)
		? node.parameters.operation === 'sendAndWait' && Boolean(optionsOf(node).limitWaitTime)
		: ['webhook', 'form'].includes(String(node.parameters.resume)) &&
			node.parameters.limitWaitTime === true;

/** Whether a node asks for a yes or a no, or for a choice. */
export const asksToDecide = ({
	parameters: { operation, responseType = 'approval' },
}: WorkflowNode) => operation === 'sendAndWait' && responseType !== 'freeText';

/** The same with nobody who answers what was asked in a play, if anything was. */
export function unanswered(workflow: Workflow, { runs }: Round): Workflow | undefined {
	const isAsked = (node: WorkflowNode) => isQuestion(node) && runs[node.name] !== undefined;
	return workflow.nodes.some(isAsked) ? withoutAnswer(workflow, isQuestion) : undefined;
}

/** The same with nobody who answers some nodes: what they give then is what came in, as n8n does with a deactivated one. */
export const withoutAnswer = (workflow: Workflow, isMeant: (node: WorkflowNode) => boolean) => ({
	...workflow,
	nodes: workflow.nodes.map((node) => (isMeant(node) ? { ...node, disabled: true } : node)),
});

async function send(url: string, method: 'GET' | 'POST', body?: string | FormData) {
	const isText = typeof body === 'string';
	const headers = isText ? { 'content-type': 'application/x-www-form-urlencoded' } : {};
	return await (await request(url, { method, headers, body })).body.text();
}
