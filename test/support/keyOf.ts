import type { IDataObject } from 'n8n-workflow';

import { runNode } from './engine';
import { group, send } from './sending';
import type { Service } from './service';

/** Whether a Once Key by code is refused for an item: a part of it has no value, or lost its last digits. */
export const keyRefusedBy =
	({ credential }: Pick<Service, 'credential'>) =>
	async (code: string, item: IDataObject): Promise<boolean> => {
		const options = group('onceKey', { key: `={{ ${code} }}` });
		const parameters = { ...send, to: '37060012345', options };
		const { error } = await runNode(credential, parameters, [item]);
		return error?.message.includes("'Key' of 'Once Key'") ?? false;
	};
