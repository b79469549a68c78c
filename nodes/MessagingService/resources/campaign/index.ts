import { resourceOf } from '../resource';
import * as cancel from './cancel';
import * as create from './create';
import * as get from './get';
import * as getMessages from './getMessages';
import * as getReports from './getReports';

export const { description, operations } = resourceOf('campaign', 'create', [
	cancel,
	create,
	get,
	getReports,
	getMessages,
]);
