import {
  ConfigurationError,
  errorMessage,
  NotReadyError,
  type StartupError,
  tlsAdvice,
  errorCode,
} from '@app/platform';
import { isDatabaseUnavailable } from './database-errors.js';

/**
 * Codes of temporary faults: the database server is unreachable, starting or too busy, or its name cannot be resolved
 * yet.
 */
const PASSES = new Set([
  'EAI_AGAIN',
  'ECONNABORTED',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'ENOTFOUND',
  'ER_HOST_IS_BLOCKED',
  'ER_SERVER_OFFLINE_MODE',
  'ER_TOO_MANY_USER_CONNECTIONS',
  'ER_USER_LIMIT_REACHED',
]);

/** Codes of a full or faulty disk. Both faults can be resolved without a change of settings. */
const SQLITE_DISK = /^SQLITE_(FULL|IOERR)/;

const TLS_PARAMETERS = '?ssl-ca=<file of its certificate authority>';
const ADVICE: Record<string, (isEncrypted: boolean) => string> = {
  ER_ACCESS_DENIED_ERROR: (isEncrypted) =>
    'check the name and the password in DATABASE_URL' +
    (isEncrypted ? '' : `; an account that requires TLS also needs ${TLS_PARAMETERS} there`),
  ER_DBACCESS_DENIED_ERROR: () => 'grant the account access to the database in DATABASE_URL',
  ER_BAD_DB_ERROR: () => 'create it, or set another one in DATABASE_URL',
  ER_SECURE_TRANSPORT_REQUIRED: () => `add ${TLS_PARAMETERS} to DATABASE_URL`,
  HANDSHAKE_NO_SSL_SUPPORT: () => 'turn on TLS there, or remove the TLS parameters from DATABASE_URL',
  ETIMEDOUT: () => 'there is no response; check the host, the port and firewalls',
};

/**
 * Returns an error that explains why the database is not usable and how to fix it.
 * @param isEncrypted true when TLS was requested
 * @returns a `NotReadyError` if the database may become available later
 */
export function openingFault(error: unknown, isEncrypted: boolean): StartupError {
  const code = errorCode(error);
  const message = errorMessage(error);
  const advice = tlsAdvice(message, 'ssl-ca in DATABASE_URL') ?? ADVICE[code]?.(isEncrypted);
  const words = `The database cannot be opened: ${message}${advice ? ` (${advice})` : ''}`;
  const passes = PASSES.has(code) || isDatabaseUnavailable(error) || SQLITE_DISK.test(code);
  return passes ? new NotReadyError(words) : new ConfigurationError(words);
}
