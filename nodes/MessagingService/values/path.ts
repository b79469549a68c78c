import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { Problem } from '../errors/problem';
import type { GetParameter } from './body';
import { isOn } from './optionReaders';
import { shownName } from './parsing';
import { requiredText } from './readers';

/**
 * A route with its names replaced: `{campaignId}` by the parameter of that name, percent-encoded, and
 * `{emailPath}` by the credential's field.
 */
export function fillPath(
	url: string,
	getParameter: GetParameter,
	credentials: ICredentialDataDecryptedObject,
): string {
	const name = /\{(\w+)\}/.exec(url)?.[1];
	if (!name) return url;
	if (url === `{${name}}`) return pathIn(credentials, name);
	return pathWith(url, name, getParameter(name, ''));
}

/** The ID that is given by itself, or chosen in a resource locator. */
export function chosenId(given: unknown): unknown {
	const { __rl: isLocator, mode, value } = Object(given);
	return isLocator && ['list', 'id'].includes(mode) ? value : given;
}

/** @throws Problem if the ID is blank, or would lead to another path */
export function pathWith(path: string, parameter: string, given: unknown): string {
	const name = shownName(parameter);
	const id = String(requiredText(chosenId(given), name, '', {})).trim();
	// Half of a character, as a text that was cut may end with, cannot stand in an address.
	if (/^\.{1,2}$/.test(id) || /\p{Cs}/u.test(id)) {
		throw new Problem(
			`${name} isn't an ID: ${id}`,
			'Use the ID from the output of an earlier node.',
		);
	}
	return path.replace(`{${parameter}}`, encodeURIComponent(id));
}

/** The paths that the service does not publish, as they are assumed to be. */
const ASSUMED = { pathPrefix: '', emailPath: '/email', viberPath: '/viber' };

/**
 * A path of the credential: what its field holds if Custom Paths is on, else the one that is assumed, whatever a
 * hidden field holds.
 *
 * @throws Problem if Custom Paths is neither on nor off
 */
export function customPath(
	{ customPaths, ...credentials }: ICredentialDataDecryptedObject,
	field: keyof typeof ASSUMED,
): string {
	const isCustom = isOn({ customPaths: customPaths as boolean }, 'customPaths');
	return String((isCustom ? credentials[field] : undefined) ?? ASSUMED[field] ?? '').trim();
}

function pathIn(credentials: ICredentialDataDecryptedObject, field: string): string {
	const path = customPath(credentials, field as keyof typeof ASSUMED);
	if (path) return path;
	const name = shownName(field);
	throw new Problem(`${name} is empty`, `Fill in ${name} in the Messaging Service credential.`);
}
