import { QueryFailedError } from 'typeorm';

const UNIQUE_VIOLATION = new Set([
  'ER_DUP_ENTRY',
  'SQLITE_CONSTRAINT_UNIQUE',
  'SQLITE_CONSTRAINT_PRIMARYKEY',
]);
const BUSY = new Set(['SQLITE_BUSY', 'SQLITE_BUSY_RECOVERY']);
const UNREACHABLE = new Set([
  ...BUSY,
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'ER_CON_COUNT_ERROR',
  'ER_LOCK_WAIT_TIMEOUT',
  'ER_SERVER_SHUTDOWN',
  'PROTOCOL_CONNECTION_LOST',
  'PROTOCOL_SEQUENCE_TIMEOUT',
]);

export function isUniqueViolation(error: unknown): boolean {
  return error instanceof QueryFailedError && UNIQUE_VIOLATION.has(codeOf(error.driverError));
}

export function isDeadlock(error: unknown): boolean {
  return error instanceof QueryFailedError && codeOf(error.driverError) === 'ER_LOCK_DEADLOCK';
}

/** Whether another process holds SQLite's lock, or is just bringing the database back after a crash. */
export function isBusy(error: unknown): boolean {
  return error instanceof QueryFailedError && BUSY.has(codeOf(error.driverError));
}

/** Whether the database could not be reached or was too busy to answer: worth another try later. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const cause: unknown = error instanceof QueryFailedError ? error.driverError : error;
  return UNREACHABLE.has(codeOf(cause));
}

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}
