import type { Result } from './core/answer.js';
import { ClientCore, type Features } from './core/client-core.js';
import { misuse } from './core/failure.js';
import { type CommonOptions, readOptions } from './core/options.js';
import type { Platform, Store } from './core/platform.js';
import type { SessionCore } from './core/session-core.js';
import { run, type Steps } from './core/steps.js';
import type { Claims } from './core/tickets.js';
import { errorOf } from './errors.js';
import { Keeper, type KeeperHandler } from './keeper.js';

export type DataScope = 'app' | 'card';
export type RequestParameters = Record<string, string | number | boolean | undefined>;

/** Runs the core's steps and throws errors of this package. */
async function done<T>(steps: Steps<T>): Promise<T> {
  try {
    return await run(steps);
  } catch (thrown) {
    throw errorOf(thrown);
  }
}

/** A client of a Latchkey server for one application. Subclasses provide the platform. */
export class BaseClient {
  readonly #core: ClientCore;

  protected constructor(platform: Platform, options: CommonOptions, store: (appKey: string) => Store) {
    try {
      const settings = readOptions(options);
      if (settings.signMode === 'md5' && !platform.md5) {
        throw misuse('signMode: browsers have no md5');
      }
      settings.publicKeys.forEach(requireKey);
      this.#core = new ClientCore(platform, settings, store(settings.appKey));
    } catch (thrown) {
      throw errorOf(thrown);
    }
  }

  /** Logs in with a card. */
  async login(card: string): Promise<Session> {
    return new Session(await done(this.#core.login(card)));
  }

  /** Logs in with a user name and a password. */
  async userLogin(username: string, password: string): Promise<Session> {
    return new Session(await done(this.#core.userLogin(username, password)));
  }

  /** Starts or continues the trial of this device. */
  async trialLogin(): Promise<Session> {
    return new Session(await done(this.#core.trialLogin()));
  }

  /** Consumes the unused card `useCard` and adds its time and uses to a card. */
  recharge(card: string, useCard: string): Promise<Result> {
    return done(this.#core.recharge(card, useCard));
  }

  rechargeUser(username: string, card: string): Promise<Result> {
    return done(this.#core.rechargeUser(username, card));
  }

  register(username: string, password: string, card: string): Promise<Result> {
    return done(this.#core.register(username, password, card));
  }

  /** Changes a user's password. All sessions of the user end. */
  changePassword(username: string, password: string, newPassword: string): Promise<Result> {
    return done(this.#core.changePassword(username, password, newPassword));
  }

  unbindByPassword(card: string, password: string): Promise<Result> {
    return done(this.#core.unbindByPassword(card, password));
  }

  /**
   * Reads a remote variable.
   * @param card for variables that require a card
   */
  variable(name: string, card?: string): Promise<Result> {
    return done(this.#core.variable(name, { card }));
  }

  dataGet(key: string, scope?: DataScope, card?: string): Promise<Result> {
    return done(this.#core.data('get', key, undefined, scope, card));
  }

  dataCreate(key: string, value: string, scope?: DataScope, card?: string): Promise<Result> {
    return done(this.#core.data('create', key, value, scope, card));
  }

  dataUpdate(key: string, value: string, scope?: DataScope, card?: string): Promise<Result> {
    return done(this.#core.data('update', key, value, scope, card));
  }

  dataDelete(key: string, scope?: DataScope, card?: string): Promise<Result> {
    return done(this.#core.data('delete', key, undefined, scope, card));
  }

  /**
   * Calls a remote function.
   * @param params text of a JSON list
   */
  callFunction(name: string, params?: string): Promise<Result> {
    return done(this.#core.callFunction(name, params, undefined));
  }

  softwareConfig(): Promise<Result> {
    return done(this.#core.softwareConfig());
  }

  notice(): Promise<Result> {
    return done(this.#core.notice());
  }

  /** Returns the latest version of a channel; refused with 10304 if there is no newer version. */
  latestVersion(channel?: string): Promise<Result> {
    return done(this.#core.latestVersion(channel));
  }

  /** Requests the server's time. The answer is not signed. */
  ping(): Promise<Result> {
    return done(this.#core.ping());
  }

  /**
   * Sends any other signed request.
   * @param path below `/api/client/v1`, such as `/card/config`
   */
  call(method: 'GET' | 'POST' | 'DELETE', path: string, parameters?: RequestParameters): Promise<Result> {
    return done(this.#core.call(method, path, parameters));
  }

  /** Verifies the stored offline ticket, or a ticket that the customer brings, without the server. */
  openTicket(text?: string): Promise<Claims> {
    return done(this.#core.openTicket(text));
  }

  /** Returns the code with which the customer fetches a ticket for this device. */
  requestCode(): Promise<string> {
    return done(this.#core.requestCode());
  }

  deviceId(): Promise<string> {
    return done(this.#core.deviceId());
  }

  /** Contains the hosts and the application, but no secrets. */
  toString(): string {
    const { hosts, appKey } = this.#core.settings;
    return `Latchkey client of ${appKey} at ${hosts.join(', ')}`;
  }

  toJSON(): string {
    return this.toString();
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return this.toString();
  }
}

/** An open session. */
export class Session {
  readonly #core: SessionCore;

  constructor(core: SessionCore) {
    this.#core = core;
  }

  get token(): string {
    return this.#core.token;
  }

  /** End of the licence in the application's time zone, as a text for display. Use `expiresTs` for calculations. */
  get expires(): string {
    return this.#core.expires;
  }

  /** End of the licence in epoch seconds. */
  get expiresTs(): number {
    return this.#core.expiresTs;
  }

  /** Seconds between heartbeats. */
  get hg(): number {
    return this.#core.hg;
  }

  get features(): Features {
    return this.#core.features;
  }

  /** Uses that are left; `undefined` if they are not counted. */
  get usesLeft(): number | undefined {
    return this.#core.usesLeft;
  }

  get cardType(): string | undefined {
    return this.#core.cardType;
  }

  get config(): string | undefined {
    return this.#core.config;
  }

  /** All members of the login's answer. */
  get result(): Result {
    return this.#core.result;
  }

  heartbeat(): Promise<Result> {
    return done(this.#core.heartbeat());
  }

  logout(): Promise<Result> {
    return done(this.#core.logout());
  }

  /**
   * Deducts uses.
   * @param requestId identifies this consumption; a repeated call with the same id deducts no further uses
   */
  consume(requestId: string, amount = 1): Promise<Result> {
    return done(this.#core.consume(requestId, amount));
  }

  /** Fetches an offline ticket and stores it. */
  ticket(): Promise<Result> {
    return done(this.#core.ticket());
  }

  unbind(deviceId: string): Promise<Result> {
    return done(this.#core.unbind(deviceId));
  }

  setUnbindPassword(password: string): Promise<Result> {
    return done(this.#core.setUnbindPassword(password));
  }

  readConfig(): Promise<Result> {
    return done(this.#core.readConfig());
  }

  setConfig(text: string): Promise<Result> {
    return done(this.#core.setConfig(text));
  }

  variable(name: string): Promise<Result> {
    return done(this.#core.variable(name));
  }

  callFunction(name: string, params?: string, requestId?: string): Promise<Result> {
    return done(this.#core.callFunction(name, params, requestId));
  }

  /** Keeps the session alive in the background until `close()`. Throws a misuse error for a session that has ended. */
  keep(onEvent?: KeeperHandler): Keeper {
    try {
      return new Keeper(this, this.#core, onEvent);
    } catch (thrown) {
      throw errorOf(thrown);
    }
  }

  toString(): string {
    return `Latchkey session until ${this.expires}`;
  }

  toJSON(): string {
    return this.toString();
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return this.toString();
  }
}

function requireKey(key: string): void {
  if (!/^[A-Za-z0-9_-]{43}$/.test(key)) {
    throw misuse('publicKeys: each must be 32 bytes in base64url without padding');
  }
}
