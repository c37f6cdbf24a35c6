// Node 20 or later, nothing to install: node client.mjs
import { createHash, createHmac, randomUUID } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';

// In your program these are constants.
const SERVER = process.env.LATCHKEY_SERVER; // https://license.example.com
const APP_KEY = process.env.LATCHKEY_APP_KEY;
const APP_SECRET = process.env.LATCHKEY_APP_SECRET;
const CARD = process.env.LATCHKEY_CARD;
const SIGN_MODE = process.env.LATCHKEY_SIGN_MODE ?? 'hmac-sha256'; // as the application is set to
const VARIABLE = process.env.LATCHKEY_VARIABLE ?? 'greeting';

let clockOffsetMs = 0; // how far the server's clock is ahead of this one

/** The server's answer has a code other than 0. */
class Refused extends Error {
  constructor(code, message) {
    super(`${code} ${message}`);
    this.code = code;
  }
}

/** No answer, or none that says anything about the card. */
class Offline extends Error {}

function sign(parameters) {
  // Names sorted by bytes, not by localeCompare; values as they are, before any URL encoding.
  const text = Object.keys(parameters)
    .toSorted()
    .map((name) => `${name}=${parameters[name]}`)
    .join('&');
  return SIGN_MODE === 'md5'
    ? createHash('md5')
        .update(text + APP_SECRET)
        .digest('hex')
    : createHmac('sha256', APP_SECRET).update(text).digest('hex');
}

/** Signs and sends one request; returns the answer and the server's time. */
async function send(method, path, given) {
  const timestamp = String(Math.floor((Date.now() + clockOffsetMs) / 1000));
  const parameters = { ...given, app_key: APP_KEY, timestamp, nonce: randomUUID() };
  const form = new URLSearchParams({ ...parameters, sign: sign(parameters) });
  const url = `${SERVER}/api/client/v1${path}`;
  try {
    const signal = AbortSignal.timeout(15_000);
    const response = await (method === 'GET'
      ? fetch(`${url}?${form}`, { signal })
      : fetch(url, { method: 'POST', body: form, signal }));
    const answer = await response.json();
    if (!Number.isInteger(answer.code)) throw new Error('no code in the answer');
    return { answer, serverTime: Date.parse(response.headers.get('date')) };
  } catch (error) {
    throw new Offline(error.cause?.message ?? error.message);
  }
}

/** Returns `result`; throws Refused or Offline. */
async function call(method, path, given) {
  let { answer, serverTime } = await send(method, path, given);
  if (answer.code === 10011 || answer.code === 10013) {
    clockOffsetMs = serverTime - Date.now(); // this clock is wrong: take the server's, sign anew
    ({ answer } = await send(method, path, given));
  }
  const { code, message, result = {} } = answer;
  if ([429, 500, 503].includes(code)) throw new Offline(`${code} ${message}`);
  if (code !== 0) throw new Refused(code, message);
  return result;
}

/** A random name made once: two PCs of one host name differ, and nothing tells whose PC it is. */
function deviceId(file = 'device-id.txt') {
  if (!existsSync(file)) writeFileSync(file, randomUUID());
  return readFileSync(file, 'utf8').trim();
}

function notLicensed(error) {
  console.log(`not licensed: ${error instanceof Offline ? `offline (${error.message})` : error.message}`);
  process.exit(1); // your program: close what the licence opens
}

let leaving = false; // set before the logout, after which a heartbeat is refused

async function keepAlive(token, interval) {
  let lastAnswer = performance.now();
  for (;;) {
    await setTimeout(interval * 1000);
    try {
      await call('POST', '/card/heartbeat', { card: CARD, token });
      lastAnswer = performance.now();
    } catch (error) {
      if (leaving) return;
      if (!(error instanceof Offline)) notLicensed(error);
      console.log(`offline: ${error.message}`);
      if (performance.now() - lastAnswer >= 3 * interval * 1000) {
        notLicensed(new Error('no answer for three heartbeats'));
      }
    }
  }
}

try {
  const session = await call('POST', '/card/login', { card: CARD, device_id: deviceId() });
  console.log(`licensed until ${session.expires} (${session.expires_ts})`);
  void keepAlive(session.token, session.hg); // beside what follows
  const showValue = async () => {
    // The work needs a value that only the server has, not a yes or no.
    const path = `/remote/variables/${encodeURIComponent(VARIABLE)}`;
    console.log(`value: ${(await call('GET', path, { kami: CARD })).value}`);
  };
  await showValue();
  for await (const _ of createInterface({ input: process.stdin })) await showValue(); // Enter: read it again
  leaving = true;
  await call('POST', '/card/logout', { card: CARD, token: session.token }); // end of input: log out
  console.log('logged out');
  process.exit(0);
} catch (error) {
  notLicensed(error);
}
