/** What the doctor shares with the node: it reads and judges answers as the node does. No other file here asks nodes/. */
export { contract } from '../../nodes/MessagingService/answers/contract.ts';
export { leavesOf, listIn } from '../../nodes/MessagingService/answers/list.ts';
export type { Leaf } from '../../nodes/MessagingService/answers/list.ts';
export { verdictOn } from '../../nodes/MessagingService/answers/outcomes.ts';
export type { Question } from '../../nodes/MessagingService/answers/outcomes.ts';
export {
	hasArrived,
	hasEnded,
	hasFailed,
	isIn,
	timeIn,
} from '../../nodes/MessagingService/answers/parts.ts';
export { isAccepted, parseAnswer } from '../../nodes/MessagingService/answers/read.ts';
export { readReport } from '../../nodes/MessagingService/answers/report.ts';
export { isNoError, noIn } from '../../nodes/MessagingService/answers/saysNo.ts';
export { serviceWords } from '../../nodes/MessagingService/answers/serviceWords.ts';
export { isWrongKey, refusalOf, retryAfter } from '../../nodes/MessagingService/answers/status.ts';
export {
	listedEndings,
	listsIn,
	suppressedBy,
} from '../../nodes/MessagingService/answers/suppressionList.ts';
export { asProblem, timedOut } from '../../nodes/MessagingService/errors/asProblem.ts';
export { Problem } from '../../nodes/MessagingService/errors/problem.ts';
export {
	SHORTEST_MASKED,
	jsonWithoutKey,
	whyUnsendable,
	withoutKey,
} from '../../nodes/MessagingService/errors/withoutKey.ts';
export { readAccountDefaults } from '../../nodes/MessagingService/parameters/accountDefaults.ts';
export type { AccountDefaults } from '../../nodes/MessagingService/parameters/accountDefaults.ts';
export { fillPath, requestAddress } from '../../nodes/MessagingService/service/address.ts';
export { measureSms } from '../../nodes/MessagingService/smsText/parts.ts';
export { countriesOf } from '../../nodes/MessagingService/values/countries/country.ts';
export { usersNumber, servicesNumber } from '../../nodes/MessagingService/values/phoneNumbers.ts';
export { asText, isGiven, isObject } from '../../nodes/MessagingService/values/given.ts';
