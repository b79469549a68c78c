import { visible } from '../../../nodes/MessagingService/errors/problem';
import { answersForTests, exits } from '../../support/exits';
import { recipients, send } from '../../support/sending';
import { runNode } from '../../support/engine';
import { PolledTrigger } from '../../support/poll';
import { serviceForTests } from '../../support/service';
import { runCredentialTest } from '../../support/credentialTest';

const service = serviceForTests();
const answer = answersForTests();

/** What moves a terminal's cursor, sets its title, rings, or turns a text around. */
const HOSTILE =
	'\u001b[2J\u001b]0;pwn\u0007 \u009b31m \u007f \u202egnp.exe\u2066 \u061c\u200e\u2028 end';
const CONTROLS = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u;

const expectVisible = (...said: unknown[]) => {
	for (const one of said) expect(String(one ?? '')).not.toMatch(CONTROLS);
};

describe('Control characters of the service', () => {
	it('are spaces in all that is said', () => {
		expect(visible(HOSTILE)).toMatch(/^ \[2J \]0;pwn .* end$/);
	});

	it.each(exits)('reach no error and no log: $name', async (exit) => {
		const bodies = [
			{ error: HOSTILE },
			{ success: false, [HOSTILE]: HOSTILE },
			HOSTILE,
			[[HOSTILE]],
		];
		const texts = bodies.map((body) => JSON.stringify(body));
		for (const text of [...texts, `<html><title>${HOSTILE}</title>`]) {
			const { error, warnings } = await answer(exit, text);
			expectVisible(error, ...warnings);
		}
	});

	it.each(['stopWorkflow', 'continueErrorOutput'] as const)(
		'reach no words of an item: %s',
		async (onError) => {
			await service.fail({ kind: 'status', status: 400, body: { message: HOSTILE }, count: 2 });
			const run = await runNode(service.credential, send, recipients(2), { onError });
			expectVisible(run.error?.message, run.error?.description);
			for (const { json } of run.errorOutput) expectVisible(json.error, json.details);
			expect(run.error?.message ?? run.errorOutput[0].json.error).toContain('[2J ]0;pwn');
		},
	);

	it('reach no log of the trigger, for one of two messages', async () => {
		await service.fail({ kind: 'status', status: 400, body: { message: HOSTILE } });
		const id = await service.send('37060012345');
		const trigger = new PolledTrigger(service.credential, {
			triggerOn: 'entryAddedOrUpdated',
			watch: 'messages',
			messageIds: `a, ${id}`,
			options: {},
		});
		await trigger.poll().catch((error: Error) => expectVisible(error.message));
		expectVisible(...trigger.warnings.map(String));
	});

	it('reach no words of the test of a credential', async () => {
		await service.fail({ kind: 'status', status: 404, body: { message: HOSTILE } });
		expectVisible((await runCredentialTest(service.credential)).message);
	});
});
