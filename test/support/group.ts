import type { INodeParameters } from 'n8n-workflow';

/** An entry of the options that is a group of fields. */
export const group = (name: string, values: INodeParameters = {}): INodeParameters => ({
	[name]: { values },
});
