import { expect, it } from '@jest/globals';
import { ConfigurationError, NotReadyError } from '@app/platform';
import { openingFault } from './opening-fault.js';

it.each([
  // Temporary faults: for example, somebody may free space, or the disk or server may come back.
  ['SQLITE_FULL', NotReadyError],
  ['SQLITE_IOERR', NotReadyError],
  ['SQLITE_IOERR_WRITE', NotReadyError],
  ['ECONNREFUSED', NotReadyError],
  ['ENOTFOUND', NotReadyError],
  ['ER_CON_COUNT_ERROR', NotReadyError],
  // Faults that last until somebody changes a setting or a file.
  ['SQLITE_CANTOPEN', ConfigurationError],
  ['SQLITE_NOTADB', ConfigurationError],
  ['SQLITE_READONLY', ConfigurationError],
  ['ER_ACCESS_DENIED_ERROR', ConfigurationError],
  ['ER_BAD_DB_ERROR', ConfigurationError],
])('openingFault: %s', (code, kind) => {
  const fault = openingFault(Object.assign(new Error('words of the driver'), { code }), false);
  expect(fault).toBeInstanceOf(kind);
  expect(fault.message).toMatch(/^The database cannot be opened: words of the driver/);
});
