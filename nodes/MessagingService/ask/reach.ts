import type { ICredentialDataDecryptedObject, IExecuteFunctions } from 'n8n-workflow';

import { isTool } from '../errors/nodeError';
import { Problem } from '../errors/problem';
import { linkTo } from './webhook';

/** An address of the machine itself, or a name that only its own network knows. */
const OF_MACHINE = /^(127\.|0\.|\[::1?\]$|\[::ffff:7f|[^.:[\]]+$|.*\.localhost$)/;

/** An address of a private network. */
const PRIVATE =
	/^(10\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.|\[f[cd]|\[fe[89ab]|.*\.(local|lan|internal)$)/;

/** Who can open a link to a host, as `URL` writes it. */
export function reachOf(hostname: string): 'machine' | 'network' | 'all' {
	const host = hostname.replace(/\.$/, '');
	if (OF_MACHINE.test(host)) return 'machine';
	return PRIVATE.test(host) ? 'network' : 'all';
}

/** Keeps a question from going out to a real phone with a link that it can't open. */
export function refuseLinkToSelf(
	context: IExecuteFunctions,
	credentials: ICredentialDataDecryptedObject,
): void {
	if (credentials.environment !== 'production') return;
	const { host, hostname } = linkTo(context, 1);
	const reach = reachOf(hostname);
	if (reach === 'machine') {
		throw new Problem(
			`No phone can open a link to ${host}`,
			'Nothing was sent. Set WEBHOOK_URL to the address at which people reach your n8n, on the workers too, and start n8n again.',
		);
	}
	if (reach === 'network' && !isTool(context.getNode())) {
		const message = `The link leads to ${host}: only phones in your own network can open it.`;
		context.addExecutionHints?.({ message, location: 'outputPane' });
	}
}
