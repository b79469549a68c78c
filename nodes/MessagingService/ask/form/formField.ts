/** The types of n8n's own form fields that the page can show. */
export const FIELD_TYPES = [
	'checkbox',
	'date',
	'dropdown',
	'email',
	'number',
	'radio',
	'text',
	'textarea',
] as const;

export type FieldType = (typeof FIELD_TYPES)[number];

/** A field of the form, as it stands while n8n waits. */
export type FormField = {
	label: string;
	type: FieldType;
	isRequired: boolean;
	placeholder: string;
	/** What can be chosen; none for what is written. */
	options: string[];
	/** What the field holds to begin with: a text, or the places of options. */
	initial: string[];
};

/** Whether somebody chooses from options, instead of writing. */
export const isChosen = ({ type }: Pick<FormField, 'type'>): boolean =>
	['checkbox', 'dropdown', 'radio'].includes(type);
