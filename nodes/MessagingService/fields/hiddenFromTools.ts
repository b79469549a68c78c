import type { IDisplayOptions } from 'n8n-workflow';

/** Hides from the tools of AI agents what cannot work in all of them. A value that is hidden does not reach the node. */
export const hiddenFromTools: IDisplayOptions = { hide: { '@tool': [true] } };
