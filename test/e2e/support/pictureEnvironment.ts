import { TestEnvironment } from 'jest-environment-node';

import { pictureTaker } from './pictures';

/** What jest tells an environment as it goes. */
interface TestEvent {
	name: string;
	test?: { name: string; parent: { name: string } };
}

type PictureTaker = (test: string) => Promise<string>;

/** Takes a picture of the browser's page at the moment in which a test fails. */
export default class PictureEnvironment extends TestEnvironment {
	async handleTestEvent({ name, test }: TestEvent): Promise<void> {
		if (name !== 'test_fn_failure' && name !== 'hook_failure') return;
		const { [pictureTaker]: take } = this.global as { [pictureTaker]?: PictureTaker };
		if (!take) return;
		const path = await take(test ? `${test.parent.name} ${test.name}` : name).catch(
			(error: unknown) => `none could be taken: ${error}`,
		);
		process.stderr.write(`Picture of the failure: ${path}\n`);
	}
}
