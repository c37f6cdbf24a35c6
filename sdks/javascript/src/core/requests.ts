import { type Keys, MAX_ANSWER_BYTES, readAnswer, readKeys, type Result } from './answer.js';
import { type Failure, misuse, unavailable } from './failure.js';
import type { Settings } from './options.js';
import type { HttpOutcome, Platform } from './platform.js';
import { ServerClock } from './server-clock.js';
import { type Steps, wait } from './steps.js';
import {
  API,
  base64url,
  nonceText,
  type Parameters,
  percentEncode,
  requestText,
  type SignMode,
  wellFormed,
} from './text.js';

export interface Call {
  method: 'GET' | 'POST' | 'DELETE';
  /** Below `/api/client/v1`, percent-encoded. */
  path: string;
  parameters?: Record<string, string | number | boolean | undefined>;
  /** False for a request that must not be executed twice. */
  repeatable?: boolean;
  /** Called before each further host; returns true if nobody waits for an answer any more. */
  isOver?: () => boolean;
}

/** Answers that mean a wrong clock. */
const CLOCK_WRONG = [10011, 10013];
const NONCE_REPEATED = 10014;
const METHODS = ['GET', 'POST', 'DELETE'];
const PATH = /^(?:\/(?!\.{1,2}(?:\/|$))(?:[A-Za-z0-9._~!'()*-]|%[0-9A-F]{2})+)+$/;
/** Maximum seconds of `Retry-After` that are used. */
const MAX_RETRY_AFTER_SEC = 300;

/** Signs a request in a mode. Returns hexadecimal digits. */
export function* signRequest(
  platform: Platform,
  mode: SignMode,
  secret: string,
  method: string,
  path: string,
  parameters: Parameters,
): Steps<string> {
  const text = requestText(mode, method, path, parameters);
  if (mode !== 'md5') return yield* wait(platform.hmacSha256(secret, text));
  if (!platform.md5) throw misuse('signMode: browsers have no md5');
  return yield* wait(platform.md5(text + secret));
}

/**
 * Creates a nonce that is bound to its request.
 * @param random 12 characters of `A-Za-z0-9_-`
 */
export function* bindNonce(
  platform: Platform,
  method: string,
  path: string,
  random: string,
  parameters: Parameters,
): Steps<string> {
  const digest = yield* wait(platform.sha256(nonceText(method, path, random, parameters)));
  return `b1.${random}.${digest.slice(0, 20)}`;
}

/** Sends signed requests to the hosts, and stores the server's time and the preferred host from their answers. */
export class Requests {
  readonly clock: ServerClock;
  private keys: Keys | undefined;
  /** Index of the host that answered last. */
  private preferred = 0;

  constructor(
    private readonly platform: Platform,
    private readonly settings: Settings,
    /** Called with each proven time in seconds. */
    private readonly provedTime: (seconds: number) => Steps<void>,
  ) {
    this.clock = new ServerClock(platform);
  }

  /** Returns the public keys; empty if the application does not sign answers. */
  *publicKeys(): Steps<Keys> {
    this.keys ??= yield* readKeys(this.platform, this.settings.publicKeys);
    if (!this.keys) throw misuse('publicKeys: each must be 32 bytes in base64url without padding');
    return this.keys;
  }

  /** Lets the next request begin with the next host. */
  skipHost(): void {
    this.preferred = (this.preferred + 1) % this.settings.hosts.length;
  }

  /** Sends one request; throws a `Failure` unless there is a trusted success. */
  *send(call: Call): Steps<Result> {
    const { method, path, repeatable = true, isOver } = call;
    if (METHODS.indexOf(method) < 0) throw misuse('method: it must be GET, POST or DELETE');
    if (!PATH.test(path)) throw misuse('path: it must begin with / and be percent-encoded');
    const parameters = textsOf(call.parameters ?? {});
    const attempt = { clock: false, nonce: false };
    const { hosts } = this.settings;
    const order = [this.preferred].concat(
      hosts.map((_, place) => place).filter((it) => it !== this.preferred),
    );
    let failure: Failure | undefined;
    for (let i = 0; i < order.length; i++) {
      const answer = yield* this.askHost(order[i]!, method, path, parameters, attempt);
      if (answer.failure?.kind !== 'unavailable') this.preferred = order[i]!;
      if (answer.result) return answer.result;
      // Of several failures, the first one from a server is the most useful.
      if (!failure || failure.reason === 'network') failure = answer.failure!;
      if (answer.failure!.kind !== 'unavailable') throw answer.failure!;
      if ((!repeatable && !answer.isUndone) || isOver?.()) break;
    }
    throw failure!;
  }

  /** Sends to one host, and repeats the request after a wrong clock or a repeated nonce. */
  private *askHost(
    host: number,
    method: string,
    path: string,
    parameters: Parameters,
    attempt: { clock: boolean; nonce: boolean },
  ): Steps<HostAnswer> {
    for (;;) {
      const answer = yield* this.ask(this.settings.hosts[host]!, method, path, parameters);
      const code = answer.failure?.kind === 'refused' ? answer.failure.code! : 0;
      if (CLOCK_WRONG.indexOf(code) >= 0 && !attempt.clock && answer.time !== undefined) {
        attempt.clock = true;
        this.clock.learn(answer.time);
      } else if (code === NONCE_REPEATED && !attempt.nonce) {
        attempt.nonce = true;
      } else {
        return answer;
      }
    }
  }

  private *ask(host: string, method: string, path: string, given: Parameters): Steps<HostAnswer> {
    const { platform, settings } = this;
    const { appKey, appSecret, signMode, version, timeoutMs } = settings;
    const signedPath = API + path;
    const parameters = Object.create(null) as Parameters;
    // The caller's parameters come first, so that they cannot replace the common ones that follow.
    Object.keys(given).forEach((name) => {
      parameters[name] = given[name]!;
    });
    parameters['app_key'] = appKey;
    parameters['timestamp'] = String(this.clock.seconds());
    if (version !== undefined && parameters['version'] === undefined) parameters['version'] = version;
    const random = base64url(platform.random(9));
    const nonce = yield* bindNonce(platform, method, signedPath, random, parameters);
    parameters['nonce'] = nonce;
    parameters['sign'] = yield* signRequest(platform, signMode, appSecret, method, signedPath, parameters);
    const form = formOf(parameters);
    const isPost = method === 'POST';
    const outcome = yield* wait(
      platform.send({
        method,
        url: host + signedPath + (isPost ? '' : `?${form}`),
        body: isPost ? form : undefined,
        timeoutMs,
        maxBytes: MAX_ANSWER_BYTES,
      }),
    );
    return yield* this.judge(host, outcome, { method, path: signedPath, nonce });
  }

  /** Requests the server's time. The answer is not signed. */
  *ping(): Steps<Result> {
    let failure: Failure | undefined;
    for (let i = 0; i < this.settings.hosts.length; i++) {
      const host = this.settings.hosts[i]!;
      const path = `${API}/ping`;
      const url = host + path;
      const { timeoutMs } = this.settings;
      const outcome = yield* wait(
        this.platform.send({ method: 'GET', url, body: undefined, timeoutMs, maxBytes: MAX_ANSWER_BYTES }),
      );
      const answer = yield* this.judge(host, outcome, { method: 'GET', path, nonce: '' }, {});
      if (answer.result) return answer.result;
      failure = answer.failure!;
      if (failure.kind === 'refused') break;
    }
    throw failure!;
  }

  private *judge(
    host: string,
    outcome: HttpOutcome,
    request: { method: string; path: string; nonce: string },
    keys?: Keys,
  ): Steps<HostAnswer> {
    if ('failed' in outcome) {
      const { failed, detail, connected } = outcome;
      return {
        result: undefined,
        failure: unavailable(failed, failed === 'network' ? `${originOf(host)}: ${detail}` : detail),
        time: undefined,
        isUndone: !connected,
      };
    }
    const { status, body, date, retryAfter } = outcome;
    const trusted = keys ?? (yield* this.publicKeys());
    const { result, failure, time } = yield* readAnswer(this.platform, trusted, request, status, body);
    if (failure?.reason === 'busy') failure.retryAfter = retryAfterOf(retryAfter);
    const isSigned = this.settings.publicKeys.length > 0;
    // With a public key, only a signed time counts.
    const told = isSigned ? time : (numberOf(result?.['server_time']) ?? timeOfDate(date));
    if (told !== undefined && failure?.kind !== 'unavailable') {
      this.clock.learn(told);
      if (isSigned) yield* this.provedTime(told);
    }
    return { result, failure, time: told, isUndone: status === 429 || status === 503 };
  }
}

interface HostAnswer {
  result: Result | undefined;
  failure: Failure | undefined;
  /** The server's time in seconds, proven if there is a public key. */
  time: number | undefined;
  /** True if the server has certainly not executed the request. */
  isUndone: boolean;
}

function textsOf(given: Record<string, string | number | boolean | undefined>): Parameters {
  const parameters = Object.create(null) as Parameters;
  Object.keys(given).forEach((name) => {
    const value = given[name];
    if (value === undefined || value === null) return;
    if (typeof value === 'object' || typeof value === 'function') {
      throw misuse(`${name}: it must be a text, a number or a boolean`);
    }
    parameters[wellFormed(name)] = wellFormed(String(value));
  });
  return parameters;
}

function formOf(parameters: Parameters): string {
  return Object.keys(parameters)
    .map((name) => `${percentEncode(name)}=${percentEncode(parameters[name]!)}`)
    .join('&');
}

/** Scheme, host and port of an address. */
function originOf(host: string): string {
  return host.split('/').slice(0, 3).join('/');
}

function numberOf(value: string | number | undefined): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

function timeOfDate(date: string | undefined): number | undefined {
  const time = date === undefined ? NaN : Date.parse(date);
  return isNaN(time) ? undefined : Math.floor(time / 1000);
}

function retryAfterOf(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,9}$/.test(text)
    ? Math.min(Number(text), MAX_RETRY_AFTER_SEC)
    : undefined;
}
