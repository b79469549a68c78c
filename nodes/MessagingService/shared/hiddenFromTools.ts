import type { IDisplayOptions } from 'n8n-workflow';

/**
 * Hides an operation or an option from the tools of AI agents: n8n runs those by their routes only, an
 * item at a time. A value that is hidden does not reach the node.
 */
export const hiddenFromTools: IDisplayOptions = { hide: { '@tool': [true] } };
