import type { SandboxOptions } from '../../sandbox/app.ts';
import { type OpenSandbox, startSandbox } from './startSandbox.ts';

export { type Answer, json, type OpenSandbox, sms } from './startSandbox.ts';

const opened: OpenSandbox[] = [];
afterAll(async () => void (await Promise.all(opened.map(async ({ close }) => await close()))));

/** A sandbox until the file's tests are over. */
export async function openSandbox(options: SandboxOptions = {}): Promise<OpenSandbox> {
	const sandbox = await startSandbox(options);
	opened.push(sandbox);
	return sandbox;
}

/** One for the tests of a file or of a `describe`, empty before each of them. */
export function sandboxForTests(options: SandboxOptions = {}): OpenSandbox {
	const sandbox = {} as OpenSandbox;
	beforeAll(async () => void Object.assign(sandbox, await openSandbox(options)));
	beforeEach(async () => void (await sandbox.control('reset')));
	return sandbox;
}

/** All that an app answers, as method and path. */
export function routesOf(
	app: OpenSandbox['app'],
): Array<[method: 'GET' | 'POST' | 'DELETE', path: string]> {
	const above: string[] = [];
	const lines = app.printRoutes({ commonPrefix: false }).trim().split('\n');
	return lines.flatMap((line) => {
		const [, indent, path, methods] = /^([ │]*)[├└]── (\S+) \((.+)\)$/.exec(line) ?? [];
		const depth = indent.length / 4;
		above.splice(depth, Infinity, path);
		const whole = above.join('');
		return methods.split(', ').map((method) => [method as 'GET', whole] as ['GET', string]);
	});
}
