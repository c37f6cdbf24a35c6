import { connection } from '../api/server-connection';

/** Prefix of the keys of parts for which the page was reloaded, since their script was missing. */
const RELOADED = 'latchkey.reloaded.';

/**
 * Loads a script of the panel. A server with a newer panel no longer has the script, so the browser reloads the page
 * once the server is available. Only for pages that are being opened, since they have no user input yet.
 * @param name identifies the part, so that the success of another part does not allow a second reload
 */
export async function loadPart<T>(name: string, load: () => Promise<T>): Promise<T> {
  const reloaded = RELOADED + name;
  try {
    const part = await load();
    sessionStorage.removeItem(reloaded);
    return part;
  } catch (error) {
    connection.noteFailure();
    await connection.retryNow();
    await connection.untilBack();
    // A part that fails after the reload too is broken, and the page shows the error.
    if (sessionStorage.getItem(reloaded)) throw error;
    sessionStorage.setItem(reloaded, 'yes');
    location.reload();
    return new Promise<never>(() => undefined);
  }
}
