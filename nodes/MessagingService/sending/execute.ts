import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	NodeOperationError,
} from 'n8n-workflow';

import { failAll } from '../errors/failAll';
import { asNodeError } from '../errors/nodeError';
import { apiKeyOf, readCredential } from '../service/request';
import { addRunHint } from '../telling/runHint';
import { readAccountDefaults, withAccountDefaults } from '../values/accountDefaults';
import { isUsersJson } from '../values/body';
import { EnteredOptions } from '../values/enteredOptions';
import type { ParametersOf } from '../values/itemParameters';
import { itemParameters } from '../values/itemParameters';
import type { Entry } from './entry';
import { distinct, inBatches } from './entry';
import type { Follow, Operation, WithholdStep } from './operation';
import { readsOnly } from './operation';
import type { ReadRequest } from './readEntries';
import { readEntries, requestReader } from './readEntries';
import { Requests } from './requests';
import { Run } from './run';
import { readBatchSize } from './settings';

/**
 * Makes the requests for all input items, each in one of its own or many in one, and gives what came of
 * them, paired with the items. Every item is checked before the first request.
 *
 * @throws NodeApiError or NodeOperationError that says what became of the other items
 */
export async function runOperation(
	this: IExecuteFunctions,
	operation: Operation,
): Promise<INodeExecutionData[][]> {
	const begun = await begin.call(this, operation).catch((error: NodeOperationError) => error);
	if (begun instanceof Error) return [failAll(this, begun)];
	const { run, requests, readRequest, parametersOf, combine, follow } = begun;
	try {
		const entries = await readEntries(this, operation, run, readRequest, parametersOf);
		run.stopIfFailed();
		const open = await openEntries(begun, entries, this.getTimezone());
		run.stopIfFailed();
		await requests.send(combine(open));
		run.stopIfFailed();
		await follow?.(run, requests, readRequest);
		run.stopIfFailed();
		const { whenSent } = operation;
		if (whenSent && run.outcomes.sent.length) {
			const goOn = async () => await whenSent(parametersOf(0)('options', {}) as IDataObject);
			await run.showing(0, goOn);
		}
		const output = run.finish();
		if (operation.isSend) addRunHint(this, run.outcomes.atService, begun.credentials);
		return [output];
	} finally {
		run.close();
	}
}

/** One try: what becomes of its items, its requests, and what the options of the first item say about both. */
type Begun = {
	credentials: ICredentialDataDecryptedObject;
	run: Run;
	requests: Requests;
	readRequest: ReadRequest;
	parametersOf: ParametersOf;
	/** None where the user wrote the whole body, of which we know nothing. */
	withhold: WithholdStep[];
	/** Puts many entries into one request, where the operation does so. */
	combine: (entries: Entry[]) => Entry[];
	follow?: ReturnType<Follow>;
};

async function begin(this: IExecuteFunctions, operation: Operation): Promise<Begun> {
	const credentials = await readCredential(this);
	const apiKey = String(credentials.apiKey ?? '');
	let subject: string | undefined = 'the credential';
	try {
		apiKeyOf(credentials);
		const account = readAccountDefaults(credentials);
		subject = undefined;
		const given = itemParameters(this);
		const options = given(0)('options', {}) as IDataObject;
		const { parameters } = this.getNode();
		const entered = new EnteredOptions((parameters.options ?? {}) as IDataObject);
		entered.checkRun(options);
		const checked = entered.checked(given, options);
		const parametersOf = withAccountDefaults(checked, account, parameters);
		const size = readBatchSize(options);
		const isInTurn = operation.inBatches;
		const run = new Run(this, apiKey, options, readsOnly(operation), operation.isSend, isInTurn);
		const isWhole = isUsersJson(given(0));
		const many = isWhole ? distinct : (entries: Entry[]) => inBatches(entries, size);
		return {
			credentials,
			run,
			requests: new Requests(this, credentials, options, run),
			readRequest: requestReader(this, operation, credentials, parametersOf),
			parametersOf,
			withhold: isWhole ? [] : stepsOf(operation, options, entered),
			combine: isInTurn ? many : (entries) => entries,
			follow: operation.follow?.(options, account),
		};
	} catch (error) {
		throw asNodeError(this.getNode(), error, subject, apiKey);
	}
}

function stepsOf(
	{ withhold = [] }: Operation,
	options: IDataObject,
	entered: EnteredOptions,
): WithholdStep[] {
	return withhold.map((read) => read(options, entered)).filter((step) => step !== undefined);
}

/** The entries that are not withheld. */
async function openEntries({ run, requests, withhold }: Begun, entries: Entry[], timeZone: string) {
	try {
		let open = entries;
		for (const each of withhold) open = await each(run, requests, open, timeZone);
		return open;
	} catch (error) {
		run.fail(run.outcomes.open, error);
		return [];
	}
}
