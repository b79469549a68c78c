import { resourceOf } from '../resource';
import * as getReport from './getReport';
import * as preview from './preview';
import * as send from './send';
import * as sendAndWait from './sendAndWait';
import * as sendBulk from './sendBulk';
import * as summarizeReports from './summarizeReports';

export const { description, operations } = resourceOf('sms', 'send', [
	getReport,
	preview,
	send,
	sendAndWait,
	sendBulk,
	summarizeReports,
]);
