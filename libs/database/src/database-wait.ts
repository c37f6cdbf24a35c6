/** Maximum time in milliseconds that others wait on SQLite while a large transaction, such as a card job, runs. */
export const LARGE_TRANSACTION_WAIT_MS = 30_000;

/** Maximum wait for a locked row, as a fraction of the maximum wait for a connection. */
const FOR_ROWS = 0.6;

let waitMs = 5_000;

/** Sets how long this process's requests wait for the database (`DATABASE_WAIT_SECONDS`). */
export function setDatabaseWait(seconds: number): void {
  waitMs = seconds * 1000;
}

/** Returns the maximum time that a request waits for a connection (on SQLite, for a permit), in milliseconds. */
export function connectionWaitMs(): number {
  return waitMs;
}

/** Returns the maximum time that a request waits for a locked row, in milliseconds. */
export function rowWaitMs(): number {
  return waitMs * FOR_ROWS;
}
