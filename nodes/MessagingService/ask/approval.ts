import type { IDataObject } from 'n8n-workflow';

import { oneOf } from '../values/optionReaders';
import { escapeHtml, theirs } from './escapeHtml';
import { approveLabel, disapproveLabel } from './words';
import type { Given, Taken } from './response';
import { textOr } from './response';

export type ApprovalAnswers = { type: 'approval'; approve: string; decline?: string };

/** @throws Problem if a label is no text */
export function readApproval({ read }: Given): ApprovalAnswers {
	const type = 'approval';
	const { values = {} } = read('approvalOptions', {}) as { values?: IDataObject };
	const approve = textOr(values.approveLabel, "'Approve Button Label'", approveLabel.default);
	const kinds = ['double', 'single'];
	const buttons = oneOf(values.approvalType ?? 'double', "'Type of Approval'", kinds);
	if (buttons === 'single') return { type, approve };
	const usual = disapproveLabel.default;
	return {
		type,
		approve,
		decline: textOr(values.disapproveLabel, "'Disapprove Button Label'", usual),
	};
}

export function approvalControls({ approve, decline }: ApprovalAnswers): string {
	const button = (label: string, value: boolean, look: string) =>
		`<button name="approved" value="${value}"${look} ${theirs}>${escapeHtml(label)}</button>`;
	return `<div class="buttons">
		${button(approve, true, '')}
		${decline ? button(decline, false, ' class="other"') : ''}
		</div>`;
}

export function takeApproval({ decline }: ApprovalAnswers, sent: IDataObject): Taken {
	if (sent.approved === 'true') return { answer: { approved: true } };
	if (sent.approved === 'false' && decline) return { answer: { approved: false } };
	return { problem: 'Please press one of the buttons.', sent };
}
