/** What the user can do about a refusal, by HTTP status. The service does not show its own list. */
const BY_STATUS: Record<number, string> = {
	400: "The service couldn't use the request. Check the values that you sent.",
	401: 'Check the API key in the credential, and that it belongs to the chosen environment (Sandbox or Production).',
	402: "Top up the balance of the account. Then run the workflow again for the items that weren't accepted.",
	403: "The API key isn't allowed to do this. Ask your account manager which operations and sender IDs it can use.",
	404: "Check the ID. If no operation works, check the address in the credential, which must not contain /v1, and 'Custom Paths'.",
	405: "Check the address and 'Custom Paths' in the credential.",
	409: "It's already in another state, for example a campaign that has finished. Get it to see its state.",
	413: "Send less at once: lower 'Batch Size' (Options → Requests), or shorten the text.",
	415: "The service didn't accept the format of the request. Check that the address in the credential is the one of the API.",
	422: 'The service understood the request, but not its values. Check the fields that it names.',
	429: "The service got too many requests for longer than 'Max Wait' (Options → Requests) allows. Wait, or lower 'Concurrency' there. Send Bulk needs fewer requests, and 'Batching' (Settings → Request Options) spaces them out.",
};

const REDIRECT =
	"Enter the address that it redirects to in the credential. The node doesn't follow redirects, because a message would be lost on the way and the key would go to another address.";

const SERVER_ERROR = 'The service is unavailable right now. Try again in a few minutes.';

/** The orders to do something once more, which end an advice. */
const ONCE_MORE =
	/ (Try again in a few minutes|Then run the workflow again for the items that weren't accepted)\.$/;

/** An advice without its order to try again: what may have been sent has to be looked up first. */
export function withoutRetry(advice: string): string {
	return advice.replace(ONCE_MORE, '');
}

/** What to do about an HTTP status other than 2xx. */
export function adviceForStatus(status: number): string {
	if (status >= 300 && status < 400) return REDIRECT;
	if (status === 408 || status >= 500) return SERVER_ERROR;
	return BY_STATUS[status] ?? BY_STATUS[400];
}

/** A failed connection: its words, whether the request may have arrived, and which requests to repeat. */
export type ConnectionTrouble = {
	message: string;
	advice: string;
	outcome: 'refused' | 'unknown';
	repeat: 'any' | 'reads' | 'none';
};

export const TIMED_OUT: ConnectionTrouble = {
	message: "The service didn't answer in time",
	advice: "To wait longer, raise 'Timeout' (Settings → Request Options).",
	outcome: 'unknown',
	repeat: 'reads',
};

const DROPPED: ConnectionTrouble = {
	message: 'The connection was closed before the service answered',
	advice:
		'Something between n8n and the service, such as a proxy, may have closed it. Check the network.',
	outcome: 'unknown',
	repeat: 'reads',
};

const NAME_NOT_FOUND: ConnectionTrouble = {
	message: "The name in the service address couldn't be found",
	advice:
		'Nothing was sent. Check the address in the credential, and the network of the machine that n8n runs on.',
	outcome: 'refused',
	repeat: 'any',
};

const UNREACHABLE: ConnectionTrouble = {
	message: "The network of the service couldn't be reached",
	advice:
		'Nothing was sent. Check the network of the machine that n8n runs on, and the proxy if there is one.',
	outcome: 'refused',
	repeat: 'reads',
};

const BY_CODE: Record<string, ConnectionTrouble> = {
	ECONNABORTED: TIMED_OUT,
	ETIMEDOUT: TIMED_OUT,
	ESOCKETTIMEDOUT: TIMED_OUT,
	ECONNRESET: DROPPED,
	EPIPE: DROPPED,
	ERR_STREAM_PREMATURE_CLOSE: DROPPED,
	ERR_BAD_RESPONSE: DROPPED,
	HPE_INVALID_CONSTANT: {
		message: "What answered doesn't speak HTTP",
		advice: 'Check the address and its port in the credential.',
		outcome: 'unknown',
		repeat: 'none',
	},
	ECONNREFUSED: {
		message: 'The service refused the connection',
		advice:
			'Nothing was sent. Check the address and its port in the credential, and that the service is running.',
		outcome: 'refused',
		repeat: 'any',
	},
	ENOTFOUND: NAME_NOT_FOUND,
	EAI_AGAIN: NAME_NOT_FOUND,
	EHOSTUNREACH: UNREACHABLE,
	ENETUNREACH: UNREACHABLE,
	EPROTO: {
		message: "The service doesn't speak https at this address",
		advice:
			'Nothing was sent. Check the port, and whether the address in the credential must begin with http://.',
		outcome: 'refused',
		repeat: 'none',
	},
	ERR_CANCELED: {
		message: 'The request was canceled because the execution was stopped',
		advice: 'Somebody stopped it in n8n, or it ran longer than its settings allow.',
		outcome: 'unknown',
		repeat: 'none',
	},
};

const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|ERR_TLS/;

/** What a failed connection means, by the code that Node.js gives it; undefined for other errors. */
export function connectionTrouble(code: string): ConnectionTrouble | undefined {
	if (BY_CODE[code]) return BY_CODE[code];
	if (!CERTIFICATE.test(code)) return undefined;
	return {
		message: `The certificate of the service isn't valid (${code})`,
		advice:
			"Nothing was sent. Check the address in the credential. For a Sandbox with its own certificate, turn on 'Ignore SSL Issues (Insecure)' in the node (Settings → Request Options).",
		outcome: 'refused',
		repeat: 'none',
	};
}
