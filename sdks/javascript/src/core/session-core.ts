import type { Result } from './answer.js';
import type { ClientCore, Features, Holder } from './client-core.js';
import { Failure, misuse, requireTexts } from './failure.js';
import type { Call } from './requests.js';
import type { Steps } from './steps.js';
import { verifyTicket } from './tickets.js';

type Identity = Record<string, string>;

/** An open session. Its methods are steps, which both builds run. */
export class SessionCore {
  token = '';
  expires = '';
  expiresTs = 0;
  hg = 1;
  features: Features = {};
  usesLeft: number | undefined;
  cardType: string | undefined;
  config: string | undefined;
  result: Result = {};
  /** True once the session was logged out or its keeper has ended. It can have no further keeper. */
  hasEnded = false;
  /** True after an unbind that may have ended the session. A new login at an older server binds the device again. */
  hasUnbound = false;
  /** Ends the keeper of this session, if there is one. */
  endKeeper: (() => void) | undefined;
  /** Times of the ticket that this session fetched or found, in epoch seconds. */
  ticketTimes: { iat: number; exp: number } | undefined;

  constructor(
    readonly client: ClientCore,
    readonly holder: Holder,
    result: Result,
    features: Features,
  ) {
    this.take(result, features);
  }

  /** Logs in again and copies the new session's members. Never binds a device that was unbound in the meantime. */
  *renew(): Steps<void> {
    const more: Record<string, string> = this.holder.kind === 'trial' ? {} : { bind_device: '0' };
    const { result, features } = yield* this.client.logIn(this.holder, more, () => this.hasEnded);
    this.take(result, features);
    // The session was logged out in the meantime.
    if (this.hasEnded) yield* this.post('logout');
  }

  *heartbeat(): Steps<Result> {
    const hadUnbound = this.hasUnbound;
    const result = yield* this.post('heartbeat', {}, true, () => this.hasEnded);
    if (hadUnbound) this.hasUnbound = false; // the unbind has not ended the session
    this.expiresTs = result['expires_ts'] as number;
    this.expires = String(result['expires'] ?? this.expires);
    if (typeof result['uses_left'] === 'number') this.usesLeft = result['uses_left'];
    return result;
  }

  /** Ends the keeper first, so that the keeper cannot log in again. */
  *logout(): Steps<Result> {
    this.hasEnded = true;
    this.endKeeper?.();
    return yield* this.post('logout');
  }

  *consume(requestId: string, amount = 1): Steps<Result> {
    this.refuseTrial('consume');
    requireTexts({ requestId });
    const result = yield* this.post('consume', { request_id: requestId, amount });
    this.usesLeft = result['uses_left'] as number;
    return result;
  }

  /** Fetches an offline ticket and stores it. */
  *ticket(): Steps<Result> {
    this.refuseTrial('ticket');
    const { client } = this;
    const keys = yield* client.requests.publicKeys();
    if (Object.keys(keys).length === 0) throw misuse('publicKeys: offline tickets need a public key');
    const result = yield* this.post('ticket');
    const ticket = result['ticket'] as string;
    const now = client.requests.clock.seconds();
    const deviceId = yield* client.deviceId();
    const { appKey } = client.settings;
    const claims = yield* verifyTicket(client.platform, ticket, {
      appKey,
      deviceId,
      keys,
      now,
      greatestTime: 0,
    });
    yield* client.storeTicket(ticket);
    this.ticketTimes = { iat: claims.iat, exp: claims.exp };
    return result;
  }

  /** Reads the times of a ticket that an earlier run has stored. An expired ticket counts, so that it is renewed. */
  *findTicket(): Steps<void> {
    if (this.ticketTimes || this.holder.kind === 'trial') return;
    try {
      const { iat, exp } = yield* this.client.storedClaims();
      this.ticketTimes = { iat, exp };
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
    }
  }

  /** Unbinds a device. If this ends the session, its keeper ends as well. */
  *unbind(deviceId: string): Steps<Result> {
    this.refuseTrial('unbind');
    requireTexts({ deviceId });
    try {
      const result = yield* this.post('unbind-device', { device_id: deviceId }, false);
      this.hasUnbound = true;
      return result;
    } catch (error) {
      // Perhaps only the answer was lost.
      if (error instanceof Failure && error.kind === 'unavailable') this.hasUnbound = true;
      throw error;
    }
  }

  *setUnbindPassword(password: string): Steps<Result> {
    if (this.holder.kind !== 'card') throw misuse('session: only a card has an unbind password');
    requireTexts({ password });
    return yield* this.post('unbind-password', { password });
  }

  *readConfig(): Steps<Result> {
    this.refuseTrial('config');
    const path = `/${this.holder.kind}/config`;
    return yield* this.client.send({ method: 'GET', path, parameters: yield* this.name() });
  }

  *setConfig(text: string): Steps<Result> {
    this.refuseTrial('setConfig');
    if (typeof text !== 'string') throw misuse('config: it must be a text');
    const parameters = { ...(yield* this.name()), config: text };
    return yield* this.client.send({ method: 'POST', path: `/${this.holder.kind}/config`, parameters });
  }

  *variable(name: string): Steps<Result> {
    const { holder } = this;
    if (holder.kind === 'user') return yield* this.client.variable(name);
    const identity = holder.kind === 'card' ? yield* this.name() : yield* this.identity();
    return yield* this.client.variable(name, identity);
  }

  *callFunction(name: string, params?: string, requestId?: string): Steps<Result> {
    return yield* this.client.callFunction(name, params, requestId, yield* this.identity());
  }

  private take(result: Result, features: Features): void {
    this.result = result;
    this.token = result['token'] as string;
    this.expires = String(result['expires'] ?? '');
    this.expiresTs = result['expires_ts'] as number;
    this.hg = result['hg'] as number;
    this.features = features;
    const uses = result['uses_left'];
    this.usesLeft = typeof uses === 'number' ? uses : undefined;
    this.cardType = textOf(result['card_type']);
    this.config = textOf(result['config']);
  }

  private *post(
    action: string,
    more: Call['parameters'] = {},
    repeatable = true,
    isOver?: () => boolean,
  ): Steps<Result> {
    const path = `/${this.holder.kind}/${action}`;
    const parameters = { ...(yield* this.identity()), ...more };
    return yield* this.client.send({ method: 'POST', path, parameters, repeatable, isOver });
  }

  /** The holder's name and the session's token. */
  private *identity(): Steps<Identity> {
    return { ...(yield* this.name()), token: this.token };
  }

  private *name(): Steps<Identity> {
    const { holder } = this;
    if (holder.kind === 'card') return { card: holder.card };
    if (holder.kind === 'user') return { username: holder.username };
    return { device_id: yield* this.client.deviceId() };
  }

  private refuseTrial(method: string): void {
    if (this.holder.kind === 'trial') throw misuse(`session: ${method} is not for trials`);
  }
}

function textOf(value: string | number | undefined): string | undefined {
  return value === undefined ? undefined : String(value);
}
