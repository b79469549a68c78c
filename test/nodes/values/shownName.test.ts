import { shownName } from '../../../nodes/MessagingService/values/shownName';

test.each([
	['to', 'To'],
	['phoneNumber', 'Phone Number'],
	['campaignId', 'Campaign ID'],
	['productionUrl', 'Production URL'],
	['jsonBody', 'JSON Body'],
	['idea', 'Idea'],
])('%s is quoted as %s, each time', (parameter, name) => {
	expect([shownName(parameter), shownName(parameter)]).toEqual([`'${name}'`, `'${name}'`]);
});
