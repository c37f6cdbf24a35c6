import { type Failure, refused, unavailable } from './failure.js';
import type { Platform } from './platform.js';
import { type Steps, wait } from './steps.js';
import { answerText, API, base64urlBytes, type SentRequest } from './text.js';

/** The members of an answer's `result`. */
export type Result = Record<string, string | number>;

/** Maximum size of an answer in bytes. */
export const MAX_ANSWER_BYTES = 1_048_576;
/** Largest whole number that is exact in every language. */
const MAX_WHOLE = 9007199254740991;
const NO_SIGNATURE =
  'no valid signature: check hosts, appKey and publicKeys, and that the application signs its answers with ed25519';
/** Codes that a proxy may send. A refusal with such a code counts only if it is signed. */
const UNPROVEN = [404, 413, 415];

/** Members that a success must have, by the last segment of the request's path. */
const TEXTS: Record<string, string[]> = {
  login: ['token'],
  ticket: ['ticket'],
};
const NUMBERS: Record<string, string[]> = {
  login: ['expires_ts', 'hg'],
  heartbeat: ['expires_ts'],
  consume: ['uses_left'],
  ticket: ['ticket_expires_ts'],
  ping: ['server_time'],
};
/** Texts that a success of a GET must have, but that may be empty. */
const VALUES: [path: RegExp, member: string][] = [
  [/^\/remote\/(?:variables|data)\/[^/]+$/, 'value'],
  [/^\/(?:card|user|software)\/config$/, 'config'],
  [/^\/software\/notice$/, 'notice'],
  [/^\/software\/version\/latest$/, 'version'],
];
const WHOLE_MEMBERS = [
  'expires_ts',
  'hg',
  'uses_left',
  'uses_total',
  'server_time',
  'ticket_expires_ts',
  'resets_ts',
];

/** Public keys as bytes, by their ids. */
export type Keys = Record<string, number[]>;

export interface ReadAnswer {
  /** The result; `undefined` if there is a failure. */
  result: Result | undefined;
  failure: Failure | undefined;
  /** The server's time in seconds, if the answer is signed. */
  time: number | undefined;
}

export function isWhole(value: unknown): value is number {
  return typeof value === 'number' && Math.floor(value) === value && Math.abs(value) <= MAX_WHOLE;
}

/** Decodes public keys from base64url. Returns their bytes by key id; `undefined` if one is not a key. */
export function* readKeys(platform: Platform, publicKeys: string[]): Steps<Keys | undefined> {
  const keys = Object.create(null) as Keys;
  for (let i = 0; i < publicKeys.length; i++) {
    const bytes = base64urlBytes(publicKeys[i]!);
    if (!bytes || bytes.length !== 32) return undefined;
    keys[yield* keyId(platform, bytes)] = bytes;
  }
  return keys;
}

/** The first 16 characters of the SHA-256 of the bytes. */
function* keyId(platform: Platform, bytes: number[]): Steps<string> {
  return (yield* wait(platform.sha256Bytes(bytes))).slice(0, 16);
}

/** True for an HTTP status or a code that means that the server cannot answer now. */
function isBusy(code: number): boolean {
  return code === 429 || (code >= 500 && code <= 599);
}

/** Reads an answer and decides whether to trust it: it must be proven and complete. */
export function* readAnswer(
  platform: Platform,
  keys: Keys,
  request: SentRequest,
  status: number,
  body: string,
): Steps<ReadAnswer> {
  const isSigned = Object.keys(keys).length > 0;
  const unproven = isBusy(status)
    ? failed(unavailable('busy', `the server is busy (${status})`))
    : failed(unavailable('untrusted', 'the answer is not one of a Latchkey server: check hosts'));
  const answer = parse(body);
  if (!answer) return unproven;
  if (isSigned && !(yield* isGenuine(platform, keys, request, answer))) {
    return isBusy(status) ? unproven : failed(unavailable('untrusted', NO_SIGNATURE));
  }
  const { code, message, members, time } = answer;
  if (!isSigned && isBusy(status)) return unproven;
  if (code === 0 ? status !== 200 : status !== 200 && status !== code)
    return untrusted('its HTTP status contradicts its code');
  if (isBusy(code)) {
    return {
      ...failed(unavailable('busy', `the server is busy (${code})`)),
      time: isSigned ? time : undefined,
    };
  }
  if (!isSigned && UNPROVEN.indexOf(code) >= 0) return untrusted(`it refuses with ${code}`);
  if (code !== 0) return { ...failed(refused(code, message)), time: isSigned ? time : undefined };
  const missing = missingMember(request, members);
  if (missing !== undefined) return untrusted(`its member ${missing} is missing or wrong`);
  return { result: members, failure: undefined, time: isSigned ? time : undefined };
}

interface Envelope {
  code: number;
  message: string;
  members: Result;
  time: number | undefined;
  kid: unknown;
  sign: unknown;
}

function parse(body: string): Envelope | undefined {
  if (body.length > MAX_ANSWER_BYTES) return undefined;
  let answer: unknown;
  try {
    answer = JSON.parse(body);
  } catch {
    return undefined;
  }
  if (!isObject(answer)) return undefined;
  const { code, message, time, kid, sign } = answer;
  if (!isWhole(code) || typeof message !== 'string') return undefined;
  const given = own(answer, 'result') ? answer.result : own(answer, 'errs') ? answer.errs : {};
  if (!isObject(given)) return undefined;
  const members = Object.create(null) as Result;
  const names = Object.keys(given);
  for (let i = 0; i < names.length; i++) {
    const value = given[names[i]!];
    if (typeof value !== 'string' && !isWhole(value)) return undefined;
    members[names[i]!] = value;
  }
  return { code, message, members, time: isWhole(time) ? time : undefined, kid, sign };
}

function* isGenuine(platform: Platform, keys: Keys, request: SentRequest, answer: Envelope): Steps<boolean> {
  const { code, message, members, time, kid, sign } = answer;
  const key = typeof kid === 'string' ? keys[kid] : undefined;
  const signature = typeof sign === 'string' ? base64urlBytes(sign) : undefined;
  if (!key || signature?.length !== 64 || time === undefined || request.nonce === '') return false;
  const text = answerText(request, { time, code, message, members });
  return yield* wait(platform.verify(key, text, signature));
}

/** Returns the name of a required member that is missing or has the wrong form. */
function missingMember({ method, path }: SentRequest, members: Result): string | undefined {
  const last = path.slice(path.lastIndexOf('/') + 1);
  const isOwn = path.indexOf(`${API}/remote/`) !== 0;
  const texts = isOwn ? (own(TEXTS, last) ? TEXTS[last]! : []) : [];
  const numbers = isOwn ? (own(NUMBERS, last) ? NUMBERS[last]! : []) : [];
  const wrong =
    texts.filter((name) => typeof members[name] !== 'string' || members[name] === '')[0] ??
    numbers.filter((name) => !isWhole(members[name]))[0] ??
    WHOLE_MEMBERS.filter((name) => own(members, name) && !isWhole(members[name]))[0];
  if (wrong !== undefined) return wrong;
  if (last === 'login' && isOwn && (members.hg as number) < 1) return 'hg';
  if (/\/remote\/functions\/[^/]+\/call$/.test(path) && typeof members['return'] !== 'string')
    return 'return';
  if (method !== 'GET') return undefined;
  for (let i = 0; i < VALUES.length; i++) {
    const [pattern, member] = VALUES[i]!;
    if (pattern.test(path.slice(API.length)) && typeof members[member] !== 'string') return member;
  }
  return undefined;
}

function failed(failure: Failure): ReadAnswer {
  return { result: undefined, failure, time: undefined };
}

function untrusted(why: string): ReadAnswer {
  return failed(unavailable('untrusted', `the answer cannot be trusted: ${why}`));
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function own(object: object, name: string): boolean {
  return Object.prototype.hasOwnProperty.call(object, name);
}
