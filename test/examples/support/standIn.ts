import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

export type Items = INodeExecutionData[];
export type Row = IDataObject & { id: number; createdAt: string };

/** What n8n would keep, and what a visitor sees and enters. */
export interface Surroundings {
	tables: Map<string, Row[]>;
	/** The last pages of forms, in the order in which they were shown. */
	pages: Array<{ title: string; text: string; file?: string }>;
	/** What is entered into the next form that a workflow shows on its way; nothing is too late. */
	enter(): Promise<IDataObject | undefined>;
	/** What a page said when something was entered into it. */
	asked: string[];
	wait(ms: number): Promise<void>;
}

/** What a node of n8n's does with the items of its first input. */
export type Run = (
	node: IExecuteFunctions,
	items: Items,
	around: Surroundings,
) => Items[] | Promise<Items[]>;

/** An item that came of one of the input's. */
export const withPair = (
	json: IDataObject,
	item: number,
	binary?: INodeExecutionData['binary'],
) => ({
	json,
	pairedItem: { item },
	...(binary && { binary }),
});

export const textOf = (value: unknown) =>
	value === undefined || value === null ? '' : String(value);
