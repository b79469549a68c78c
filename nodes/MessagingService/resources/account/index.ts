import { resourceOf } from '../resource';
import * as getBalance from './getBalance';

export const { description, operations } = resourceOf('account', 'getBalance', [getBalance]);
