import { QueryFailedError } from 'typeorm';
import { errorCode, ServiceUnavailableError } from '@app/platform';

const UNIQUE_VIOLATION = new Set([
  'ER_DUP_ENTRY',
  'SQLITE_CONSTRAINT_UNIQUE',
  'SQLITE_CONSTRAINT_PRIMARYKEY',
]);
const NO_PARENT = new Set(['ER_NO_REFERENCED_ROW', 'ER_NO_REFERENCED_ROW_2', 'SQLITE_CONSTRAINT_FOREIGNKEY']);
const BUSY = new Set(['SQLITE_BUSY', 'SQLITE_BUSY_RECOVERY']);
const CONNECTION_LOST = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'ER_CONNECTION_KILLED',
  'ER_SERVER_SHUTDOWN',
  'PROTOCOL_CONNECTION_LOST',
]);
/**
 * Codes of a server that accepts no changes, because it is a replica or is no longer its group's primary. A new
 * connection may reach another server.
 */
const NOT_PRIMARY = new Set([
  'ER_OPTION_PREVENTS_STATEMENT',
  'ER_READ_ONLY_MODE',
  'ER_SERVER_OFFLINE_MODE',
  'ER_RUN_HOOK_ERROR',
  // While another node becomes the primary, changes of tables with ON DELETE CASCADE are refused.
  'ER_BEFORE_DML_VALIDATION_ERROR',
  'ER_GR_HOLD_KILLED',
  'ER_GR_HOLD_MEMBER_STATUS_ERROR',
  'ER_GR_HOLD_WAIT_TIMEOUT',
]);
/**
 * Codes of a transaction that was rolled back because of another transaction. Group Replication reports the second code
 * at a commit.
 */
const DEADLOCK = new Set(['ER_LOCK_DEADLOCK', 'ER_TRANSACTION_ROLLBACK_DURING_COMMIT']);
/** Codes of a statement that found a row locked. MariaDB reports `ER_LOCK_WAIT_TIMEOUT` even with NOWAIT. */
const ROW_LOCKED = new Set(['ER_LOCK_WAIT_TIMEOUT', 'ER_LOCK_NOWAIT']);
/**
 * Codes of a Galera node that does not belong to the majority. The node refuses statements with the first code, and
 * rolls back commits with the second code.
 */
const CLUSTER_NOT_READY = new Set(['ER_UNKNOWN_COM_ERROR', 'ER_ERROR_DURING_COMMIT']);
const TOO_SLOW = new Set([
  ...BUSY,
  ...CLUSTER_NOT_READY,
  ...NOT_PRIMARY,
  'ER_CON_COUNT_ERROR',
  // Deadlocks and locked rows, if they persist after retries.
  ...DEADLOCK,
  ...ROW_LOCKED,
  'ER_QUERY_INTERRUPTED',
  'ER_QUERY_TIMEOUT',
]);
/** Errors of MySQL and MariaDB with the numbers 1021, 1026, 1114 and 3019. */
const DISK_FULL = new Set([
  'ER_DISK_FULL',
  'ER_ERROR_ON_WRITE',
  'ER_RECORD_FILE_FULL',
  'ER_INNODB_UNDO_LOG_FULL',
  'ER_DISK_FULL_NOWAIT',
]);
/** The system error ENOSPC, and InnoDB's messages for it. */
const ENGINE_HAS_NO_ROOM = /error (28|132|168)\b|no space left/i;
/** MariaDB's error code for a statement that exceeded `max_statement_time`. The driver has no name for it. */
const STATEMENT_TIMEOUT = 1969;

export function isUniqueViolation(error: unknown): boolean {
  return error instanceof QueryFailedError && UNIQUE_VIOLATION.has(errorCode(error.driverError));
}

/** True if a row refers to a row that does not exist, for example because it was just deleted. */
export function isParentMissing(error: unknown): boolean {
  return error instanceof QueryFailedError && NO_PARENT.has(errorCode(error.driverError));
}

export function isDeadlock(error: unknown): boolean {
  return error instanceof QueryFailedError && DEADLOCK.has(errorCode(error.driverError));
}

/** True when a row stayed locked by another transaction beyond the wait limit. */
export function isRowLocked(error: unknown): boolean {
  return error instanceof QueryFailedError && ROW_LOCKED.has(errorCode(error.driverError));
}

/** True when another process holds SQLite's lock, or is recovering the database after a crash. */
export function isBusy(error: unknown): boolean {
  return error instanceof QueryFailedError && BUSY.has(errorCode(error.driverError));
}

/** True when the database could not write or read its files, usually because of a full disk. */
export function isDiskFailure(error: unknown): boolean {
  if (!(error instanceof QueryFailedError)) return false;
  const code = errorCode(error.driverError);
  const isOfEngine = code === 'ER_GET_ERRNO' && ENGINE_HAS_NO_ROOM.test(error.message);
  return isOfEngine || DISK_FULL.has(code) || /^SQLITE_(FULL|IOERR|CANTOPEN)/.test(code);
}

/** The disk of the database is full or broken. */
export class DatabaseDiskError extends ServiceUnavailableError {}

/** True if an error of the MySQL driver means that the server responds but accepts no changes. */
export function isNotPrimary(driverError: unknown): boolean {
  return NOT_PRIMARY.has(errorCode(driverError));
}

/** True when an error of the MySQL driver means that its connection is unusable. */
export function isConnectionLost(driverError: unknown): boolean {
  return (
    CONNECTION_LOST.has(errorCode(driverError)) || (driverError as { fatal?: unknown } | null)?.fatal === true
  );
}

/**
 * True if a transaction changed nothing and failed for a reason that need not affect the next transaction: an error in
 * its own work, or a deadlock. False if the database is unavailable, or if the commit may have succeeded.
 */
export function isOwnFailure(error: unknown): boolean {
  if (isDeadlock(error)) return true;
  const isOfCommit = error instanceof QueryFailedError && error.query === 'COMMIT';
  return !isOfCommit && !isDatabaseUnavailable(error);
}

/** True if the database was unreachable or too busy to respond. A later retry may succeed. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof ServiceUnavailableError) return true;
  const cause: unknown = error instanceof QueryFailedError ? error.driverError : error;
  const isTooSlow =
    TOO_SLOW.has(errorCode(cause)) || (cause as { errno?: unknown } | null)?.errno === STATEMENT_TIMEOUT;
  return isTooSlow || CONNECTION_LOST.has(errorCode(cause));
}
