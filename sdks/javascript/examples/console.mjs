// Logs in with a card and runs until the licence ends or Ctrl-C is pressed.
import { Client, RefusedError, UnavailableError } from 'latchkey-client';

const { LATCHKEY_SERVER, LATCHKEY_APP_KEY, LATCHKEY_APP_SECRET, LATCHKEY_PUBLIC_KEY, LATCHKEY_CARD } =
  process.env;

const client = new Client({
  hosts: [LATCHKEY_SERVER],
  appKey: LATCHKEY_APP_KEY,
  appSecret: LATCHKEY_APP_SECRET,
  publicKeys: [LATCHKEY_PUBLIC_KEY],
});

try {
  const session = await client.login(LATCHKEY_CARD);
  console.log(`licensed until ${session.expires}`);
  const work = setInterval(() => console.log('working'), 10_000); // your program
  const keeper = session.keep((event) => {
    console.log(event);
    if (event.event === 'ended') clearInterval(work);
  });
  process.once('SIGINT', () => {
    clearInterval(work);
    void keeper.close();
  });
} catch (error) {
  process.exitCode = 1;
  if (error instanceof RefusedError) console.log(`not licensed: ${error.tell.en} (${error.code})`);
  else if (error instanceof UnavailableError) console.log(`not licensed: no server (${error.reason})`);
  else throw error;
}
