import type { NodeHint } from 'n8n-workflow';

/** Shown in the node's panel while the user fills it in. */
export const hints: NodeHint[] = [
	{
		message:
			"The service doesn't document the fields of this operation, so their names and values are assumed. If it refuses them, set 'Specify Body' to <b>Using JSON</b>.",
		type: 'info',
		// With 'ndv' n8n shows it after the node has run too.
		location: 'outputPane',
		whenToDisplay: 'beforeExecution',
		displayCondition: '={{ $parameter["specifyBody"] === "fields" }}',
	},
	{
		message:
			"The service doesn't document the full path of this operation. If it doesn't know the address, turn on <b>Custom Paths</b> in the credential and set <b>Path Prefix</b>.",
		type: 'info',
		location: 'outputPane',
		whenToDisplay: 'beforeExecution',
		displayCondition:
			'={{ ["campaign", "contact", "suppression"].includes($parameter["resource"]) && $parameter["specifyBody"] !== "fields" }}',
	},
	{
		message:
			"<b>Limits</b>, <b>Once Key</b>, and <b>Skip Messages</b> don't apply to JSON that you write yourself, even if you set them before.",
		type: 'warning',
		location: 'outputPane',
		whenToDisplay: 'beforeExecution',
		// n8n drops options that it hides, so the node cannot see that they were set.
		displayCondition:
			'={{ ["sms sendBulk", "campaign create", "viber send", "email send"].includes($parameter["resource"] + " " + $parameter["operation"]) && $parameter["specifyBody"] === "json" }}',
	},
];
