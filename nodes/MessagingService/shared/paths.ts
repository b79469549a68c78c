import type { PreSendAction } from 'n8n-workflow';

import { beforeSending, Problem } from './problems';
import { requiredText, shownName } from './values';

/** preSend hook: puts an ID, percent-encoded, at its place in the path, e.g. /campaigns/{campaignId}. */
export function fillPath(parameter: string): PreSendAction {
	return beforeSending(async function (options) {
		options.url = pathWith(options.url, parameter, this.getNodeParameter(parameter, ''));
	});
}

/** @throws Problem if the ID is blank, or would lead to another path */
export function pathWith(path: string, parameter: string, given: unknown): string {
	const name = shownName(parameter);
	const id = String(requiredText(given, name, '', {})).trim();
	if (/^\.{1,2}$/.test(id)) {
		throw new Problem(`${name} is not an ID: ${id}`, 'Take it from the output of an earlier node.');
	}
	return path.replace(`{${parameter}}`, encodeURIComponent(id));
}

/** preSend hook: refuses a path that the credential has to hold, but does not. */
export function requirePath(field: string): PreSendAction {
	return beforeSending(async function ({ url }) {
		if (url?.trim()) return;
		throw new Problem(
			`The ${field} is empty`,
			`Fill in ${field} in the Messaging Service credential.`,
		);
	});
}
