import { Setting, wholeNumber } from './setting.js';
import { WholeNumber } from '../validation/whole-number.js';

/** Retention periods of records that would otherwise grow without bound. */
export class RetentionConfig {
  /** Days that ended sessions are kept, 1–3650. */
  @Setting('SESSION_RETENTION_DAYS', wholeNumber)
  @WholeNumber(1, 3650, { message: 'must be a whole number of days from 1 to 3650' })
  endedSessionDays = 30;

  /** Ended sessions kept per card and user, 10–100000, newest first; briefly up to some dozen more. */
  @Setting('SESSIONS_KEPT', wholeNumber)
  @WholeNumber(10, 100_000)
  endedSessions = 1000;

  /** Days that usage counts and counts of live sessions are kept, 1–3650. */
  @Setting('ACTIVITY_RETENTION_DAYS', wholeNumber)
  @WholeNumber(1, 3650, { message: 'must be a whole number of days from 1 to 3650' })
  activityDays = 400;

  /** Days that individual refused requests are kept, 1–365. */
  @Setting('REFUSAL_RETENTION_DAYS', wholeNumber)
  @WholeNumber(1, 365, { message: 'must be a whole number of days from 1 to 365' })
  refusalDays = 14;

  /**
   * Refused requests of one application that a process records per hour, 10–1000000, at most a tenth of them from one
   * address. Further ones are only counted.
   */
  @Setting('REFUSALS_PER_HOUR', wholeNumber)
  @WholeNumber(10, 1_000_000)
  refusalsPerHour = 2000;

  /** Days that the audit log of administrators is kept, 30–3650. */
  @Setting('AUDIT_RETENTION_DAYS', wholeNumber)
  @WholeNumber(30, 3650, { message: 'must be a whole number of days from 30 to 3650' })
  auditDays = 730;

  /** Days that ended card jobs and their reports are kept, 1–3650. */
  @Setting('CARD_JOB_RETENTION_DAYS', wholeNumber)
  @WholeNumber(1, 3650, { message: 'must be a whole number of days from 1 to 3650' })
  cardJobDays = 90;

  /** Days that blocks are kept after their end, 1–3650. */
  @Setting('BLOCK_RETENTION_DAYS', wholeNumber)
  @WholeNumber(1, 3650, { message: 'must be a whole number of days from 1 to 3650' })
  blockDays = 90;

  /** Source versions kept per function, including the current one, 1–10000. */
  @Setting('FUNCTION_VERSIONS', wholeNumber)
  @WholeNumber(1, 10_000)
  functionVersions = 100;
}
