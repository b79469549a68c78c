import { together } from '../../support/together';
// Its hook is for every file.
import './consultation';

together(__dirname);
