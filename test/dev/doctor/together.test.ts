import { together } from '../../support/together';

together(__dirname);
