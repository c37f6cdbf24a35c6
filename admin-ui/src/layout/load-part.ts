import { connection } from '../api/server-connection';

/** Prefix of keys in the session storage. A key marks a part whose missing script has caused a reload of the page. */
const RELOADED = 'latchkey.reloaded.';

/**
 * Loads a script of the panel. If the script is missing because the server has a newer panel, the browser reloads the
 * page once the server is available. Use this only for pages that are being opened: they have no user input to lose.
 * @param name identifies the part: each part causes at most one reload until it loads successfully, whatever happens to
 * other parts
 */
export async function loadPart<T>(name: string, load: () => Promise<T>): Promise<T> {
  const reloaded = RELOADED + name;
  try {
    const part = await load();
    sessionStorage.removeItem(reloaded);
    return part;
  } catch (error) {
    connection.interrupt();
    await connection.retryNow();
    await connection.untilRestored();
    // If the part fails again after the reload, it is broken: the page then shows the error.
    if (sessionStorage.getItem(reloaded)) throw error;
    sessionStorage.setItem(reloaded, 'yes');
    location.reload();
    return new Promise<never>(() => undefined);
  }
}
