// The driver of the conformance runner: ../conformance/README.md describes its lines.
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { inspect } from 'node:util';
import { Client, MisuseError } from './dist/esm/index.js';
import { readAnswer, readKeys } from './dist/esm/core/answer.js';
import { codeEntry } from './dist/esm/core/codes.js';
import { hashedDeviceId } from './dist/esm/core/device.js';
import { bindNonce, signRequest } from './dist/esm/core/requests.js';
import { run } from './dist/esm/core/steps.js';
import { requestCode, verifyTicket } from './dist/esm/core/tickets.js';
import { errorOf } from './dist/esm/errors.js';
import { nodePlatform as platform } from './dist/esm/node/platform.js';

const clients = new Map();
const sessions = new Map();
const keepers = new Map();

const inCamelCase = (name) => name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());
const inSnakeCase = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const renamed = (object, rename) =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [rename(name), value]));

function found(map, name) {
  const value = map.get(name);
  if (!value) throw new Error(`There is no ${name}`);
  return value;
}

/** Calls a method by its name in ../conformance/README.md. */
async function callMethod(target, method, args) {
  const names = { config: 'readConfig' };
  const name = target instanceof Client ? inCamelCase(method) : (names[method] ?? inCamelCase(method));
  if (typeof target[name] !== 'function') throw new Error(`There is no method ${name}`);
  const result = await target[name](...args.map((value) => value ?? undefined));
  if (method === 'open_ticket') return { claims: result };
  if (method === 'request_code') return { code: result };
  if (method === 'device_id') return { device_id: result };
  return result;
}

function describeSession(session) {
  const { token, expires, expiresTs, hg, features, usesLeft, cardType, config, result } = session;
  const members = { token, expires, expiresTs, hg, features, usesLeft, cardType, config, result };
  return renamed(members, inSnakeCase);
}

const actions = {
  async sign({ mode, secret, method, path, parameters }) {
    return { sign: await run(signRequest(platform, mode, secret, method, path, parameters)) };
  },
  async bind_nonce({ method, path, random, parameters }) {
    return { nonce: await run(bindNonce(platform, method, path, random, parameters)) };
  },
  async read_answer({ public_keys, method, path, nonce, status, body }) {
    const keys = await run(readKeys(platform, public_keys ?? []));
    if (!keys) throw new MisuseError('public_keys are wrong');
    const answer = await run(readAnswer(platform, keys, { method, path, nonce }, status, body));
    if (answer.failure) throw answer.failure;
    return { result: answer.result, time: answer.time };
  },
  async verify_ticket({ app_key, public_keys, device_id, ticket, now, greatest_time }) {
    const keys = await run(readKeys(platform, public_keys));
    const holder = { appKey: app_key, deviceId: device_id, keys, now, greatestTime: greatest_time };
    return { claims: await run(verifyTicket(platform, ticket, holder)) };
  },
  async request_code({ app_key, device_id }) {
    return { code: await run(requestCode(platform, app_key, device_id)) };
  },
  async device_id({ app_key, source, value }) {
    return { device_id: await run(hashedDeviceId(platform, app_key, { source, value })) };
  },
  code({ code }) {
    return codeEntry(code);
  },
  new({ client, options }) {
    clients.set(client, new Client(renamed(options, inCamelCase)));
  },
  describe({ client }) {
    const it = found(clients, client);
    return { text: [String(it), inspect(it), JSON.stringify(it)].join('\n') };
  },
  async login({ client, session, card, username, password, trial }) {
    const by = found(clients, client);
    const login = trial
      ? by.trialLogin()
      : card === undefined
        ? by.userLogin(username, password)
        : by.login(card);
    const opened = await login;
    sessions.set(session, opened);
    return describeSession(opened);
  },
  session({ session, method, arguments: args }) {
    return callMethod(found(sessions, session), method, args);
  },
  client({ client, method, arguments: args }) {
    return callMethod(found(clients, client), method, args);
  },
  keep({ session }) {
    const tell = ({ event, session: renewed, ...more }) => {
      const members = renewed ? { ...more, result: describeSession(renewed) } : more;
      write({ event, ...renamed(members, inSnakeCase), session });
    };
    keepers.set(session, found(sessions, session).keep(tell));
  },
  state({ session }) {
    const { state, licensed, reason, code, tell, beats } = found(keepers, session);
    const { expiresTs } = found(sessions, session);
    return { state, licensed, reason, code, tell, expires_ts: expiresTs, beats };
  },
  async close({ session }) {
    await found(keepers, session).close();
  },
  resources() {
    const sockets = process.getActiveResourcesInfo().filter((it) => /^(?:TCP|TLS)/.test(it)).length;
    return { sockets, memory: process.memoryUsage().rss };
  },
  exit() {},
};

function describeError(thrown) {
  const error = errorOf(thrown);
  const { kind, code, codeName: name, serverMessage, tell, reason, retryAfter } = error;
  const message = serverMessage ?? error.message;
  if (kind === undefined) console.error(error);
  return { kind: kind ?? 'bug', code, name, message, tell, reason, retry_after: retryAfter };
}

function write(message) {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}

async function answer(line) {
  const { id, do: action, ...fields } = JSON.parse(line);
  try {
    if (!Object.hasOwn(actions, action)) throw new Error(`There is no ${action}`);
    write({ id, ok: (await actions[action](fields)) ?? {} });
  } catch (error) {
    write({ id, error: describeError(error) });
  }
  if (action !== 'exit') return;
  input.close();
  process.stdin.destroy();
}

const input = createInterface({ input: process.stdin });
input.on('line', (line) => void answer(line));
await once(input, 'close');
