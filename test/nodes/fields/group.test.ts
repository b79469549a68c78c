import type { INodeParameters } from 'n8n-workflow';

import { clockForTests } from '../../support/clock';
import { isGroup, shortName } from '../../support/description';
import { processedData } from '../../support/processedData';
import { requests } from '../../support/requests';
import { always, group, skip } from '../../support/sending';
import { serviceForTests } from '../../support/service';
import { validOperations } from '../../support/validOperations';

const service = serviceForTests();
const clock = clockForTests();

/** Groups that keep messages back: whoever has added one counts on it. */
const GUARDS = ['limits', 'skipMessages', 'onceKey'];

const groups = validOperations.flatMap(({ what, parameters, options }) =>
	options.filter(isGroup).map(({ name, displayName }) => ({
		...{ what, name, displayName: shortName(displayName), parameters },
	})),
);

const run = async (parameters: INodeParameters, options: INodeParameters = {}) => {
	await service.reset();
	processedData.clear();
	const { output, error } = await clock.run(service.credential, { ...parameters, options });
	return { requests: await requests(service), count: output.length, error };
};

/** What else has no fields. */
const OTHERS: INodeParameters['options'][] = [
	...[{ maxMessages: 1 }, { values: null }, [], null, 5, true, 'off', '={{ $json.missing }}'],
	"={{ ({ values: { maxMessages: 1, key: '7' } }) }}",
];

/** What n8n's inner trash icon leaves of a group, and for one operation, for which it makes no difference, the others. */
const withoutFields = (what: string) => [{}, ...(what === 'sms send' ? OTHERS : [])];

describe('A group of options without fields', () => {
	it.each(groups.filter(({ name }) => GUARDS.includes(name)))(
		'is refused before anything is sent: $what, $displayName',
		async ({ what, name, displayName, parameters }) => {
			for (const given of withoutFields(what)) {
				const { requests, error } = await run(parameters, { [name]: given });
				expect([given, error?.message]).toEqual([
					given,
					expect.stringContaining(`'${displayName}' is empty`),
				]);
				expect(error?.description).toContain(`remove '${displayName}'`);
				expect(requests).toEqual([]);
			}
		},
	);

	it.each(groups.filter(({ name }) => !GUARDS.includes(name)))(
		'is off: $what, $displayName',
		async ({ what, name, parameters }) => {
			const { error: usual, ...without } = await run(parameters);
			const message = usual?.message;
			for (const given of withoutFields(what)) {
				const { error, ...others } = await run(parameters, { [name]: given });
				expect(error?.message).toBe(message);
				expect(others).toEqual(without);
			}
		},
	);
});

describe('Skip Messages', () => {
	const sends = validOperations.filter(({ options }) =>
		options.some(({ name }) => name === 'skipMessages'),
	);
	const switches = { skipDuplicates: false, skipSuppressed: false, sendWindow: false };

	it.each(sends)('is refused if nothing in it is on: $what', async ({ parameters }) => {
		for (const values of [{}, switches, { listField: 'msisdn' }, { sendWindow: '' }]) {
			const { requests, error } = await run(parameters, group('skipMessages', values));
			expect(error?.message).toBe("'Skip Messages' skips nothing");
			expect(requests).toEqual([]);
		}
	});

	it('does not go by fields that are hidden beside a switch that is off', async () => {
		const [{ parameters }] = sends.filter(({ what }) => what === 'sms send');
		const values = { listField: '={{ $json.missing }}', closes: '={{ $json.missing }}' };
		for (const by of ['sendWindow', 'skipSuppressed'] as const) {
			const shown = by === 'sendWindow' ? { ...always, timeZone: 'UTC' } : { listField: '' };
			const { error } = await run(parameters, skip(by, { ...values, ...shown }));
			expect(error).toBeUndefined();
		}
	});
});
