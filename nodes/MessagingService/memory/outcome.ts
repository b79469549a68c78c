import type { INodeExecutionData } from 'n8n-workflow';

import type { Problem } from '../errors/problem';

/** What became of an item: what it gave, sent or skipped as the options ask, or what went wrong. */
export type Outcome = { items: INodeExecutionData[]; isSkipped?: boolean } | { problem: Problem };

/** Outcomes by the item's index. */
export type Outcomes = Map<number, Outcome>;
