import { Setting } from './setting.js';
import { WholeNumber } from '../validation/whole-number.js';

export class RetentionConfig {
  /** Days that ended sessions are kept, 1–3650. */
  @Setting('SESSION_RETENTION_DAYS', Number)
  @WholeNumber(1, 3650, 'must be a whole number of days from 1 to 3650')
  endedSessionDays = 30;
}
