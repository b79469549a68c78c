import '../../support/processedData';
import { runNode } from '../../support/engine';
import { group, recipients, send } from '../../support/sending';
import { serviceForTests } from '../../support/service';

const service = serviceForTests();

it('To look for a key, as a limit does, claims none', async () => {
	const onceEach = group('onceKey', { key: '={{ $json.to }}' });
	const limited = { ...onceEach, ...group('limits', { maxMessages: 1 }) };
	const items = recipients(2);
	const refused = await runNode(service.credential, { ...send, options: limited }, items);
	expect(refused.error?.message).toContain("'Max Messages' is 1");
	const { output } = await runNode(service.credential, { ...send, options: onceEach }, items);
	expect(output.map(({ json }) => json.skipped)).toEqual([undefined, undefined]);
});
