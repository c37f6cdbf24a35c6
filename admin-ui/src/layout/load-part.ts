/** Milliseconds between attempts while the server does not answer. */
const RETRY_MS = 2000;

/** Key of the address that was last reloaded because a script was missing. */
const RELOADED = 'latchkey.reloaded';

/**
 * Loads a script of the panel. A server with a newer panel no longer has the script, so the browser reloads the page;
 * until the server answers, the load is tried again. Only for pages that are being opened: they have no input yet.
 */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    const part = await load();
    sessionStorage.removeItem(RELOADED);
    return part;
  } catch (error) {
    while (!(await doesAnswer())) await new Promise((done) => setTimeout(done, RETRY_MS));
    // A page that fails after its reload too is broken, and react-admin shows the error.
    if (sessionStorage.getItem(RELOADED) === location.href) throw error;
    sessionStorage.setItem(RELOADED, location.href);
    location.reload();
    return new Promise<never>(() => undefined);
  }
}

async function doesAnswer(): Promise<boolean> {
  const answer = await fetch('/health/live', { cache: 'no-store' }).catch(() => undefined);
  return answer?.ok === true;
}
