/** For a locked row a request waits for this part of the time that it waits for a connection. */
const FOR_ROWS = 0.6;

let waitMs = 5_000;

/** Sets how long this process's requests wait for the database (`DATABASE_WAIT_SECONDS`). */
export function setDatabaseWait(seconds: number): void {
  waitMs = seconds * 1000;
}

/** The longest that a request waits for a connection, on SQLite for its turn, in milliseconds. */
export function connectionWaitMs(): number {
  return waitMs;
}

/** The longest that a request waits for a row that another one has locked, in milliseconds. */
export function rowWaitMs(): number {
  return waitMs * FOR_ROWS;
}
