import type { FromSchema } from 'json-schema-to-ts';
import { balanceWith } from './account/balance.ts';
import * as controls from './contract/controls.ts';
import { list, object } from './contract/values.ts';
import { dialectOf } from './traffic/dialect.ts';
import { planned } from './traffic/faults.ts';

/** What a saved state and a situation can set at once. */
export const schema = object(
	{},
	{
		balance: controls.balance,
		latencyMs: controls.delay,
		requestsPerSecond: controls.limit,
		/** States of earlier sandboxes have more choices. */
		dialect: { ...controls.dialect, patternProperties: { '^(fields|charset|redirects)$': {} } },
		faults: list(controls.fault),
	},
);

export type Wanted = FromSchema<typeof schema, { keepDefaultedPropertiesOptional: true }>;

/** How the service behaves; what is not wanted otherwise is as at the start. */
export const settingsOf = (wanted: Wanted = {}) => ({
	balance: balanceWith(wanted.balance ?? {}),
	latencyMs: wanted.latencyMs ?? 0,
	requestsPerSecond: wanted.requestsPerSecond ?? null,
	dialect: dialectOf(wanted.dialect),
	faults: (wanted.faults ?? []).map(planned),
});

export type Settings = ReturnType<typeof settingsOf>;
