import { resourceOf } from '../resource';
import * as add from './add';
import * as getAll from './getAll';

export const { description, operations } = resourceOf('suppression', 'add', [add, getAll]);
