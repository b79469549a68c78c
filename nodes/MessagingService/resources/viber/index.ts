import { resourceOf } from '../resource';
import * as send from './send';

export const { description, operations } = resourceOf('viber', 'send', [send]);
