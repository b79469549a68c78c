import type { Mistake } from './mistake.ts';
import { answersToReads } from './rooms/answers/reads.ts';
import { answersToSends } from './rooms/answers/sends.ts';
import { ask } from './rooms/ask.ts';
import { check } from './rooms/check.ts';
import { credentials } from './rooms/credentials.ts';
import { delivery } from './rooms/delivery.ts';
import { errors } from './rooms/errors.ts';
import { limits } from './rooms/limits.ts';
import { onceKey } from './rooms/onceKey.ts';
import { parameters } from './rooms/parameters.ts';
import { places } from './rooms/places.ts';
import { forms } from './rooms/resources/forms.ts';
import { resources } from './rooms/resources/resources.ts';
import { items } from './rooms/run/items.ts';
import { requests } from './rooms/run/requests.ts';
import { service } from './rooms/service.ts';
import { skipping } from './rooms/skipping.ts';
import { smsText } from './rooms/smsText.ts';
import { news } from './rooms/trigger/news.ts';
import { polls } from './rooms/trigger/polls.ts';
import { values } from './rooms/values.ts';

/** All mistakes, by room. */
export const mistakes: Mistake[] = [
	...answersToReads,
	...answersToSends,
	...ask,
	...check,
	...credentials,
	...delivery,
	...errors,
	...limits,
	...onceKey,
	...places,
	...parameters,
	...forms,
	...resources,
	...items,
	...requests,
	...service,
	...skipping,
	...smsText,
	...news,
	...polls,
	...values,
];
