/** What the user can do about a refusal, by HTTP status. The service does not show its own list. */
const BY_STATUS: Record<number, string> = {
	400: 'The service could not use what was sent. Check the values of this item. Where the fields are assumed (Specify Body), Using JSON sends exactly what the service wants.',
	401: 'Check the API key in the credential, and that it belongs to the chosen environment (Sandbox or Production).',
	402: 'Top up the balance of the account, then run the workflow again for the items that were not accepted.',
	403: 'The API key may not do this. Ask your account manager which operations and sender IDs it is allowed to use.',
	404: 'Check the ID. If every operation fails like this, check the address in the credential: it must not contain /v1; and check the path prefix.',
	405: 'Check the address, the path prefix and the paths in the credential.',
	408: 'The service waited too long for the request. Try again later.',
	409: 'The service has it in another state already, e.g. a campaign that has finished. Get it and look at its state.',
	413: 'Send less at once: a smaller Batch Size, or a shorter text.',
	415: 'The service did not take the format of the request. Check that the address in the credential is the one of the API.',
	422: 'The service understood the request, but not its values. Check the fields that it names.',
	429: 'Too many requests at once. Wait, then run the items that were not accepted again; Send Bulk needs fewer requests, and Batching (Settings, Request Options) spaces them out.',
};

const REDIRECT =
	'Put the address that it redirects to into the credential. Redirects are not followed, because a message would be lost on the way and the key would go to another address.';

const SERVER_ERROR =
	'The service has a problem of its own. Whether it carried out the request is not known: check before you send anything again.';

/** What to do about an HTTP status other than 2xx. */
export function adviceForStatus(status: number): string {
	if (status >= 300 && status < 400) return REDIRECT;
	if (status >= 500) return SERVER_ERROR;
	return BY_STATUS[status] ?? BY_STATUS[400];
}

type ConnectionTrouble = { message: string; advice: string };

const UNKNOWN_OUTCOME =
	'Whether the service carried out the request is not known: check before you send anything again.';

const TIMED_OUT: ConnectionTrouble = {
	message: 'The service did not answer in time',
	advice: `${UNKNOWN_OUTCOME} A longer Timeout can be set in the Settings of the node, under Request Options.`,
};

const DROPPED: ConnectionTrouble = {
	message: 'The connection was closed before the service answered',
	advice: UNKNOWN_OUTCOME,
};

const NAME_NOT_FOUND: ConnectionTrouble = {
	message: 'The name in the service address could not be found',
	advice:
		'Nothing was sent. Check the address in the credential, and the network of the machine n8n runs on.',
};

const UNREACHABLE: ConnectionTrouble = {
	message: 'The network of the service could not be reached',
	advice:
		'Nothing was sent. Check the network of the machine n8n runs on, and the proxy if there is one.',
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
	},
	ECONNREFUSED: {
		message: 'The service refused the connection',
		advice:
			'Nothing was sent. Check the address and its port in the credential, and that the service is running.',
	},
	ENOTFOUND: NAME_NOT_FOUND,
	EAI_AGAIN: NAME_NOT_FOUND,
	EHOSTUNREACH: UNREACHABLE,
	ENETUNREACH: UNREACHABLE,
	EPROTO: {
		message: 'The service does not speak https at this address',
		advice:
			'Nothing was sent. Check the port and whether the address in the credential has to begin with http://.',
	},
	ERR_CANCELED: {
		message: 'The request was cancelled because the execution was stopped',
		advice: UNKNOWN_OUTCOME,
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
	};
}
