import { Failure } from './failure.ts';
import type { Exit } from './processes.ts';

const causes: Array<{ pattern: RegExp; what: string; whatToDo: string }> = [
	{
		pattern: /\bENOSPC\b/,
		what: 'the disk is full',
		whatToDo:
			'Free some space, or set XDG_CACHE_HOME to a folder on a larger disk, and run the command again.',
	},
	{
		pattern: /\b(EACCES|EPERM|EROFS)\b/,
		what: 'npm may not write where it has to',
		whatToDo:
			"Make the cache folder and npm's own cache (npm config get cache) writable for you and run the command again.",
	},
	{
		pattern: /\b(CERT_|SELF_SIGNED|UNABLE_TO_\w*CERT|DEPTH_ZERO)/,
		what: "npm does not trust the registry's certificate",
		whatToDo:
			"Tell npm of your network's certificate (npm config set cafile …) and run the command again.",
	},
	{
		pattern:
			/\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|EIDLETIMEOUT|FETCH_ERROR)\b|network/,
		what: 'the package registry could not be reached',
		whatToDo:
			'Check the network connection (and npm config get registry, proxy) and run the command again; npm keeps what it has.',
	},
	{
		pattern: /\b(E401|E403|E407)\b/,
		what: 'the package registry or a proxy refused the request',
		whatToDo: 'Check npm config get registry and your access to it, and run the command again.',
	},
	{
		pattern: /\b(E404|ETARGET|E5\d\d|EINTEGRITY|Z_DATA_ERROR|ZlibError)\b/,
		what: 'a package could not be had from the registry, or came damaged',
		whatToDo: 'Run the command again; if it stays, look into the log for the name of the package.',
	},
];

/** What to tell a user when npm ended badly, from its error lines. */
export function explainNpmFailure(errorLines: string[], exit: Exit, logFile: string): Failure {
	const text = errorLines.join('\n');
	const cause = causes.find(({ pattern }) => pattern.test(text));
	if (exit.problem) {
		return new Failure(
			`npm could not be started: ${exit.problem}.`,
			'Make sure that npm is on PATH.',
		);
	}
	return new Failure(
		`n8n could not be installed: ${cause?.what ?? `npm ended with code ${exit.code ?? 'none'}`}. npm's own words are in ${logFile}.`,
		cause?.whatToDo ?? 'Look into the log for the reason and run the command again.',
	);
}
