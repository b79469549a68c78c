import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DirectoryLoader } from 'n8n-core';
import type {
	INode,
	INodeParameters,
	INodeProperties,
	INodePropertyOptions,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { NodeHelpers, SEND_AND_WAIT_OPERATION, Workflow } from 'n8n-workflow';

import { MessagingServiceApi } from '../credentials/MessagingServiceApi.credentials';
import { MessagingService } from '../nodes/MessagingService/MessagingService.node';
import { MessagingServiceTrigger } from '../nodes/MessagingService/MessagingServiceTrigger.node';
import manifest from '../package.json';
import { nodeTypes } from './support/nodeTypes';

const root = join(__dirname, '..');
const node = new MessagingService();
const trigger = new MessagingServiceTrigger();
const credential = new MessagingServiceApi();
const fields = node.description.properties;
/** All but those of the Settings tab. */
const ofOperations = fields.filter(({ isNodeSetting }) => !isNodeSetting);

const optionsOf = ({ options }: INodeProperties) => (options ?? []) as INodePropertyOptions[];

const entriesOf = ({ options }: INodeProperties) => (options ?? []) as INodeProperties[];

/** Fields, and the fields within them. */
function deep(properties: INodeProperties[]): INodeProperties[] {
	return properties.flatMap((field) => {
		if (field.type === 'collection') return [field, ...deep(entriesOf(field))];
		if (field.type !== 'fixedCollection') return [field];
		const groups = field.options as Array<{ values: INodeProperties[] }>;
		return [field, ...groups.flatMap(({ values }) => deep(values))];
	});
}

const operationFields = fields.filter(({ name }) => name === 'operation');

/** The operations of each resource, as the form offers them. */
const operations = Object.fromEntries(
	operationFields.map((field) => [
		String(field.displayOptions?.show?.resource?.[0]),
		optionsOf(field).map(({ value }) => String(value)),
	]),
);

/** The parameters of one operation; those within options by their path. */
function parametersOf(resource: string, operation: string): string[] {
	return fields
		.filter(({ displayOptions }) => {
			const { show } = displayOptions ?? {};
			return show?.resource?.includes(resource) && show.operation?.includes(operation);
		})
		.flatMap((field) =>
			field.type === 'collection'
				? entriesOf(field).map(({ name }) => `${field.name}.${name}`)
				: [field.name],
		)
		.sort();
}

/** Parameter names that the workflows of users hold: they never change. */
const reading = ['options.concurrency', 'options.maxWait'];
const sending = [...reading, 'options.onUnknownOutcome'];
const inBatches = ['options.batchSize', 'options.maxWait', 'options.onUnknownOutcome'];
const body = ['specifyBody', 'jsonBody', 'options.bodyFields'];
const textOptions = ['options.maxParts', 'options.simplifyCharacters'];
const waiting = ['waitForDelivery', 'finalStates', 'timeout', 'failOnTimeout'].map(
	(name) => `options.${name}`,
);
const suppressed = ['options.skipSuppressed', 'options.suppressionField'];
const query = ['options.queryParameters', ...reading];
const list = ['returnAll', 'limit', ...query];
const publicParameters: Record<string, Record<string, string[]>> = {
	account: { getBalance: query },
	campaign: {
		cancel: ['campaignId', ...body, ...sending],
		create: ['name', 'from', 'text', 'recipients', 'options.scheduledAt', ...body, ...sending],
		get: ['campaignId', ...query],
		getReports: ['campaignId', ...list],
		getMessages: ['campaignId', ...list],
	},
	contact: {
		getAll: list,
		import: ['phoneNumber', 'contactFields', ...body, ...inBatches],
		updateConsent: ['contactId', 'channel', 'status', ...body, ...sending],
		validate: ['phoneNumber', ...body, ...sending],
	},
	email: { send: ['to', 'from', 'subject', 'text', 'html', ...body, ...sending] },
	sms: {
		getReport: ['messageId', 'options.method', 'options.bodyFields', ...waiting, ...query],
		preview: ['to', 'text', 'options.batchSize', ...textOptions],
		send: [
			...['to', 'from', 'text', 'options.bodyFields', ...textOptions, ...sending],
			...['onceKey', 'onceKeyScope', 'onceKeyLimit', 'onceKeyDays', 'onceKeyAcrossWorkers'].map(
				(name) => `options.${name}`,
			),
			...waiting,
			...suppressed,
		],
		sendAndWait: [
			'to',
			'from',
			'message',
			'responseType',
			'approvalOptions',
			...textOptions,
			'options.bodyFields',
			'options.confirmationText',
			'options.limitWaitTime',
			'options.maxWait',
			'options.onUnknownOutcome',
			'options.responseFormButtonLabel',
			'options.responseFormDescription',
			'options.responseFormTitle',
		],
		sendBulk: [
			...['to', 'from', 'text', 'options.skipDuplicates'],
			...[...body, ...textOptions, ...suppressed, ...inBatches],
		],
		summarizeReports: [],
	},
	suppression: { add: ['phoneNumber', 'reason', ...body, ...sending], getAll: list },
	viber: {
		send: ['to', 'from', 'text', 'imageUrl', 'buttonText', 'buttonUrl', ...body, ...sending],
	},
};

/** Name, type and default of each field. */
const shape = (properties: INodeProperties[]) =>
	Object.fromEntries(properties.map(({ name, type, default: usual }) => [name, [type, usual]]));

describe('Public names', () => {
	it('of the package, the node, the trigger and the credential are those that workflows hold', () => {
		expect(manifest.name).toBe('n8n-nodes-messaging-service');
		expect(
			[node.description, trigger.description].map(({ name, version }) => [name, version]),
		).toEqual([
			['messagingService', 1],
			['messagingServiceTrigger', 1],
		]);
		expect(credential.name).toBe('messagingServiceApi');
		for (const { description } of [node, trigger]) {
			expect(description.credentials?.map(({ name }) => name)).toEqual([credential.name]);
		}
	});

	it('of the resources and operations are those that workflows hold', () => {
		const resources = optionsOf(fields[0]).map(({ value }) => value);
		expect(resources).toEqual(Object.keys(publicParameters));
		expect(operations).toEqual(
			Object.fromEntries(
				Object.entries(publicParameters).map(([resource, entries]) => [
					resource,
					Object.keys(entries),
				]),
			),
		);
		expect(Object.values(operations).flat()).toHaveLength(20);
	});

	it.each(
		Object.entries(publicParameters).flatMap(([resource, entries]) =>
			Object.entries(entries).map(([operation, names]) => ({ resource, operation, names })),
		),
	)('of the parameters of $resource $operation', ({ resource, operation, names }) => {
		expect(parametersOf(resource, operation)).toEqual([...names].sort());
	});

	it('of the values of parameters are those that workflows hold', () => {
		const values = Object.fromEntries(
			deep(fields)
				.filter(({ type, name }) => type === 'options' && !['resource', 'operation'].includes(name))
				.map((field) => [
					field.name,
					{ values: optionsOf(field).map(({ value }) => value), default: field.default },
				]),
		);
		expect(values).toEqual({
			approvalType: { values: ['double', 'single'], default: 'double' },
			channel: { values: ['email', 'sms', 'viber'], default: 'sms' },
			limitType: {
				values: ['afterTimeInterval', 'atSpecifiedTime'],
				default: 'afterTimeInterval',
			},
			method: { values: ['GET', 'POST'], default: 'POST' },
			onceKeyScope: { values: ['node', 'workflow'], default: 'node' },
			onUnknownOutcome: { values: ['doNotResend', 'resend'], default: 'doNotResend' },
			responseType: { values: ['approval', 'freeText'], default: 'approval' },
			resumeUnit: { values: ['days', 'hours', 'minutes'], default: 'hours' },
			specifyBody: { values: ['fields', 'json'], default: 'fields' },
			status: { values: ['granted', 'revoked'], default: 'granted' },
		});
	});

	it('of fields within fields are those that workflows hold', () => {
		const groups = deep(fields)
			.filter(({ type }) => type === 'fixedCollection')
			.map(({ name, options }) => {
				const [group, ...others] = options as Array<{ name: string; values: INodeProperties[] }>;
				expect(others).toEqual([]);
				return [name, [group.name, ...group.values.map((value) => value.name)]];
			});
		expect(Object.fromEntries(groups)).toEqual({
			approvalOptions: ['values', 'approvalType', 'approveLabel', 'disapproveLabel'],
			batching: ['batch', 'batchSize', 'batchInterval'],
			bodyFields: ['field', 'name', 'value'],
			contactFields: ['field', 'name', 'value'],
			limitWaitTime: ['values', 'limitType', 'resumeAmount', 'resumeUnit', 'maxDateAndTime'],
			queryParameters: ['parameter', 'name', 'value'],
		});
	});

	it('of the credential, with types and defaults', () => {
		expect(shape(credential.properties)).toEqual({
			environment: ['options', 'sandbox'],
			sandboxUrl: ['string', ''],
			productionUrl: ['string', ''],
			apiKey: ['string', ''],
			pathPrefix: ['string', ''],
			emailPath: ['string', '/email'],
			viberPath: ['string', '/viber'],
		});
		const [environment, sandboxUrl, productionUrl, apiKey] = credential.properties;
		expect(optionsOf(environment).map(({ value }) => value)).toEqual(['production', 'sandbox']);
		expect(sandboxUrl.displayOptions).toEqual({ show: { environment: ['sandbox'] } });
		expect(productionUrl.displayOptions).toEqual({ show: { environment: ['production'] } });
		expect(apiKey.typeOptions).toEqual({ password: true });
	});

	it('of the trigger, with types and defaults', () => {
		const { properties } = trigger.description;
		const field = (name: string) => properties.find((property) => property.name === name)!;
		expect(shape(properties)).toEqual({
			source: ['options', 'messageIds'],
			messageIds: ['string', ''],
			campaignId: ['string', ''],
			emit: ['options', 'changes'],
			options: ['collection', {}],
		});
		expect(shape(entriesOf(field('options')))).toEqual({
			finalStates: ['string', ''],
			groupBy: ['options', 'message'],
			maxWait: ['number', 60],
			onlyErrors: ['boolean', false],
			states: ['string', ''],
		});
		expect(optionsOf(field('source')).map(({ value }) => value)).toEqual([
			'campaign',
			'messageIds',
		]);
		expect(optionsOf(field('emit')).map(({ value }) => value)).toEqual(['all', 'changes', 'first']);
	});
});

const described: Array<[string, INodeProperties[]]> = [
	['node', fields],
	['trigger', trigger.description.properties],
	['credential', credential.properties],
];

describe('Description', () => {
	it('has an action and a description for every operation, and no action twice', () => {
		const all = operationFields.flatMap(optionsOf);
		expect(all.filter(({ action, description }) => !action || !description)).toEqual([]);
		const actions = all.map(({ action }) => action);
		expect(new Set(actions).size).toBe(actions.length);
	});

	it.each(described)('sorts the option lists of the %s by name', (_, properties) => {
		for (const field of deep(properties)) {
			const { name, type } = field;
			const names =
				type === 'options'
					? optionsOf(field).map((option) => option.name)
					: type === 'collection'
						? entriesOf(field).map(({ displayName }) => displayName)
						: [];
			expect([name, names]).toEqual([name, [...names].sort((a, b) => a.localeCompare(b))]);
		}
	});

	it.each(described)('has the defaults of the %s in their lists', (_, properties) => {
		const lists = deep(properties).filter(({ type }) => type === 'options');
		expect(lists.length).toBeGreaterThan(0);
		for (const field of lists) {
			expect(optionsOf(field).map(({ value }) => value)).toContain(field.default);
		}
	});

	it('shows every field for existing resources and operations only', () => {
		for (const { name, displayOptions } of ofOperations.slice(1)) {
			const { resource = [], operation = [] } = displayOptions?.show ?? {};
			const known = resource.map((value) => operations[String(value)]);
			expect([name, known]).not.toEqual([name, []]);
			expect(known).not.toContain(undefined);
			if (name === 'operation') continue;
			expect([name, operation]).not.toEqual([name, []]);
			for (const value of operation) {
				for (const ofResource of known) expect(ofResource).toContain(value);
			}
		}
	});

	it.each(described)('shows every field of the %s for values that exist', (_, properties) => {
		for (const { name, displayOptions } of deep(properties)) {
			const conditions = Object.entries({
				...displayOptions?.show,
				...displayOptions?.hide,
			}).filter(([condition]) => condition !== '@tool');
			for (const [condition, values] of conditions) {
				const controlling = deep(properties).filter(
					(field) => field.name === condition.replace(/^\//, ''),
				);
				const possible = controlling.flatMap((field): unknown[] => {
					if (field.type === 'string') return [{ _cnd: { exists: true } }];
					return field.type === 'boolean'
						? [true, false]
						: optionsOf(field).map(({ value }) => value);
				});
				for (const value of values ?? []) {
					expect({ name, condition, possible }).toEqual({
						name,
						condition,
						possible: expect.arrayContaining([value]),
					});
				}
			}
		}
	});

	it('has no field twice for the same operation', () => {
		for (const [resource, names] of Object.entries(operations)) {
			for (const operation of names) {
				const parameters = parametersOf(resource, operation);
				expect(new Set(parameters).size).toBe(parameters.length);
			}
		}
	});

	it('has a route for every operation, also where a function serves all items', () => {
		for (const field of operationFields) {
			const resource = String(field.displayOptions?.show?.resource?.[0]);
			for (const { value, routing, displayOptions } of optionsOf(field)) {
				if (displayOptions?.hide?.['@tool']?.includes(true)) continue;
				// n8n runs an AI agent's tool by the route alone.
				const { method = 'GET', url } = routing?.request ?? {};
				expect([resource, value, method, url]).toEqual([
					resource,
					value,
					expect.stringMatching(/^(GET|POST)$/),
					expect.stringMatching(/^=?(\/|{{)/),
				]);
			}
			const custom: Record<string, object> = node.customOperations;
			expect(operations[resource]).toEqual(
				expect.arrayContaining(Object.keys(custom[resource] ?? {})),
			);
		}
	});

	it('hides from the tools of AI agents what needs the function for all items', () => {
		const tool = { ...node.description, name: 'messagingServiceTool' };
		const values = { resource: 'sms', operation: 'send', options: {} };
		const hiddenIn = (description: INodeTypeDescription) =>
			deep(fields)
				.filter(
					({ displayOptions }) =>
						displayOptions &&
						!displayOptions.show &&
						!NodeHelpers.displayParameter(
							values.options,
							{ displayOptions } as INodeProperties,
							null,
							description,
							values,
						),
				)
				.map(({ name }) => name);
		expect(new Set(hiddenIn(tool))).toEqual(
			new Set(['onceKey', 'skipSuppressed', 'waitForDelivery']),
		);
		expect(hiddenIn(node.description)).toEqual([]);
	});

	it('leads every request through transport, and every answer through the two hooks', () => {
		const [resource] = fields;
		expect(resource.displayOptions).toBeUndefined();
		expect(resource.routing?.send?.paginate).toBe(true);
		expect(resource.routing?.output?.postReceive).toHaveLength(2);
		expect(node.description.requestOperations?.pagination).toBeInstanceOf(Function);
	});

	/** What n8n shows below a node on the canvas. */
	function subtitle({ description }: INodeType, parameters: INodeParameters): unknown {
		const type = `n8n-nodes-messaging-service.${description.name}`;
		const one: INode = {
			id: '1',
			name: 'Node',
			type,
			typeVersion: 1,
			position: [0, 0],
			parameters,
		};
		const workflow = new Workflow({ nodes: [one], connections: {}, active: false, nodeTypes });
		return workflow.expression.getSimpleParameterValue(one, description.subtitle, 'internal', {});
	}

	it('says on the canvas what is chosen, in the words of the menus', () => {
		const chosen = operationFields.flatMap((field) => {
			const resource = field.displayOptions?.show?.resource?.[0] as string;
			const { name } = optionsOf(fields[0]).find(({ value }) => value === resource)!;
			return optionsOf(field).map((option) => ({
				parameters: { resource, operation: option.value as string },
				words: `${option.name}: ${name}`,
			}));
		});
		expect(chosen).toHaveLength(20);
		expect(chosen.map(({ parameters }) => subtitle(node, parameters))).toEqual(
			chosen.map(({ words }) => words),
		);
		expect(subtitle(trigger, { source: 'messageIds', emit: 'first' })).toBe(
			'Message IDs: First Appearance',
		);
		// What n8n itself adds to the menus.
		expect(subtitle(node, { resource: 'sms', operation: '__CUSTOM_API_CALL__' })).toBe('SMS');
	});

	it('shows an example in every text field', () => {
		const texts = deep(fields).filter(({ type }) => type === 'string');
		expect(texts.length).toBeGreaterThan(30);
		const without = texts.filter(({ placeholder }) => !placeholder?.startsWith('e.g. '));
		expect(without.map(({ name }) => name)).toEqual([]);
	});

	it('begins with nothing that could go out to somebody', () => {
		const holding = deep(fields).filter(({ default: usual }) => /\d{7}|@/.test(String(usual)));
		expect(holding.map(({ name }) => name)).toEqual([]);
	});

	it('makes the node a tool for AI agents, and the trigger none', () => {
		expect(node.description.usableAsTool).toBe(true);
		expect(trigger.description).not.toHaveProperty('usableAsTool');
	});

	it('tests the credential with a function that both nodes have', () => {
		for (const { description, methods } of [node, trigger] as INodeType[]) {
			const [{ testedBy, required }] = description.credentials!;
			expect(required).toBe(true);
			expect(methods?.credentialTest).toHaveProperty([String(testedBy)]);
		}
	});
});

const readJson = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'));

describe('Codex', () => {
	it.each([
		['MessagingService', node.description],
		['MessagingServiceTrigger', trigger.description],
	])('of %s names the node, and the words people search for', (file, { name }) => {
		const codex = readJson(`nodes/MessagingService/${file}.node.json`);
		expect(codex).toMatchObject({
			node: `${manifest.name}.${name}`,
			nodeVersion: '1.0',
			codexVersion: '1.0',
			categories: expect.arrayContaining(['Communication']),
		});
		expect(codex.alias).toEqual(expect.arrayContaining(['SMS', 'text message', 'DLR']));
		expect(new Set(codex.alias).size).toBe(codex.alias.length);
		for (const links of Object.values(codex.resources) as Array<Array<{ url: string }>>) {
			expect(links.map(({ url }) => new URL(url).protocol)).toEqual(links.map(() => 'https:'));
		}
	});
});

describe('Send and Wait, as n8n knows it', () => {
	it('stands in the list Human in the loop, and the trigger does not', () => {
		expect(readJson('nodes/MessagingService/MessagingService.node.json')).toMatchObject({
			categories: ['Communication', 'HITL'],
			subcategories: { HITL: ['Human in the Loop'] },
		});
		const other = readJson('nodes/MessagingService/MessagingServiceTrigger.node.json');
		expect([other.categories, other.subcategories]).toEqual([['Communication'], undefined]);
	});

	it('is an operation by the name by which n8n finds what can wait for a person', () => {
		expect(operations.sms).toContain(SEND_AND_WAIT_OPERATION);
	});

	it('has a link that n8n signs and checks: GET and POST, by the id of the node, only while it waits', () => {
		expect(node.description.webhooks).toEqual(
			['GET', 'POST'].map((httpMethod) => ({
				name: 'default',
				httpMethod,
				responseMode: 'onReceived',
				responseData: '',
				path: '={{ $nodeId }}',
				restartWebhook: true,
				isFullPath: true,
			})),
		);
	});

	it('leaves the node the Request Options that n8n gives a declarative node without a webhook', () => {
		const ownOf = (properties: INodeProperties[]) => {
			const field = properties.find(({ name }) => name === 'requestOptions')!;
			return [field, ...deep(entriesOf(field))].map(
				({ name, type, default: usual, typeOptions, isNodeSetting, noDataExpression }) => ({
					name,
					type,
					usual,
					typeOptions,
					isNodeSetting,
					noDataExpression,
				}),
			);
		};
		const plain = {
			description: { ...node.description, webhooks: undefined, properties: [...ofOperations] },
		} as INodeType;
		DirectoryLoader.applyDeclarativeNodeOptionParameters(plain);
		expect(ownOf(fields)).toEqual(ownOf(plain.description.properties));
		expect(fields.filter(({ isNodeSetting }) => isNodeSetting)).toHaveLength(1);
	});

	it('shares To and From with Send, lest other operations become slower', () => {
		for (const name of ['to', 'from']) {
			const shown = fields.filter((field) => field.name === name);
			const operation = shown.map(({ displayOptions }) => displayOptions?.show?.operation);
			expect(operation).toContainEqual(['send', 'sendAndWait']);
			expect(operation.flat().filter((value) => value === 'sendAndWait')).toHaveLength(1);
		}
	});
});

describe('Icons', () => {
	it.each([
		['nodes/MessagingService', node.description.icon],
		['nodes/MessagingService', trigger.description.icon],
		['credentials', credential.icon],
	])('in %s are there, and differ for light and dark', (folder, icon) => {
		const { light, dark } = icon as { light: string; dark: string };
		const [forLight, forDark] = [light, dark].map((path) =>
			readFileSync(join(root, folder, path.replace(/^file:/, '')), 'utf8'),
		);
		expect(forLight).toMatch(/^<svg [^>]*viewBox="0 0 60 60"/);
		expect(forDark).toMatch(/^<svg [^>]*viewBox="0 0 60 60"/);
		expect(forLight).not.toBe(forDark);
	});
});

describe('Manifest', () => {
	/** Where a source file is built to. */
	const built = (pattern: string) =>
		globSync(pattern, { cwd: root })
			.map((path) => `dist/${path.replaceAll('\\', '/').replace(/\.ts$/, '.js')}`)
			.sort();

	it('lists exactly the nodes and credentials that are built', () => {
		expect([...manifest.n8n.nodes].sort()).toEqual(built('nodes/**/*.node.ts'));
		expect([...manifest.n8n.credentials].sort()).toEqual(built('credentials/**/*.credentials.ts'));
	});

	it('has a codex beside every node', () => {
		for (const path of manifest.n8n.nodes) {
			const source = path.replace(/^dist\//, '').replace(/\.js$/, '.json');
			expect([source, existsSync(join(root, source))]).toEqual([source, true]);
			expect(dirname(source)).toBe('nodes/MessagingService');
		}
	});

	it('ships nothing but what is built, and needs nothing at run time but n8n', () => {
		expect(manifest.files).toEqual(['dist']);
		expect(manifest).not.toHaveProperty('dependencies');
		expect(manifest).not.toHaveProperty('overrides');
		expect(manifest.peerDependencies).toEqual({ 'n8n-workflow': '*' });
		expect(manifest.keywords).toContain('n8n-community-node-package');
	});
});
