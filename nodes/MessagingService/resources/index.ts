import { updateDisplayOptions } from 'n8n-workflow';

import { menuField } from '../fields/common';
import { noLimits } from '../limits/limitFields';
import { operation as getBalance } from './account/getBalance';
import { operation as cancelCampaign } from './campaign/cancel';
import { operation as createCampaign } from './campaign/create';
import { operation as getCampaign } from './campaign/get';
import { operation as getCampaignMessages } from './campaign/getMessages';
import { operation as getCampaignReports } from './campaign/getReports';
import { operation as getContacts } from './contact/getAll';
import { operation as importContacts } from './contact/import';
import { operation as updateConsent } from './contact/updateConsent';
import { operation as validateNumber } from './contact/validate';
import type { Declared } from './declared';
import { operation as sendEmail } from './email/send';
import { operation as getReport } from './sms/getReport';
import { operation as previewSms } from './sms/preview';
import { operation as sendSms } from './sms/send';
import { operation as sendAndWait } from './sms/sendAndWait';
import { operation as sendBulk } from './sms/sendBulk';
import { operation as summarizeReports } from './sms/summarizeReports';
import { operation as addSuppressed } from './suppression/add';
import { operation as getSuppressed } from './suppression/getAll';
import { operation as sendViber } from './viber/send';

/** Each resource with its default operation, and all of them in the order of the menu. */
export const resources = {
	// Before the others: n8n tells its assistants of the first `send` wherever an operation has that name.
	sms: resourceOf('sms', sendSms, [
		getReport,
		previewSms,
		sendSms,
		sendAndWait,
		sendBulk,
		summarizeReports,
	]),
	account: resourceOf('account', getBalance, [getBalance]),
	campaign: resourceOf('campaign', createCampaign, [
		cancelCampaign,
		createCampaign,
		getCampaign,
		getCampaignReports,
		getCampaignMessages,
	]),
	contact: resourceOf('contact', getContacts, [
		getContacts,
		importContacts,
		updateConsent,
		validateNumber,
	]),
	email: resourceOf('email', sendEmail, [sendEmail]),
	suppression: resourceOf('suppression', addSuppressed, [addSuppressed, getSuppressed]),
	viber: resourceOf('viber', sendViber, [sendViber]),
};

/** A menu and the fields of its operations for the form, and the operations for the engine. */
function resourceOf(resource: string, { option: { value: usual } }: Declared, files: Declared[]) {
	const menu = menuField('Operation', 'operation', {
		noDataExpression: true,
		displayOptions: { show: { resource: [resource] } },
		options: files.map(({ option }) => option),
		default: String(usual),
	});
	const shownFields = files.flatMap(({ option, fields }) => {
		const hasLimits = fields.at(-1)?.options?.some(({ name }) => name === 'limits');
		const all = hasLimits ? [...fields, noLimits] : fields;
		return updateDisplayOptions({ show: { resource: [resource], operation: [option.value] } }, all);
	});
	return {
		description: [menu, ...shownFields],
		operations: Object.fromEntries(files.map(({ option, operation }) => [option.value, operation])),
	};
}
