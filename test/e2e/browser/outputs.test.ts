import { chain, credentialOf, manualTrigger, type Step, to, type Workflow } from '../support';
import { expect, test } from '../support/inEditor';

const announced = 'Usually outputs the following fields';

/** As n8n saves them: of what is the default it writes nothing. The file of each operation: test/dev/schemas/files.test.ts. */
const operations = {
	Send: {},
	'Get Balance': { resource: 'account' },
	'Send and Wait': { operation: 'sendAndWait' },
	'Send Bulk': { operation: 'sendBulk' },
};

/** Each of these nodes behind the start, and another one behind each. None of them has ever been run. */
function workflow(credentials: ReturnType<typeof credentialOf>): Workflow {
	const names = Object.keys(operations);
	const rows = Object.entries(operations).flatMap(([name, parameters], row): Step[] => [
		{ name, credentials, position: [220, 160 * row], parameters },
		{
			name: `After ${name}`,
			credentials,
			position: [440, 160 * row],
			parameters: { operation: 'getReport' },
		},
	]);
	const edit = { type: 'n8n-nodes-base.set', typeVersion: 3.4, position: [440, -160] };
	return {
		...chain(manualTrigger, ...rows, { name: 'Edit Fields', ...edit }),
		connections: {
			Start: to(...names),
			...Object.fromEntries(names.map((name) => [name, to(`After ${name}`)])),
			Send: to('After Send', 'Edit Fields'),
		},
	};
}

const offered = {
	'After Send': ['to', 'messageId', 'sent', 'partIds'],
	'Edit Fields': ['to', 'messageId', 'sent', 'partIds'],
	'After Get Balance': ['amount', 'currency'],
	'After Send and Wait': ['data', 'approved', 'respondedAt'],
};

test('a node offers fields of the one before it, which has never been run', async ({
	n8n,
	host,
}) => {
	const { id } = await host.client.createWorkflow(workflow(credentialOf(host)));
	const editor = await n8n.openWorkflow(id);
	for (const [name, fields] of Object.entries(offered)) {
		await test.step(name, async () => {
			const { input } = await editor.openNode(name);
			await expect(input.getByText(announced)).toBeVisible();
			const names = input.getByTestId('run-data-schema-node-name');
			const shown = async () => await names.allInnerTexts();
			await expect.poll(shown).toEqual(expect.arrayContaining(fields));
		});
	}
	await test.step('After Send Bulk, none: n8n has no way to say that they are assumed', async () => {
		const { input } = await editor.openNode('After Send Bulk');
		await expect(input.getByRole('button', { name: 'Execute previous nodes' })).toBeVisible();
		await expect(input.getByText(announced)).toHaveCount(0);
	});
});
