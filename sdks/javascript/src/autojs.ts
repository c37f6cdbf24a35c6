// The build for Auto.js and AutoX: one file of ES5, synchronous, without timers. It uses the cryptography and HTTP of
// Java, and Ed25519 of tweetnacl. A host without Java passes its own functions.
import nacl from 'tweetnacl';
import type { Result } from './core/answer.js';
import { ClientCore } from './core/client-core.js';
import { Failure, misuse } from './core/failure.js';
import { KeeperCore, type KeeperEvent } from './core/keeper-core.js';
import { type CommonOptions, isStore, readOptions } from './core/options.js';
import type { HttpOutcome, HttpRequest, Platform, Store } from './core/platform.js';
import type { SessionCore } from './core/session-core.js';
import { runNow, type Steps } from './core/steps.js';
import { base64url, utf8Bytes } from './core/text.js';
import { javaHost } from './autojs/java-host.js';

/** Functions that the host must provide, all synchronous. Bytes are lists of 0–255. */
export interface Host {
  sha256(bytes: number[]): ArrayLike<number>;
  hmacSha256(key: number[], bytes: number[]): ArrayLike<number>;
  md5(bytes: number[]): ArrayLike<number>;
  random(count: number): ArrayLike<number>;
  now(): number;
  monotonic(): number;
  send(request: HttpRequest): HttpOutcome;
  device(): { source: string; value: string } | undefined;
  /** Returns the application's text store, which uses the host's own storage. */
  store(appKey: string): Store;
}

export interface ClientOptions extends CommonOptions {
  store?: Store;
}

const METHODS = [
  'recharge',
  'rechargeUser',
  'register',
  'changePassword',
  'unbindByPassword',
  'softwareConfig',
  'notice',
  'latestVersion',
  'ping',
  'call',
  'openTicket',
  'requestCode',
  'deviceId',
];
const SESSION_METHODS = [
  'heartbeat',
  'logout',
  'consume',
  'ticket',
  'unbind',
  'setUnbindPassword',
  'readConfig',
  'setConfig',
  'variable',
  'callFunction',
];
const MEMBERS = [
  'token',
  'expires',
  'expiresTs',
  'hg',
  'features',
  'usesLeft',
  'cardType',
  'config',
  'result',
] as const;

type Method = (...args: unknown[]) => unknown;

/** Runs steps; throws an `Error` with `kind`, `code`, `tell` and so on. */
function done<T>(steps: () => Steps<T>): T {
  return withErrors(() => runNow(steps()));
}

function withErrors<T>(work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    if (!(thrown instanceof Failure)) throw thrown;
    const { kind, code, name, message, tell, serverMessage, reason, retryAfter } = thrown;
    const error = new Error(message) as Error & Record<string, unknown>;
    error['kind'] = kind;
    error['code'] = code;
    error['codeName'] = name;
    error['tell'] = tell;
    error['serverMessage'] = serverMessage;
    error['reason'] = reason;
    error['retryAfter'] = retryAfter;
    throw error;
  }
}

/** Adds the methods of a core to an object as synchronous methods. */
function addMethods(target: Record<string, unknown>, core: object, names: string[]): void {
  const methods = core as Record<string, (...args: unknown[]) => Steps<unknown>>;
  names.forEach((name) => {
    const method: Method = (...args) => done(() => methods[name]!.apply(core, args));
    target[name] = method;
  });
}

/** Creates a client. Pass `host` only where there is no Java. */
export function createClient(options: ClientOptions, host: Host = javaHost()): Record<string, unknown> {
  return done(function* () {
    const settings = readOptions(options);
    const { store = host.store(settings.appKey) } = options;
    if (!isStore(store)) throw misuse('store: it must be an object with read and write');
    const core = new ClientCore(platformOf(host), settings, store);
    yield* core.requests.publicKeys();
    const client: Record<string, unknown> = {
      login: (card: string) => sessionOf(done(() => core.login(card))),
      userLogin: (username: string, password: string) =>
        sessionOf(done(() => core.userLogin(username, password))),
      trialLogin: () => sessionOf(done(() => core.trialLogin())),
      variable: (name: string, card?: string): Result => done(() => core.variable(name, { card })),
      callFunction: (name: string, params?: string): Result =>
        done(() => core.callFunction(name, params, undefined)),
      dataGet: (key: string, scope?: string, card?: string) =>
        done(() => core.data('get', key, undefined, scope, card)),
      dataCreate: (key: string, value: string, scope?: string, card?: string) =>
        done(() => core.data('create', key, value, scope, card)),
      dataUpdate: (key: string, value: string, scope?: string, card?: string) =>
        done(() => core.data('update', key, value, scope, card)),
      dataDelete: (key: string, scope?: string, card?: string) =>
        done(() => core.data('delete', key, undefined, scope, card)),
      toString: () => `Latchkey client of ${settings.appKey} at ${settings.hosts.join(', ')}`,
    };
    addMethods(client, core, METHODS);
    return client;
  });
}

function sessionOf(core: SessionCore): Record<string, unknown> {
  const session: Record<string, unknown> = {};
  MEMBERS.forEach((name) => {
    Object.defineProperty(session, name, { enumerable: false, get: () => core[name] });
  });
  addMethods(session, core, SESSION_METHODS);
  session['keep'] = (handler?: (event: KeeperEvent) => void) => keeperOf(core, handler);
  session['toString'] = () => `Latchkey session until ${core.expires}`;
  return session;
}

/**
 * A keeper that the host drives by calling `tick()`, which returns the milliseconds until the next call. The time
 * asleep does not count towards the grace period. The keeper cannot distinguish a device that slept from a script that
 * rarely calls `tick()`. Therefore only the first late call of an outage counts as sleep. `state()` and `licensed()`
 * send no heartbeat, since the UI thread of Android must not send requests.
 */
function keeperOf(core: SessionCore, handler?: (event: KeeperEvent) => void): Record<string, unknown> {
  const emit = (event: KeeperEvent): void => {
    try {
      handler?.(event);
    } catch {
      // An error of the handler must not stop the keeper.
    }
  };
  const keeper = withErrors(() => new KeeperCore(core, emit, true));
  return {
    tick: () => done(() => keeper.tick()),
    state: () => {
      keeper.check();
      return keeper.state;
    },
    licensed: () => keeper.licensed,
    reason: () => keeper.reason,
    code: () => keeper.code,
    tell: () => keeper.tell,
    close: () => {
      if (!keeper.close()) return;
      try {
        runNow(core.logout());
      } catch {
        // The session ends after its timeout.
      }
    },
  };
}

function platformOf(host: Host): Platform {
  return {
    sha256: (text) => base64urlOf(host.sha256(utf8Bytes(text))),
    sha256Bytes: (bytes) => base64urlOf(host.sha256(bytes)),
    hmacSha256: (secret, text) => hexOf(host.hmacSha256(utf8Bytes(secret), utf8Bytes(text))),
    md5: (text) => hexOf(host.md5(utf8Bytes(text))),
    verify(publicKey, text, signature) {
      const [message, sign, key] = [utf8Bytes(text), signature, publicKey].map((it) => new Uint8Array(it));
      return nacl.sign.detached.verify(message!, sign!, key!);
    },
    random: (count) => host.random(count),
    now: () => host.now(),
    monotonic: () => host.monotonic(),
    send: (request) => host.send(request),
    device: () => host.device(),
  };
}

function hexOf(bytes: ArrayLike<number>): string {
  let text = '';
  for (let i = 0; i < bytes.length; i++) text += `0${(bytes[i]! & 255).toString(16)}`.slice(-2);
  return text;
}

function base64urlOf(bytes: ArrayLike<number>): string {
  const plain: number[] = [];
  for (let i = 0; i < bytes.length; i++) plain.push(bytes[i]! & 255);
  return base64url(plain);
}
