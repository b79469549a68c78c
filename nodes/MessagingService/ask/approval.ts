import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { oneOf } from '../values/optionReaders';
import { escapeHtml, anyLanguage } from './escapeHtml';
import type { AnswerResult, ResponseSettings } from './response';

const approveLabel = {
	displayName: 'Approve Button Label',
	name: 'approveLabel',
	type: 'string',
	default: 'Approve',
	placeholder: 'e.g. Approve',
} satisfies INodeProperties;

const disapproveLabel = {
	displayName: 'Disapprove Button Label',
	name: 'disapproveLabel',
	type: 'string',
	displayOptions: { show: { approvalType: ['double'] } },
	default: 'Decline',
	placeholder: 'e.g. Decline',
} satisfies INodeProperties;

/** In the shape of n8n's own nodes, so that n8n's human review step has it too. */
export const approvalOptions = {
	displayName: 'Approval Options',
	name: 'approvalOptions',
	type: 'fixedCollection',
	displayOptions: { show: { responseType: ['approval'] } },
	placeholder: 'Add option',
	default: {},
	options: [
		{
			displayName: 'Values',
			name: 'values',
			values: [
				{
					displayName: 'Type of Approval',
					name: 'approvalType',
					type: 'options',
					options: [
						{ name: 'Approve and Disapprove', value: 'double' },
						{ name: 'Approve Only', value: 'single' },
					],
					default: 'double',
					description: 'Which buttons to show on the page',
				},
				approveLabel,
				disapproveLabel,
			],
		},
	],
} satisfies INodeProperties;

export type ApprovalAnswers = { type: 'approval'; approve: string; decline?: string };

/** @throws Problem if a label isn't text, or the type of approval doesn't exist */
export function readApproval({ read, shown }: ResponseSettings): ApprovalAnswers {
	const type = 'approval';
	const { values = {} } = read('approvalOptions', {}) as { values?: IDataObject };
	const approve = shown(values.approveLabel, "'Approve Button Label'", approveLabel.default);
	const kinds = ['double', 'single'];
	const buttons = oneOf(values.approvalType ?? 'double', "'Type of Approval'", kinds);
	if (buttons === 'single') return { type, approve };
	const { default: label } = disapproveLabel;
	return {
		type,
		approve,
		decline: shown(values.disapproveLabel, "'Disapprove Button Label'", label),
	};
}

export function approvalControls({ approve, decline }: ApprovalAnswers): string {
	const button = (label: string, value: boolean, look: string) =>
		`<button name="approved" value="${value}"${look} ${anyLanguage}>${escapeHtml(label)}</button>`;
	return `<div class="buttons">
		${button(approve, true, '')}
		${decline ? button(decline, false, ' class="other"') : ''}
		</div>`;
}

export function takeApproval({ decline }: ApprovalAnswers, sent: IDataObject): AnswerResult {
	if (sent.approved === 'true') return { answer: { approved: true } };
	if (sent.approved === 'false' && decline) return { answer: { approved: false } };
	return { problem: 'Please press one of the buttons.', sent };
}
