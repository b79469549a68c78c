import { balanceWith, entriesOf } from '../account/balance.ts';
import { changeOf } from '../changes.ts';
import { iso } from '../clock.ts';
import * as controls from '../contract/controls.ts';
import type { App } from '../contract/typed.ts';
import { anyText, object } from '../contract/values.ts';
import { dialectOf } from '../traffic/dialect.ts';
import { planned } from '../traffic/faults.ts';
import { messageInFull } from '../messages/messages.ts';
import type { Channel } from '../messages/messages.ts';
import { errorBody, invalid, notFound } from '../traffic/refusal.ts';
import type { Sandbox } from '../sandbox.ts';
import { requireSense, restore, savedState, schema } from '../savedState.ts';
import { settingsOf } from '../settings.ts';
import { differencesOf, verdictOf } from '../verdict.ts';
import { wantedIn, situation, situations } from '../traffic/situations.ts';

/** How large a saved state can be, in bytes: more than 100,000 messages. */
const bodyLimit = 100 * 1024 * 1024;

const taking = <const Body>(body: Body) => ({ schema: { body } });

function addStateControls(app: App): void {
	const inFull = ({ clock, store }: Sandbox, channel: Channel) =>
		store.messages.all(channel).map((message) => messageInFull(message, clock.now()));

	app.get('/_sandbox/state', async ({ sandbox }) => ({
		clock: iso(sandbox.clock.now()),
		requests: sandbox.log.total(),
		balance: entriesOf(sandbox.settings.balance),
		messages: inFull(sandbox, 'sms'),
		viber: inFull(sandbox, 'viber'),
		emails: inFull(sandbox, 'email'),
		campaigns: sandbox.store.campaigns.all(),
		contacts: sandbox.store.contacts.all(),
		suppression: sandbox.store.suppression.all(),
	}));
	app.post('/_sandbox/reset', async ({ sandbox }) => {
		sandbox.reset();
		return { reset: true };
	});

	app.get('/_sandbox/export', async ({ sandbox }, reply) => {
		reply.header('content-disposition', 'attachment; filename="sandbox.json"');
		return savedState(sandbox);
	});
	const file = { body: schema, querystring: controls.importing };
	const options = { bodyLimit, config: { isFile: true }, schema: file };
	app.post('/_sandbox/import', options, async ({ body, query, sandbox }) => {
		requireSense(body);
		if (query.check !== 'true') restore(sandbox, body);
		return sandbox.settings;
	});
}

function addVerdictControls(app: App): void {
	const verdict = ({ counting, store, log }: Sandbox) => {
		const { begun, situation, change } = counting;
		const isNew = (entry: object) => changeOf(entry) > change;
		const messages = store.messages.latest(Infinity).filter(isNew);
		const since = { since: iso(begun), situation };
		return { ...since, ...verdictOf(messages, log.all().filter(isNew)) };
	};
	const expected = { schema: { querystring: controls.expected } };
	app.get('/_sandbox/verdict', expected, async ({ query, sandbox }, reply) => {
		const found = verdict(sandbox);
		const differs = differencesOf(found, query);
		if (differs.length === 0) return found;
		const message = `The verdict differs: ${differs.join('; ')}`;
		return await reply.code(417).send({ ...errorBody('expectation_failed', message), ...found });
	});
	app.post('/_sandbox/counting', async ({ sandbox }) => {
		sandbox.beginCounting();
		return verdict(sandbox);
	});

	app.get('/_sandbox/situations', async () => situations);
	app.post('/_sandbox/situation', taking(situation), async ({ body, sandbox }) => {
		const { dialect } = sandbox.settings;
		sandbox.settings = settingsOf({ ...wantedIn(body.name, body.seed), dialect });
		sandbox.beginCounting(body.name);
		return sandbox.settings;
	});
}

function addFaultControls(app: App): void {
	const all = ({ settings: { faults } }: Sandbox) => ({ faults });
	app.post('/_sandbox/faults', taking(controls.fault), async ({ body, sandbox }) => {
		sandbox.settings.faults.push(planned(body));
		return all(sandbox);
	});
	app.get('/_sandbox/faults', async ({ sandbox }) => all(sandbox));
	app.delete('/_sandbox/faults', async ({ sandbox }) => {
		sandbox.settings.faults = [];
		return all(sandbox);
	});
	const byId = { schema: { params: object({ id: anyText }) } };
	app.delete('/_sandbox/faults/:id', byId, async ({ params: { id }, sandbox }) => {
		const { faults } = sandbox.settings;
		const at = faults.findIndex((fault) => fault.id === Number(id));
		if (at < 0) throw notFound(`There is no fault ${id}: it has ended`);
		faults.splice(at, 1);
		return all(sandbox);
	});
}

function addSettings(app: App): void {
	const now = ({ clock }: Sandbox) => ({ now: iso(clock.now()) });
	app.get('/_sandbox/clock', async ({ sandbox }) => now(sandbox));
	app.post('/_sandbox/clock', taking(controls.clock), async ({ body, sandbox }) => {
		if (sandbox.clock.ahead() + body.advanceMs > controls.furthestMs) {
			throw invalid('The clock goes at most 10 years ahead. Put it back first');
		}
		sandbox.clock.advance(body.advanceMs);
		sandbox.eachReportMs = body.eachReportMs ?? sandbox.eachReportMs;
		sandbox.store.campaigns.sendAllDue();
		return now(sandbox);
	});
	app.delete('/_sandbox/clock', async ({ sandbox }) => {
		sandbox.clock.reset();
		return now(sandbox);
	});

	app.post('/_sandbox/balance', taking(controls.balance), async ({ body, sandbox }) => {
		sandbox.settings.balance = balanceWith(body, sandbox.settings.balance);
		return entriesOf(sandbox.settings.balance);
	});
	app.post('/_sandbox/latency', taking(controls.latency), async ({ body, sandbox }) => {
		sandbox.settings.latencyMs = body.ms;
		return { ms: body.ms };
	});
	app.post('/_sandbox/rate-limit', taking(controls.rateLimit), async ({ body, sandbox }) => {
		const { requestsPerSecond } = body;
		sandbox.settings.requestsPerSecond = requestsPerSecond;
		return { requestsPerSecond };
	});
	app.get('/_sandbox/dialect', async ({ sandbox }) => sandbox.settings.dialect);
	app.post('/_sandbox/dialect', taking(controls.dialect), async ({ body, sandbox }) => {
		sandbox.settings.dialect = dialectOf(body);
		return sandbox.settings.dialect;
	});
}

/** The controls under /_sandbox/: no part of the service's API, and without its key. */
export function addControlRoutes(app: App): void {
	app.get('/_sandbox/openapi.json', async () => app.swagger());
	addStateControls(app);
	addVerdictControls(app);
	addFaultControls(app);
	addSettings(app);
}
