import { connection } from '../api/server-connection';

/** Key of the address that was last reloaded because a script was missing. */
const RELOADED = 'latchkey.reloaded';

/**
 * Loads a script of the panel. A server with a newer panel no longer has the script, so the browser reloads the page,
 * after waiting for a server that is away. Only for pages that are being opened: they have no input yet.
 */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    const part = await load();
    sessionStorage.removeItem(RELOADED);
    return part;
  } catch (error) {
    connection.noteFailure();
    await connection.retryNow();
    await connection.untilBack();
    // A page that fails after its reload too is broken, and react-admin shows the error.
    if (sessionStorage.getItem(RELOADED) === location.href) throw error;
    sessionStorage.setItem(RELOADED, location.href);
    location.reload();
    return new Promise<never>(() => undefined);
  }
}
