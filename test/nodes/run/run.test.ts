import { getEventListeners } from 'node:events';

import { ExecuteContext } from 'n8n-core';

import { runNode } from '../../support/engine';
import { recipients, send } from '../../support/sending';
import { serviceForTests } from '../../support/service';

const service = serviceForTests();

it('A run leaves no listener on the signal of its execution, which the rounds of a loop share', async () => {
	const { signal } = new AbortController();
	const given = jest.spyOn(ExecuteContext.prototype, 'getExecutionCancelSignal');
	given.mockReturnValue(signal);
	try {
		const { output } = await runNode(service.credential, send, recipients(3));
		expect(output).toHaveLength(3);
		const { error } = await runNode(service.credential, send, [{ to: '37060000400' }]);
		expect(error?.message).toContain("can't reach this number");
		expect(given.mock.calls.length).toBeGreaterThan(0);
		expect(getEventListeners(signal, 'abort')).toEqual([]);
	} finally {
		given.mockRestore();
	}
});
