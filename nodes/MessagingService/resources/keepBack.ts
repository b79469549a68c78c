import type { INodeProperties } from 'n8n-workflow';

import { withinLimits } from '../limits/withinLimits';
import { sendOnce } from '../onceKey/claims';
import { onceKey } from '../onceKey/onceKeyFields';
import { type Switch, skipMessages } from '../skipping/skipMessages';

/** Guards of a send that keep messages back: the entries of its options, and the steps of its operation. */
export function keepBack(limits: INodeProperties, ...switches: Switch[]) {
	const { option, step } = skipMessages(switches);
	return {
		options: [limits, option, onceKey],
		steps: { before: [step, withinLimits], once: sendOnce },
	};
}
