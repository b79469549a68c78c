import type { IDisplayOptions, INodePropertyRouting } from 'n8n-workflow';

import { beforeSending, Problem } from './problems';

/** Hides something from the tools of AI agents: n8n runs those by their routes only, an item at a time. */
export const hiddenFromTools: IDisplayOptions = { hide: { '@tool': [true] } };

const refuse = beforeSending(async () => {
	throw new Problem(
		'This operation is not for the tools of AI agents',
		'Choose another operation for the tool, or use this one in the workflow itself.',
	);
});

/** An operation without a request of its own, whose function handles all input items. */
export const notForTools: { displayOptions: IDisplayOptions; routing: INodePropertyRouting } = {
	displayOptions: hiddenFromTools,
	routing: { send: { preSend: [refuse] } },
};
