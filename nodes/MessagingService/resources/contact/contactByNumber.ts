import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { asProblem } from '../../errors/asProblem';
import { Problem } from '../../errors/problem';
import { runOperation } from '../../sending/execute';
import { Gate } from '../../sending/gate';
import type { Operation } from '../../sending/operation';
import { repeatWhereSafe } from '../../sending/repeat';
import { readMaxWaitMs, readRequestOptions } from '../../sending/settings';
import { readCredential, sendRequest } from '../../service/request';
import { normalisePhoneNumber } from '../../values/phoneNumbers';
import { contactFinder, LIST_REQUEST } from './contactList';

/**
 * The operation, its contact looked up first where that is given by the phone number: the list is read once for
 * all items. One that is not found fails where the parameters are read, before anything is sent.
 */
export function withContactFound(operation: Operation) {
	return async function (this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		if (!isByNumber(this.getNode().parameters.contactId)) {
			return await runOperation.call(this, operation);
		}
		const contacts = await readContacts(this)
			.then(
				(answer) => ({ find: contactFinder(answer) }),
				(error: unknown) => ({ problem: unreadable(asProblem(error)) }),
			)
			.catch((error: unknown) => ({ problem: asProblem(error) }));
		const idOf = (given: unknown, item: number): unknown => {
			if (!isByNumber(given)) return given;
			const { defaultCountry } = this.getNodeParameter('options', item, {}) as IDataObject;
			const number = normalisePhoneNumber(given.value, "'Contact'", defaultCountry);
			if ('problem' in contacts) throw contacts.problem;
			return contacts.find(number);
		};
		const context: IExecuteFunctions = Object.create(this, {
			getNodeParameter: {
				value: (name: string, item: number, ...more: [fallback: object]) => {
					const given: unknown = this.getNodeParameter(name, item, ...more);
					return name === 'contactId' ? idOf(given, item) : given;
				},
			},
		});
		return await runOperation.call(context, operation);
	};
}

function isByNumber(contact: unknown): contact is IDataObject {
	return (contact as IDataObject | undefined)?.mode === 'phoneNumber';
}

async function readContacts(context: IExecuteFunctions): Promise<unknown> {
	const options = context.getNodeParameter('options', 0, {}) as IDataObject;
	const gate = new Gate(1, context.getExecutionCancelSignal());
	try {
		const credentials = await readCredential(context);
		const { each } = readRequestOptions(context);
		return await repeatWhereSafe(
			async () => await sendRequest.call(context, credentials, LIST_REQUEST, each),
			{ isRead: true, gate, maxWaitMs: readMaxWaitMs(options) },
		);
	} finally {
		gate.close();
	}
}

function unreadable({ message, description, details }: Problem): Problem {
	const advice = `${description} Nothing was sent, because the node looks up the contact first.`;
	return new Problem(`The contact list couldn't be read: ${message}`, advice, details);
}
