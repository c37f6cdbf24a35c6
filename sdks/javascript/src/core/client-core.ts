import { isObject, type Result } from './answer.js';
import { hashedDeviceId, randomValue } from './device.js';
import { cardText, Failure, misuse, requireTexts, ticketRefused, unavailable } from './failure.js';
import { Memory } from './memory.js';
import type { Settings } from './options.js';
import type { DeviceSource, Platform, Store } from './platform.js';
import { type Call, Requests } from './requests.js';
import { SessionCore } from './session-core.js';
import { type Steps, wait } from './steps.js';
import { percentEncode, wellFormed } from './text.js';
import { type Claims, readTicket, requestCode, verifyTicket } from './tickets.js';

export type Features = Record<string, string | number | boolean>;

/** The credentials of a login, kept to log in again. */
export type Holder =
  { kind: 'card'; card: string } | { kind: 'user'; username: string; password: string } | { kind: 'trial' };

/** Source of an id that does not come from the machine. */
const RANDOM = 'random';
const NAME = /^[^/?#\u0000-\u001f]{1,64}$/;

/** The client's methods as steps, which both builds run. */
export class ClientCore {
  readonly requests: Requests;
  private readonly memory: Memory;
  private device: string | undefined;
  private source: DeviceSource | undefined;

  constructor(
    readonly platform: Platform,
    readonly settings: Settings,
    store: Store,
  ) {
    this.memory = new Memory(store, settings.appKey);
    this.requests = new Requests(platform, settings, (seconds) => this.memory.provedTime(seconds));
  }

  /**
   * Returns the given or the stored device id. If there is none, stores and returns that of this machine, or a random one.
   */
  *deviceId(): Steps<string> {
    const { appKey, deviceId } = this.settings;
    if (deviceId !== undefined) return wellFormed(deviceId);
    if (this.device !== undefined) return this.device;
    const remembered = readDevice(yield* this.memory.read('device'), appKey);
    if (remembered !== undefined) return (this.device ??= remembered);
    const found = yield* wait(this.platform.device());
    // Two calls at the same time must get the same random id.
    this.source ??= found ?? { source: RANDOM, value: randomValue(this.platform) };
    const device = yield* hashedDeviceId(this.platform, appKey, this.source);
    const text = JSON.stringify({ app_key: appKey, device_id: device });
    if (this.source.source === RANDOM) return (this.device = yield* this.claimDevice(device, text));
    yield* this.memory.save('device', text);
    return (this.device = device);
  }

  /** Stores a random device id. If another program stores its id at the same time, the first id counts for both. */
  private *claimDevice(device: string, text: string): Steps<string> {
    const { appKey } = this.settings;
    let reason = yield* this.memory.save('device', text, true);
    if (reason === undefined) {
      const stored = readDevice(yield* this.memory.read('device'), appKey);
      if (stored !== undefined) return stored;
      reason = yield* this.memory.save('device', text); // the text was no id of this application
    }
    // With a random id that is not stored, the program would count as a new device at each start.
    if (reason !== undefined) {
      throw misuse(
        `store: it cannot store the random device id (${reason}): give a store that can be written, or deviceId`,
      );
    }
    return device;
  }

  *send(call: Call): Steps<Result> {
    return yield* this.requests.send(call);
  }

  *login(card: string): Steps<SessionCore> {
    return yield* this.open({ kind: 'card', card: cardText('card', card) });
  }

  *userLogin(username: string, password: string): Steps<SessionCore> {
    requireTexts({ username, password });
    return yield* this.open({ kind: 'user', username, password });
  }

  *trialLogin(): Steps<SessionCore> {
    return yield* this.open({ kind: 'trial' });
  }

  /**
   * Logs in and returns the result with its features.
   * @param more further parameters
   * @param isOver see `Call`
   */
  *logIn(
    holder: Holder,
    more: Record<string, string> = {},
    isOver?: () => boolean,
  ): Steps<{ result: Result; features: Features }> {
    const device_id = yield* this.deviceId();
    const parameters = { ...identityOf(holder), device_id, ...more };
    const result = yield* this.send({ method: 'POST', path: `/${holder.kind}/login`, parameters, isOver });
    return { result, features: featuresOf(result['features']) };
  }

  private *open(holder: Holder): Steps<SessionCore> {
    const { result, features } = yield* this.logIn(holder);
    return new SessionCore(this, holder, result, features);
  }

  *recharge(card: string, useCard: string): Steps<Result> {
    const cards = { card: cardText('card', card), use_card: cardText('useCard', useCard) };
    return yield* this.once('/card/recharge', cards);
  }

  *rechargeUser(username: string, card: string): Steps<Result> {
    requireTexts({ username });
    return yield* this.once('/user/recharge', { username, card: cardText('card', card) });
  }

  *register(username: string, password: string, card: string): Steps<Result> {
    requireTexts({ username, password });
    const trimmed = cardText('card', card);
    const device_id = yield* this.deviceId();
    return yield* this.once('/user/register', { username, password, card: trimmed, device_id });
  }

  *changePassword(username: string, password: string, newPassword: string): Steps<Result> {
    requireTexts({ username, password, newPassword });
    return yield* this.once('/user/password', { username, password, new_password: newPassword });
  }

  *unbindByPassword(card: string, password: string): Steps<Result> {
    requireTexts({ card, password });
    return yield* this.once('/card/unbind-by-password', { card, password });
  }

  *variable(name: string, identity: Call['parameters'] = {}): Steps<Result> {
    return yield* this.send({ method: 'GET', path: named('/remote/variables/', name), parameters: identity });
  }

  *data(
    action: 'get' | 'create' | 'update' | 'delete',
    key: string,
    value: string | undefined,
    scope: string | undefined,
    card: string | undefined,
  ): Steps<Result> {
    const path = named('/remote/data/', key);
    if (action === 'get') return yield* this.send({ method: 'GET', path, parameters: { scope, card } });
    if (action === 'delete') return yield* this.send({ method: 'DELETE', path, parameters: { scope, card } });
    if (typeof value !== 'string') throw misuse('value: it must be a text');
    const parameters = { scope, card, action, value };
    return yield* this.send({ method: 'POST', path, parameters, repeatable: action === 'update' });
  }

  *callFunction(
    name: string,
    params: string | undefined,
    requestId: string | undefined,
    identity: Call['parameters'] = {},
  ): Steps<Result> {
    if (params !== undefined && typeof params !== 'string') throw misuse('params: it must be a text of JSON');
    const path = `${named('/remote/functions/', name)}/call`;
    const parameters = { ...identity, params, request_id: requestId };
    return yield* this.send({ method: 'POST', path, parameters, repeatable: requestId !== undefined });
  }

  *softwareConfig(): Steps<Result> {
    return yield* this.send({ method: 'GET', path: '/software/config' });
  }

  *notice(): Steps<Result> {
    return yield* this.send({ method: 'GET', path: '/software/notice' });
  }

  *latestVersion(channel: string | undefined): Steps<Result> {
    return yield* this.send({ method: 'GET', path: '/software/version/latest', parameters: { channel } });
  }

  *ping(): Steps<Result> {
    return yield* this.requests.ping();
  }

  /** Sends any signed request. After a failure, only a GET is sent to another host. */
  *call(method: string, path: string, parameters: Call['parameters']): Steps<Result> {
    const known = method as Call['method'];
    const call = { method: known, path, repeatable: known === 'GET' };
    return yield* this.send(parameters === undefined ? call : { ...call, parameters });
  }

  /** Verifies the stored ticket, or a ticket that a customer brings, which is then stored. */
  *openTicket(text: string | undefined): Steps<Claims> {
    const keys = yield* this.requests.publicKeys();
    if (Object.keys(keys).length === 0) throw misuse('publicKeys: offline tickets need a public key');
    if (text !== undefined && typeof text !== 'string') throw misuse('ticket: it must be a text');
    const ticket = text === undefined ? yield* this.memory.ticket() : text.trim();
    if (ticket === undefined) throw ticketRefused('missing');
    const now = Math.floor(this.platform.now() / 1000);
    const storedTime = text === undefined ? 0 : yield* this.storedTicketTime();
    const claims = yield* verifyTicket(this.platform, ticket, {
      appKey: this.settings.appKey,
      deviceId: yield* this.deviceId(),
      keys,
      now,
      greatestTime: Math.max(storedTime, yield* this.memory.greatestTime()),
    });
    if (text !== undefined) yield* this.memory.storeTicket(ticket);
    yield* this.memory.sawTime(Math.max(now, claims.iat));
    return claims;
  }

  /** Returns the claims of the stored ticket, valid or expired. */
  *storedClaims(): Steps<Claims> {
    const ticket = yield* this.memory.ticket();
    if (ticket === undefined) throw ticketRefused('missing');
    const keys = yield* this.requests.publicKeys();
    const deviceId = yield* this.deviceId();
    return yield* readTicket(this.platform, ticket, { appKey: this.settings.appKey, deviceId, keys });
  }

  /** The `iat` of the stored ticket; 0 if there is no genuine one. */
  private *storedTicketTime(): Steps<number> {
    try {
      return (yield* this.storedClaims()).iat;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return 0;
    }
  }

  *storeTicket(ticket: string): Steps<void> {
    yield* this.memory.storeTicket(ticket);
  }

  *requestCode(): Steps<string> {
    return yield* requestCode(this.platform, this.settings.appKey, yield* this.deviceId());
  }

  /** Sends a request that must not be executed twice. */
  private *once(path: string, parameters: Call['parameters']): Steps<Result> {
    const call = { method: 'POST', path, repeatable: false } as const;
    return yield* this.send(parameters === undefined ? call : { ...call, parameters });
  }
}

/** Parameters that identify a holder at login. */
function identityOf(holder: Holder): Record<string, string> {
  switch (holder.kind) {
    case 'card':
      return { card: holder.card };
    case 'user':
      return { username: holder.username, password: holder.password };
    case 'trial':
      return {};
  }
}

function named(prefix: string, name: string): string {
  if (typeof name !== 'string' || !NAME.test(name) || /^\.{1,2}$/.test(name)) {
    throw misuse('name: it must have 1 to 64 letters, digits, _, . or -');
  }
  return prefix + percentEncode(name);
}

function readDevice(text: string | undefined, appKey: string): string | undefined {
  try {
    const { app_key, device_id } = JSON.parse(text ?? '{}') as Record<string, unknown>;
    const isOurs = app_key === appKey && typeof device_id === 'string';
    return isOurs && device_id.length >= 1 && device_id.length <= 128 ? device_id : undefined;
  } catch {
    return undefined;
  }
}

/** Reads the features of a login; an answer with invalid features is not trusted. */
function featuresOf(text: string | number | undefined): Features {
  if (text === undefined) return {};
  let features: unknown;
  try {
    features = JSON.parse(String(text));
  } catch {
    features = undefined;
  }
  if (!isObject(features)) {
    throw unavailable('untrusted', 'the answer cannot be trusted: its features are not an object');
  }
  return features as Features;
}
