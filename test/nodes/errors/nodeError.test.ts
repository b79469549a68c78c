import type { INode } from 'n8n-workflow';

import { asNodeError } from '../../../nodes/MessagingService/errors/nodeError';
import { Problem } from '../../../nodes/MessagingService/errors/problem';
import { API_KEY } from '../../support/service';

const node = { name: 'n', type: 'messagingService', parameters: {} } as unknown as INode;

it('An error shows no half of the key where its message is cut', () => {
	for (let before = 280; before <= 300; before++) {
		const problem = new Problem(`${'x'.repeat(before)}${API_KEY}`, 'Correct it.');
		const { message } = asNodeError(node, problem, undefined, API_KEY);
		expect(message).toMatch(/^x+\*{0,3}…?$/);
	}
});
