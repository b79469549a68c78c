import { resourceOf } from '../resource';
import * as getAll from './getAll';
import * as importContacts from './import';
import * as updateConsent from './updateConsent';
import * as validate from './validate';

export const { description, operations } = resourceOf('contact', 'getAll', [
	getAll,
	importContacts,
	updateConsent,
	validate,
]);
