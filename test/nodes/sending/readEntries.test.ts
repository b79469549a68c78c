import { runNode } from '../../support/engine';
import { recipients, send } from '../../support/sending';
import { serviceForTests } from '../../support/service';

const service = serviceForTests();

/** An expression that takes its time, as those of long lists do together. */
const slowly =
	'={{ (() => { const end = Date.now() + 30; while (Date.now() < end) {} return $json.to; })() }}';

it("lets n8n's process do something else while a long list is read", async () => {
	const items = recipients(40);
	const gaps: number[] = [];
	let last = performance.now();
	const ticking = setInterval(() => {
		gaps.push(performance.now() - last);
		last = performance.now();
	}, 1);
	try {
		await runNode(service.credential, { ...send, to: slowly }, items);
	} finally {
		clearInterval(ticking);
	}
	// Read without a pause, nearly all of the time would be one gap.
	const whole = gaps.reduce((sum, gap) => sum + gap, 0);
	expect(whole).toBeGreaterThan(40 * 30);
	expect(Math.max(...gaps)).toBeLessThan(whole / 3);
});
