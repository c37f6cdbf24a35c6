// Logs in with a card, and works while the licence holds.
import { Client, LatchkeyError, RefusedError } from 'latchkey-client';
import { setTimeout as sleep } from 'node:timers/promises';

const SERVER = 'https://licence.example.com';
const APP_KEY = 'YOUR_APP_KEY';
const APP_SECRET = 'YOUR_APP_SECRET';
const PUBLIC_KEYS = ['YOUR_PUBLIC_KEY']; // without a key, answers are not verified
const SIGN_MODE = 'hmac-sha256-path';
const CARD = 'YOUR_CARD';

process.exitCode = 1;
try {
  const client = new Client({
    hosts: [SERVER],
    appKey: APP_KEY,
    appSecret: APP_SECRET,
    publicKeys: PUBLIC_KEYS,
    signMode: SIGN_MODE,
  });
  const session = await client.login(CARD);
  console.log('licensed until', session.expires);

  const keeper = session.keep(({ event }) => console.log(event)); // sends heartbeats
  process.once('SIGINT', () => keeper.close().then(() => process.exit(0))); // Ctrl-C logs out
  while (keeper.licensed) await sleep(1000); // your work
  console.log('The licence has ended:', keeper.tell?.en ?? keeper.reason);
} catch (error) {
  if (error instanceof RefusedError) {
    console.log(error.tell.en); // for the customer; zh is Chinese
    console.error(error.message); // for the developer
  } else if (error instanceof LatchkeyError) {
    console.log('There is no licence:', error.message); // for the developer; tell a customer in your own words
  } else throw error;
}
