import { Problem } from './problem';

/** Advice about a refusal, by HTTP status. The service doesn't show its own list. */
const BY_STATUS: Record<number, string> = {
	400: "The service couldn't use the request. Check the values that you sent.",
	401: 'Check the API key in the credential, and that it belongs to the chosen environment (Sandbox or Production).',
	402: 'Top up the balance of the account.',
	403: "The API key isn't allowed to do this. Ask your account manager which operations and sender IDs it can use.",
	404: "The service knows no such thing, or not at this address. Check the address in the credential, which must not contain /v1, and 'Custom Paths'.",
	405: "Check the address and 'Custom Paths' in the credential.",
	407: "Add the user name and the password to the proxy's address, as in http://name:password@proxy.example.com:3128. It's in 'Proxy' (Settings → Request Options), or in HTTP_PROXY or HTTPS_PROXY of n8n's environment.",
	409: "It's already there, or in another state, for example a campaign that has finished.",
	413: 'Send less at once.',
	415: "The service didn't accept the format of the request. Check that the address in the credential is the one of the API.",
	422: 'The service understood the request, but not its values. Check the fields that it names.',
	429: 'The service got too many requests for longer than the node waits.',
};

/** Advice about a status that only some forms have a field for. */
export const BY_FIELD: Record<number, Problem['details']['byField']> = {
	404: { id: 'Check FIELD.' },
	413: { batchSize: "Lower 'Batch Size' (Options → Requests)." },
	429: {
		maxWait: "To wait longer, raise 'Max Wait' (Options → Requests).",
		settings: "'Batching' (Settings → Request Options) spaces requests out.",
	},
};

const REDIRECT =
	"Enter the address that it redirects to in the credential. The node doesn't follow redirects, because a message would be lost on the way and the key would go to another address.";

export function adviceForStatus(status: number): string {
	if (status >= 300 && status < 400) return REDIRECT;
	if (isServerError(status)) return 'The service is unavailable right now.';
	return BY_STATUS[status] ?? BY_STATUS[400];
}

/** The order to do it once more, where that may help. */
export function againAfter(status: number): string | undefined {
	if (status === 402) return "Then run the workflow again for the items that weren't accepted.";
	return isServerError(status) ? 'Try again in a few minutes.' : undefined;
}

/** Statuses of refusals that don't come from what a message holds. */
const OF_ALL = [401, 402, 404, 405, 407, 413, 415, 429];

/** Whether one wrong value may be why the service refused a whole request with this status. */
export function blamesValues(status: number): boolean {
	return status >= 400 && status < 500 && !OF_ALL.includes(status);
}

const isServerError = (status: number): boolean => status === 408 || status >= 500;

const RAISE_TIMEOUT = "To wait longer, raise 'Timeout' (Settings → Request Options).";
const IGNORE_ISSUES =
	"For a Sandbox with its own certificate, turn on 'Ignore SSL Issues (Insecure)' (Settings → Request Options).";

/** Failed connections: the codes that Node.js gives, what happened, what to do, and which requests to repeat. */
const TROUBLES: Array<[code: RegExp, ...problem: ConstructorParameters<typeof Problem>]> = [
	[
		/^(?:ECONNABORTED|ETIMEDOUT|ESOCKETTIMEDOUT)$/,
		"The service didn't answer in time",
		'Check the address and its port, and the network of the machine that n8n runs on.',
		{ outcome: 'unknown', repeat: 'reads', byField: { settings: RAISE_TIMEOUT } },
	],
	[
		/^(?:ECONNRESET|EPIPE|ERR_STREAM_PREMATURE_CLOSE|ERR_BAD_RESPONSE)$/,
		'The connection was closed before the service answered',
		'Something between n8n and the service, such as a proxy, may have closed it. Check the network.',
		{ outcome: 'unknown', repeat: 'reads' },
	],
	[
		/^HPE_INVALID_CONSTANT$/,
		"What answered doesn't speak HTTP",
		'Check the address and its port in the credential.',
		{ outcome: 'unknown', repeat: 'none' },
	],
	[
		/^ECONNREFUSED$/,
		'The service refused the connection',
		'Check the address and its port in the credential, and that the service is running. In a container, 127.0.0.1 is the container itself.',
		{ outcome: 'refused', repeat: 'any' },
	],
	[
		/^(?:ENOTFOUND|EAI_AGAIN)$/,
		"The name in the service address couldn't be found",
		'Check the address in the credential, and the network of the machine that n8n runs on.',
		{ outcome: 'refused', repeat: 'any' },
	],
	[
		/^(?:EHOSTUNREACH|ENETUNREACH)$/,
		"The network of the service couldn't be reached",
		'Check the network of the machine that n8n runs on, and the proxy if there is one.',
		{ outcome: 'refused', repeat: 'reads' },
	],
	[
		/^EPROTO$/,
		"The service doesn't speak https at this address",
		'Check the port, and whether the address in the credential must begin with http://.',
		{ outcome: 'refused', repeat: 'none' },
	],
	[
		/^ERR_CANCELED$/,
		'The request was canceled because the execution was stopped',
		'Somebody stopped it in n8n, or it ran longer than its settings allow.',
		{ outcome: 'unknown', repeat: 'none' },
	],
	[
		/CERT|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY)|ERR_TLS/,
		"The certificate of the service isn't valid (CODE)",
		'Check the address in the credential. If the service or a proxy of your network has a certificate of its own, set NODE_EXTRA_CA_CERTS to the file with it where n8n runs, and restart n8n.',
		{ outcome: 'refused', repeat: 'none', byField: { settings: IGNORE_ISSUES } },
	],
];

/** The Problem of a failed connection, by its code; undefined for other errors. */
export function connectionProblem(given: unknown): Problem | undefined {
	const code = String(given);
	const trouble = TROUBLES.find(([known]) => known.test(code));
	if (!trouble) return undefined;
	const [, message, advice, details] = trouble;
	const isUnsent = details?.outcome === 'refused';
	const words = message.replace('CODE', code);
	return new Problem(words, advice, { origin: 'service', isUnsent, ...details });
}
