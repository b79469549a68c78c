import { counted } from '../../../sandbox/page/words.js';
import { conditions, leadsToSecond, sendsAfterError, withKey, withoutKey } from './culprits.ts';
import { takesFirst } from './goodDay.ts';
import type { Rule } from './rules.ts';
import { nodesThat, twiceAtOnce, twiceInAll } from './seen.ts';

const people = ({ length }: string[], what: string) =>
	length > 0 ? `${counted(length, 'person', 'people')} got the same ${what}.` : undefined;

const addKey = {
	node: withoutKey,
	advice:
		'Add a Once Key, such as an order number, or the phone number and the day: the node then sends each message only once',
	place: 'Options → Once Key → Key',
};

/** What is wrong if somebody gets the same more than once. */
export const twiceRules: Rule[] = [
	{
		sees: (seen) =>
			takesFirst(seen) ? undefined : people(twiceAtOnce(seen), 'text more than once in one run'),
		mends: [
			{
				node: sendsAfterError,
				advice:
					"Before anything is sent after an error, look with an If node whether details says that it isn't known whether it was sent, as example 15 does",
				place: 'on the canvas: the output Error',
			},
			{
				node: leadsToSecond,
				advice:
					'Have only those get the second message whom the first did not reach: compare the delivery of the report, as example 15 does',
				place: conditions,
			},
			addKey,
		],
	},
	{
		sees: (seen) =>
			people(twiceInAll(seen), 'message again when the workflow got the same items twice'),
		mends: [
			addKey,
			{
				node: withKey,
				advice:
					'Use a Key that stays the same for the same message, such as an order number: it was another one the second time',
				place: 'Options → Once Key → Key',
			},
			{
				// n8n may end between a campaign and whatever is written down of it.
				node: (seen) =>
					seen.weather === 'n8n is restarted' ? undefined : nodesThat(seen, 'create')[0],
				advice:
					'Write the name of each campaign into a data table, and look there first whether it is new, as example 13 does',
				place: 'on the canvas: before the node',
			},
		],
	},
];
