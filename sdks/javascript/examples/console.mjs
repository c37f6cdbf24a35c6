// Logs in with a card, and works until the licence ends or you press Ctrl-C: node examples/console.mjs
// Settings come from the environment here; in your program they are constants.
import { Client, LatchkeyError, RefusedError } from 'latchkey-client';
import { setTimeout } from 'node:timers/promises';

function setting(name) {
  const text = process.env[name];
  if (text) return text;
  console.error(`Set the environment variable ${name}.`);
  process.exit(1);
}

/** Tells the customer what to do, and the developer on stderr why. */
function complain(error) {
  if (!(error instanceof LatchkeyError)) throw error;
  const isRefused = error instanceof RefusedError;
  console.log(isRefused ? error.tell.en : 'The licence server cannot be reached. Please try again.');
  console.error(error.message);
}

const stop = new AbortController();
process.once('SIGINT', () => stop.abort());
let keeper;
try {
  const client = new Client({
    hosts: [setting('LATCHKEY_SERVER')],
    appKey: setting('LATCHKEY_APP_KEY'),
    appSecret: setting('LATCHKEY_APP_SECRET'),
    publicKeys: [setting('LATCHKEY_PUBLIC_KEY')],
    version: '1.0.0',
  });
  const session = await client.login(setting('LATCHKEY_CARD'));
  console.log(`licensed until ${session.expires}`);
  keeper = session.keep((event) => console.log(event.event, event.reason ?? '', event.code ?? ''));
  while (keeper.licensed && !stop.signal.aborted) {
    try {
      // The work needs a value that only the server has, not a yes or no.
      console.log('value:', (await session.variable('greeting')).value);
    } catch (error) {
      complain(error); // such as 10501: the application has no variable greeting
    }
    await setTimeout(5_000, undefined, { signal: stop.signal }).catch(() => undefined);
  }
  if (!keeper.licensed) {
    console.log(keeper.tell?.en ?? 'The licence has ended.');
    process.exitCode = 1;
  }
} catch (error) {
  process.exitCode = 1;
  complain(error);
} finally {
  await keeper?.close(); // logs out
}
