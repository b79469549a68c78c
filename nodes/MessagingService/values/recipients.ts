import { splitAddresses } from './emailAddresses';
import { asText, listOf } from './given';

/** Whom a message goes to: several for a campaign and an email, or with Body Fields. */
export function recipientsIn(body: unknown): string[] {
	const recipients = Object.entries(body as object)
		.filter(([name]) => CALLED_RECIPIENT.test(name.toLowerCase().replace(/[^a-z]/g, '')))
		.flatMap(([, given]) => recipientsOf(given));
	return recipients.length ? recipients : [''];
}

function recipientsOf(given: unknown): string[] {
	if (Array.isArray(given)) return given.flatMap(recipientsOf);
	const text = asText(given);
	return text.includes('@') ? splitAddresses(text) : listOf(text).map(asText);
}

/** Names of fields for recipients: users add such fields under the names that the service uses. */
const CALLED_RECIPIENT =
	/^(?:(?:to|tel|phone|msisdn|mobile|cell|cellular|gsm|recipient|receiver|destination|addressee)(?:number|num|no|nr)?s?|cc|bcc|numbers?)$/;
