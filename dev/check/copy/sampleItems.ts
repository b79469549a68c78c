import type { Workflow, WorkflowNode } from '../../n8n/types.ts';
import { ourNode } from './nodeKinds.ts';

/** An item, as n8n pins it. */
export interface Item {
	json: Record<string, unknown>;
	binary?: Record<string, { data: string; mimeType: string; fileName: string }>;
	/** The item of the node before that it belongs to, if n8n doesn't find it by itself. */
	pairedItem?: { item: number };
}

export interface Field {
	fieldLabel?: string;
	fieldName?: string;
	fieldType?: string;
	fieldValue?: string;
	requiredField?: boolean;
	fieldOptions?: { values?: Array<{ option: string }> };
}

const dayAfterTomorrow = () => new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
/** Numbers of nobody, which the sandbox delivers to. */
const phone = (row: number) => `+370 600 1234${5 + row}`;

/** What is given for a name: the first row that fits. */
const SAMPLES: Array<[RegExp, (row: number) => unknown]> = [
	[/recipients|numbers/i, (row) => [0, 1, 2].map((one) => phone(row * 3 + one)).join('\n')],
	[/phone|mobile|^to$|recipient|^number$/i, phone],
	[/sender|^from$/i, () => 'Example'],
	[/e-?mail\b|^mail$/i, (row) => `jane.doe${row + 1}@example.com`],
	[/last.?name/i, () => 'Doe'],
	[/name/i, (row) => ['Jane', 'Ada', 'Ona'][row % 3]],
	[/date|^day$/i, dayAfterTomorrow],
	[/^time|hour/i, () => '14:30'],
	[/amount|price|total|sum/i, (row) => 129.9 + row],
	[/count|quantity|^age$/i, (row) => 2 + row],
	[/order|invoice|\bid$|reference/i, (row) => `A-${1042 + row}`],
	[/url|link/i, () => 'https://example.com/a'],
	[/message|text|reason|note|comment/i, () => 'It is ready for you.'],
];

/** A sensible value for something of a name; those of several rows differ where people differ. */
export function sampleFor(name: string, row = 0): unknown {
	const known = SAMPLES.find(([pattern]) => pattern.test(name));
	return known ? known[1](row) : `Sample ${row + 1}`;
}

type Nodes = Pick<Workflow, 'nodes'>;

/** What is given for a name in a workflow: a number where a message goes to it, whatever it's called. */
export function sampleIn({ nodes }: Nodes, name: string, row = 0): unknown {
	if (SAMPLES.some(([pattern]) => pattern.test(name))) return sampleFor(name, row);
	const isTo = (isEmail: boolean) =>
		nodes.some(({ type, parameters, ...node }) => {
			const { resource, to, recipients, phoneNumber } = parameters as Record<string, unknown>;
			const asked = { ...node, type, parameters: { to, recipients, phoneNumber } };
			return (
				type === ourNode &&
				(resource === 'email') === isEmail &&
				// What is compared decides which number it is.
				!/[=!]==?|\?/.test(JSON.stringify(asked.parameters)) &&
				namesAsked([asked]).includes(name)
			);
		});
	return isTo(false) ? phone(row) : isTo(true) ? sampleFor('mail', row) : sampleFor(name, row);
}

/** What a person enters into a field of a form. */
export function sampleField(field: Field, workflow: Nodes = { nodes: [] }): unknown {
	const named = sampleIn(workflow, labelOf(field));
	const first = field.fieldOptions?.values?.[0]?.option ?? '';
	const byType: Record<string, unknown> = {
		number: typeof named === 'number' ? named : 42,
		date: dayAfterTomorrow(),
		time: '14:30',
		email: sampleFor('mail'),
		dropdown: first,
		radio: first,
		checkbox: [first],
		hiddenField: field.fieldValue ?? '',
	};
	return byType[field.fieldType ?? ''] ?? named;
}

export const labelOf = ({ fieldLabel, fieldName }: Field) => fieldLabel ?? fieldName ?? '';

export const fieldsOf = ({ parameters }: WorkflowNode) =>
	((parameters.formFields as { values?: Field[] } | undefined)?.values ?? []).filter(
		({ fieldType }) => fieldType !== 'html',
	);

/** Fields of items that n8n and this node make themselves. */
const MADE =
	/^(error|details|skipped|delivery|data|state|outcome|messageId|id|createdAt|updatedAt)$/;

/** The names of fields that a workflow's expressions and code ask of its items, or only of those that come in. */
export function namesAsked(nodes: WorkflowNode[], { isOwn = false } = {}): string[] {
	const text = nodes.map(({ parameters }) => JSON.stringify(parameters)).join('\n');
	const asked = text.matchAll(/(\$?)json(?:\??\.(\w+)|\[\\?['"]([^'"\\]+)\\?['"]\])/g);
	const names = [...asked]
		.filter(([, own]) => own || !isOwn)
		.map(([, , word, quoted]) => word ?? quoted);
	return [...new Set(names)].filter((name) => isOwn || !MADE.test(name));
}

/** The fields that a node asks of its own items, and those of them that no item has. */
export function fieldsAsked(node: WorkflowNode, given: Array<Item['json']>) {
	const asked = namesAsked([node], { isOwn: true });
	return { asked, absent: asked.filter((name) => given.every((item) => !(name in item))) };
}

/** A file with a column for each field that the workflow asks for. */
function sampleFile(workflow: Workflow) {
	const form = workflow.nodes.flatMap(fieldsOf).map(labelOf);
	const columns = namesAsked(workflow.nodes).filter((name) => !form.includes(name));
	const lines = [
		columns,
		...[0, 1, 2].map((row) => columns.map((name) => sampleIn(workflow, name, row))),
	];
	const text = lines.map((line) => line.join(',')).join('\n');
	const data = Buffer.from(text).toString('base64');
	return { data, mimeType: 'text/csv', fileName: 'rows.csv' };
}

function formItem(workflow: Workflow, trigger: WorkflowNode, submittedAt: string): Item {
	const fields = fieldsOf(trigger);
	const files = fields.filter(({ fieldType }) => fieldType === 'file').map(labelOf);
	const others = fields.filter(({ fieldType }) => fieldType !== 'file');
	const binary = files.map((label) => [label.replace(/\W/g, '_'), sampleFile(workflow)]);
	return {
		json: {
			...Object.fromEntries(others.map((field) => [labelOf(field), sampleField(field, workflow)])),
			submittedAt,
			formMode: 'production',
		},
		...(files.length > 0 && { binary: Object.fromEntries(binary) }),
	};
}

/** What a form gives that is submitted once more, a minute later. */
export const submittedLater = (items: Item[]): Item[] =>
	items.map(({ json, ...rest }) => {
		const at = Date.parse(String(json.submittedAt));
		const later = at ? { submittedAt: new Date(at + 60_000).toISOString() } : {};
		return { ...rest, json: { ...json, ...later } };
	});

/** A row of a data table that others fill. */
export const sampleRow = (workflow: Workflow, createdAt: string): Item => ({
	json: {
		id: 1,
		createdAt,
		messageId: '00000000-0000-4000-8000-000000000000',
		...Object.fromEntries(
			namesAsked(workflow.nodes).map((name) => [name, sampleIn(workflow, name)]),
		),
	},
});

const ordinals = new Intl.PluralRules('en', { type: 'ordinal' });
const ENDINGS: Record<string, string> = { one: 'st', two: 'nd', few: 'rd', other: 'th' };

/** What a schedule gives that comes at a time, in ms, by the clock of the workflow, or n8n's own. */
export function scheduleItem({ settings }: Workflow, at: number): Item {
	const isOwn = settings?.timezone && settings.timezone !== 'DEFAULT';
	const ofN8n = process.env.GENERIC_TIMEZONE ?? 'America/New_York';
	const timeZone = isOwn ? String(settings.timezone) : ofN8n;
	const format = new Intl.DateTimeFormat('en-US', {
		...{ timeZone, hourCycle: 'h23', timeZoneName: 'longOffset', fractionalSecondDigits: 3 },
		...{ weekday: 'long', year: 'numeric', month: 'long', day: '2-digit' },
		...{ hour: '2-digit', minute: '2-digit', second: '2-digit' },
	});
	const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
	const { year, month, day, hour, minute, second, fractionalSecond } = part;
	const offset = part.timeZoneName.slice('GMT'.length) || '+00:00';
	const local = new Date(at).toLocaleDateString('sv', { timeZone });
	const time = `${Number(hour) % 12 || 12}:${minute}:${second} ${Number(hour) < 12 ? 'am' : 'pm'}`;
	const onDay = `${Number(day)}${ENDINGS[ordinals.select(Number(day))]}`;
	return {
		json: {
			timestamp: `${local}T${hour}:${minute}:${second}.${fractionalSecond}${offset}`,
			'Readable date': `${month} ${onDay} ${year}, ${time}`,
			'Readable time': time,
			'Day of week': part.weekday,
			...{ Year: year, Month: month, 'Day of month': day },
			...{ Hour: hour, Minute: minute, Second: second },
			Timezone: `${timeZone} (UTC${offset})`,
		},
	};
}

type Sample = (workflow: Workflow, trigger: WorkflowNode, now: string) => Item[];

const one = (json: Record<string, unknown>): Item[] => [{ json }];
/** The items of triggers that say themselves what they give. */
const TRIGGERS: Record<string, Sample> = {
	manualTrigger: () => one({}),
	// In a play, it tells all of its time: scheduleItem.
	scheduleTrigger: () => one({ timestamp: new Date().toISOString() }),
	cron: () => one({}),
	interval: () => one({}),
	formTrigger: (...given) => [formItem(...given)],
	chatTrigger: () => one({ sessionId: 'check', action: 'sendMessage', chatInput: 'Hello' }),
	errorTrigger: () =>
		one({
			workflow: { id: '1', name: 'Orders' },
			execution: { id: '1', lastNodeExecuted: 'Read the orders', error: { message: 'No answer' } },
		}),
	executeWorkflowTrigger: (workflow, { parameters }) => {
		const inputs = parameters.workflowInputs as { values?: Array<{ name: string }> } | undefined;
		const names = (inputs?.values ?? []).map(({ name }) => name);
		return one(Object.fromEntries(names.map((name) => [name, sampleIn(workflow, name)])));
	},
};

/** What a trigger gives, if it says so itself. */
export function sampleItems(
	workflow: Workflow,
	trigger: WorkflowNode,
	now: string,
): Item[] | undefined {
	return TRIGGERS[trigger.type.split('.').at(-1) ?? '']?.(workflow, trigger, now);
}
