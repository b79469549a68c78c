import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { clockForTests } from '../../support/clock';
import { exits } from '../../support/exits';
import { email, group, sendBulk, send, single, skip } from '../../support/sending';
import { serviceForTests } from '../../support/service';
import { callTool } from '../../support/tool';
import { validOperations } from '../../support/validOperations';

const service = serviceForTests();
const clock = clockForTests();
/** Calls the node as a tool, and lets the time pass that it waits for. */
const callInTime: typeof callTool = async (...given) => await clock.until(callTool(...given));

const to = '37060012345';
/** As people and services write it. */
const SPELLINGS = [to, `+${to}`, '00370 600 12345', '+370 (600) 12-345'];
const FROM_WORKFLOW = "={{ $('Start').first().json.phone }}";
const OF_MODEL = "={{ $fromAI('to', 'whom (to tell)', 'string') }}";

const digitsOf = (told: unknown) => JSON.stringify(told).replace(/[\s().-]|\+/g, '');
const expectHidden = (told: unknown) => expect(digitsOf(told)).not.toContain('60012345');

/** Faults in which the service repeats the number in its own words. */
const faults = [
	...[400, 404, 429, 500].map((status) => ({
		kind: 'status',
		status,
		retryAfter: 3600,
		body: { message: `${SPELLINGS[3]} (${to}) is blocked` },
	})),
	{ kind: 'status', status: 200, body: { error: `No route to ${to}`, to } },
	{ kind: 'status', status: 200, body: [{ to: Number(to), messageId: 'm', sent: 'now' }] },
	{ kind: 'status', status: 200, body: { messageId: 'm', to, note: `for ${SPELLINGS[1]}` } },
];

const others = exits.filter(({ kind }) => ['report', 'guard'].includes(kind));
const withRecipient = [...validOperations, ...others.map((exit) => ({ ...exit, what: exit.name }))]
	.filter(({ parameters: { resource, operation } }) => {
		return resource !== 'email' && operation !== 'sendAndWait';
	})
	.flatMap(({ what, parameters }) => {
		const name = ['to', 'recipients', 'phoneNumber'].find((one) => one in parameters);
		return name ? [{ what, name, parameters }] : [];
	});

/** The number in the workflow, and what the model gives in each call. */
type Given = { phone?: string; calls?: IDataObject[] };

describe.each([true, false])(
	'A number that a model did not give, run by the engine: %s',
	(byEngine) => {
		const call = async (
			parameters: INodeParameters,
			{ phone = to, calls = [{}], ...settings }: Partial<INode> & Given = {},
		) => {
			const given = { byEngine, item: { phone }, ...settings };
			// As n8n's engine hands a tool over, the call's arguments stand in $json too.
			return (await callInTime(service.credential, parameters, calls, given)).answers;
		};

		describe.each(withRecipient)('$what', ({ what, name, parameters }) => {
			const given = { ...parameters, [name]: FROM_WORKFLOW };

			it.each([{}, { onError: 'continueRegularOutput' as const }])(
				'is told to it nowhere: %j',
				async (settings) => {
					for (const fault of what === 'sms send' ? faults : faults.slice(-4)) {
						await service.reset();
						await service.fail(fault);
						const answers = await call(given, { ...settings, phone: SPELLINGS[2] });
						expect(answers).toHaveLength(1);
						expectHidden(answers);
					}
					await service.reset();
					expectHidden(await call(given, { ...settings, phone: SPELLINGS[3] }));
				},
			);

			it.each(['8 600 54321 x', '3706005432'])('nor is one that is wrong: %s', async (phone) => {
				const [told] = await call(given, { phone });
				expect(digitsOf(told)).not.toContain(phone.replace(/\D/g, '').slice(-7));
			});
		});

		const notToday = '={{ [$now.minus({ days: 2 }).setZone("UTC").weekdayLong.toLowerCase()] }}';
		it.each<[string, INodeParameters]>([
			['suppressed', skip('skipSuppressed')],
			['outside the window', skip('sendWindow', { weekdays: notToday, timeZone: 'UTC' })],
			['not allowed', group('limits', { allowedTo: '+49*, 37060012346' })],
			['near an entry of Allowed To that is wrong', group('limits', { allowedTo: '8 600 12346' })],
			['waited for', group('waitForDelivery', { timeout: 1 })],
		])('nor where it is %s', async (_what, options) => {
			await service.post('/suppression', { phoneNumber: to });
			for (const parameters of [send, sendBulk(10)]) {
				const [told] = await call({ ...parameters, to, options });
				expectHidden(told);
				expect(digitsOf(told)).not.toContain('60012346');
				expect(JSON.stringify(told)).toMatch(/skipped|error|messageId/);
			}
		});

		it.each([
			...['37060098765/6', '8 600 98765 ext 4', '+37060098765 (ext. 12)', '+370 6OO 98765'],
			...['+370–8–600–98765', '+370·600·98765', '+370\u200b8\u200b600\u200b98765'],
			...['６００９８７６５', '+370 600 98765 or +370 600 11111'],
		])('nor is one that the node refuses: %s', async (given) => {
			const validate = { resource: 'contact', operation: 'validate', phoneNumber: given };
			for (const parameters of [{ ...send, to: given }, validate]) {
				const [told] = await call(parameters);
				expect(digitsOf(told).normalize('NFKC')).not.toMatch(/98765|11111/);
			}
		});

		it('nor is a default value of $fromAI, or a recipient of Body Fields', async () => {
			const byDefault = "={{ $fromAI('to', 'n', 'string', '37060012345') }}";
			const bodyFields = { field: [{ name: 'cc', value: "={{ '370600' + '98765' }}" }] };
			for (const body of [
				{ messageId: 'm', note: `to +370–600–12345 and 370_600_98765` },
				{ messageId: 'm', [to]: { ['37060098765']: 1 } },
			]) {
				await service.fail({ ...single, kind: 'status', status: 200, body });
				const [told] = await call({ ...send, to: byDefault, options: { bodyFields } });
				expect(JSON.stringify(told)).toContain('"m');
				expect(digitsOf(told).replace(/[–_]/g, '')).not.toMatch(/60012345|98765/);
			}
		});

		it.each<[string, unknown, string?]>([
			['an entry that is no number', [{ phoneNumber: `${SPELLINGS[3]} x` }]],
			['an entry in another field', [{ tel: to }]],
			['a field beside the list', { items: [], newest: SPELLINGS[2] }],
			['two lists', { items: [to], more: [to] }],
			['no list', to],
			['a refusal', { error: `${to} may not be read` }],
			['no JSON', undefined, `phone\n${to}`],
		])(
			'nor is one of the suppression list, whoever gave the number: %s',
			async (...[, body, text]) => {
				const fault = { path: '/suppression', kind: 'status', status: 200, body: body ?? text };
				for (const parameters of [send, sendBulk(10)]) {
					for (const given of [OF_MODEL, '37060099999']) {
						await service.fail(fault);
						const guarded = { ...parameters, to: given, options: skip('skipSuppressed') };
						const answers = await call(guarded, { calls: [{ to: '37060099999' }] });
						expectHidden(answers);
						expect(JSON.stringify(answers)).toMatch(/suppression list/);
					}
				}
			},
		);

		it('nor is an email address, in whatever words it stands', async () => {
			const given = { ...email, to: '"Ada, <the first>" <ada@example.com>, bob@example.com' };
			for (const message of ['No ada@example.com', 'For <ada@example.com>,"bob@example.com"']) {
				await service.fail({ kind: 'status', status: 400, body: { message } });
				const told = JSON.stringify(await call(given));
				expect(told).toContain('***');
				expect(told).not.toMatch(/ada@|bob@/);
			}
		});

		it('nor is one in the JSON of the user', async () => {
			const jsonBody = `=[{ "to": "${to}", "text": "{{ $fromAI('text') }}" }]`;
			for (const fault of faults) {
				await service.reset();
				await service.fail(fault);
				expectHidden(await call({ ...sendBulk(10), specifyBody: 'json', jsonBody }));
			}
		});

		it('is named if the model gave it, and stays in what people see', async () => {
			await service.post('/suppression', { phoneNumber: to });
			const options = skip('skipSuppressed');
			const answers = await call({ ...send, to: OF_MODEL, options }, { calls: [{ to }] });
			expect(answers).toMatchObject([{ answer: [{ skipped: 'suppressed', to }] }]);
			const mixed = "={{ $('Start').first().json.phone || $fromAI('to') }}";
			expectHidden(await call({ ...send, to: mixed, options }));
		});
	},
);
