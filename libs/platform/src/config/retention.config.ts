import { IsInt, Max, Min } from 'class-validator';
import { Setting } from './setting.js';

export class RetentionConfig {
  /** Days that ended sessions are kept, 1–3650. */
  @Setting('SESSION_RETENTION_DAYS', Number)
  @IsInt({ message: 'must be a whole number of days from 1 to 3650' })
  @Min(1, { message: 'must be a whole number of days from 1 to 3650' })
  @Max(3650, { message: 'must be a whole number of days from 1 to 3650' })
  endedSessionDays = 30;
}
