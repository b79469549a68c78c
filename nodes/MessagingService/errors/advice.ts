/** What the user can do about a refusal, by HTTP status. The service does not show its own list. */
const BY_STATUS: Record<number, string> = {
	400: 'The service could not use what was sent. Check the values that were sent.',
	401: 'Check the API key in the credential, and that it belongs to the chosen environment (Sandbox or Production).',
	402: 'Top up the balance of the account, then run the workflow again for the items that were not accepted.',
	403: 'The API key may not do this. Ask your account manager which operations and sender IDs it is allowed to use.',
	404: 'Check the ID. If every operation fails like this, check the address in the credential, which must not contain /v1, and its Custom Paths.',
	405: 'Check the address and the Custom Paths in the credential.',
	408: 'The service waited too long for the request. Try again later.',
	409: 'The service has it in another state already, e.g. a campaign that has finished. Get it and look at its state.',
	413: "Send less at once: a smaller 'Batch Size' (Options → Requests), or a shorter text.",
	415: 'The service did not take the format of the request. Check that the address in the credential is the one of the API.',
	422: 'The service understood the request, but not its values. Check the fields that it names.',
	429: "Too many requests at once, for longer than 'Max Wait' (Options → Requests) allows. Wait, or lower 'Concurrency' there; Send Bulk needs fewer requests, and Batching (Settings, Request Options) spaces them out.",
};

const REDIRECT =
	'Put the address that it redirects to into the credential. Redirects are not followed, because a message would be lost on the way and the key would go to another address.';

const SERVER_ERROR = 'The service reported an internal error. Try again later.';

/** What to do about an HTTP status other than 2xx. */
export function adviceForStatus(status: number): string {
	if (status >= 300 && status < 400) return REDIRECT;
	if (status >= 500) return SERVER_ERROR;
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
	message: 'The service did not answer in time',
	advice: 'A longer Timeout can be set in the Settings of the node, under Request Options.',
	outcome: 'unknown',
	repeat: 'reads',
};

const DROPPED: ConnectionTrouble = {
	message: 'The connection was closed before the service answered',
	advice: 'Something between n8n and the service may have closed it.',
	outcome: 'unknown',
	repeat: 'reads',
};

const NAME_NOT_FOUND: ConnectionTrouble = {
	message: 'The name in the service address could not be found',
	advice:
		'Nothing was sent. Check the address in the credential, and the network of the machine n8n runs on.',
	outcome: 'refused',
	repeat: 'any',
};

const UNREACHABLE: ConnectionTrouble = {
	message: 'The network of the service could not be reached',
	advice:
		'Nothing was sent. Check the network of the machine n8n runs on, and the proxy if there is one.',
	outcome: 'refused',
	repeat: 'reads',
};

const BY_CODE: Record<string, ConnectionTrouble> = {
	ECONNABORTED: TIMED_OUT,
	ETIMEDOUT: TIMED_OUT,
	ESOCKETTIMEDOUT: TIMED_OUT,
	ECONNRESET: DROPPED,
	EPIPE: DROPPED,
	ERR_BAD_RESPONSE: DROPPED,
	HPE_INVALID_CONSTANT: {
		message: 'What answered does not speak HTTP',
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
		message: 'The service does not speak https at this address',
		advice:
			'Nothing was sent. Check the port and whether the address in the credential has to begin with http://.',
		outcome: 'refused',
		repeat: 'none',
	},
	ERR_CANCELED: {
		message: 'The request was canceled because the execution was stopped',
		advice: 'Start the workflow again if you did not mean to stop it.',
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
		message: `The certificate of the service is not valid (${code})`,
		advice:
			'Nothing was sent. Check the address in the credential. For a test system with a certificate of its own, Ignore SSL Issues can be switched on in the Settings of the node, under Request Options.',
		outcome: 'refused',
		repeat: 'none',
	};
}
