import type { NodeHint } from 'n8n-workflow';

/** Shown in the node's panel while the user fills it in. */
export const hints: NodeHint[] = [
	{
		message:
			'The service does not publish the fields of this operation, so their names and values are assumed. If it refuses them, choose <b>Using JSON</b> under Specify Body.',
		type: 'info',
		// With 'ndv' n8n shows it after the node has run too.
		location: 'outputPane',
		whenToDisplay: 'beforeExecution',
		displayCondition:
			'={{ $parameter["specifyBody"] === "fields" && $parameter["operation"] !== "cancel" }}',
	},
	{
		message:
			'The service does not publish what stands before the path of this operation, so it is assumed that nothing does. If the service does not know the address, switch on <b>Custom Paths</b> in the credential and set <b>Path Prefix</b>.',
		type: 'info',
		location: 'outputPane',
		whenToDisplay: 'beforeExecution',
		displayCondition:
			'={{ ["campaign", "contact", "suppression"].includes($parameter["resource"]) && ($parameter["specifyBody"] !== "fields" || $parameter["operation"] === "cancel") }}',
	},
];
