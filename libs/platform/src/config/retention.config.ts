import { Setting, wholeNumber } from './setting.js';
import { WholeNumber } from '../validation/whole-number.js';

/** Retention periods for records that would otherwise accumulate without limit. */
export class RetentionConfig {
  /** Number of days for which ended sessions are kept, 1–3650. */
  @Setting('SESSION_RETENTION_DAYS', wholeNumber)
  @WholeNumber(1, 3650, { message: 'must be a whole number of days from 1 to 3650' })
  endedSessionDays = 30;

  /**
   * Maximum number of ended sessions kept per card or user, 10–100000. The newest sessions are kept. A few dozen more
   * may exist for a short time.
   */
  @Setting('SESSIONS_KEPT', wholeNumber)
  @WholeNumber(10, 100_000)
  endedSessions = 1000;

  /** Number of days for which usage counts and counts of live sessions are kept, 1–3650. */
  @Setting('ACTIVITY_RETENTION_DAYS', wholeNumber)
  @WholeNumber(1, 3650, { message: 'must be a whole number of days from 1 to 3650' })
  activityDays = 400;

  /** Number of days for which individual refused requests are kept, 1–365. */
  @Setting('REFUSAL_RETENTION_DAYS', wholeNumber)
  @WholeNumber(1, 365, { message: 'must be a whole number of days from 1 to 365' })
  refusalDays = 14;

  /**
   * Maximum refused requests of one application that a process records per hour, 10–1000000. At most a tenth of this
   * number can be from one address. Further refused requests are only counted.
   */
  @Setting('REFUSALS_PER_HOUR', wholeNumber)
  @WholeNumber(10, 1_000_000)
  refusalsPerHour = 2000;

  /** Number of days for which the audit log of administrators is kept, 30–3650. */
  @Setting('AUDIT_RETENTION_DAYS', wholeNumber)
  @WholeNumber(30, 3650, { message: 'must be a whole number of days from 30 to 3650' })
  auditDays = 730;

  /**
   * Number of days for which ended card jobs and their reports are kept, 1–3650. Afterwards, a request with the
   * `requestKey` of a deleted job starts a new job.
   */
  @Setting('CARD_JOB_RETENTION_DAYS', wholeNumber)
  @WholeNumber(1, 3650, { message: 'must be a whole number of days from 1 to 3650' })
  cardJobDays = 90;

  /** Number of days for which blocks are kept after their end, 1–3650. */
  @Setting('BLOCK_RETENTION_DAYS', wholeNumber)
  @WholeNumber(1, 3650, { message: 'must be a whole number of days from 1 to 3650' })
  blockDays = 90;

  /**
   * Number of days for which trials are kept after their end, 1–3650. Afterwards the device can have a new trial, so
   * choose a period longer than the longest interval in which an application allows a device one trial.
   */
  @Setting('TRIAL_RETENTION_DAYS', wholeNumber)
  @WholeNumber(1, 3650, { message: 'must be a whole number of days from 1 to 3650' })
  trialDays = 730;

  /** Source versions kept per function, including the current one, 1–10000. */
  @Setting('FUNCTION_VERSIONS', wholeNumber)
  @WholeNumber(1, 10_000)
  functionVersions = 100;

  /** Values kept per variable, including the current one, 1–10000. */
  @Setting('VARIABLE_VERSIONS', wholeNumber)
  @WholeNumber(1, 10_000)
  variableVersions = 100;
}
