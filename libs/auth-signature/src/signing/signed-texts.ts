import type { SignMode } from '@app/database';
import { canonicalString, sortedByKey } from './signature.js';

type Pair = readonly [name: string, value: string];

const REQUEST = 'latchkey-request-v1';
const ANSWER = 'latchkey-answer-v1';

/** The parts of a request that its signature can cover. The modes `md5` and `hmac-sha256` cover only the parameters. */
export interface SignedRequest {
  /** As it was sent, such as `POST`. */
  readonly method: string;
  /** Begins with `/api/client/v1`; percent-encoded as it was sent, without the query. */
  readonly path: string;
  /** All parameters; `sign` is not covered. */
  readonly parameters: ReadonlyMap<string, string>;
}

/** The parts of an answer and of its request that an Ed25519 signature covers. */
export interface SignedAnswer extends Omit<SignedRequest, 'parameters'> {
  /** The nonce of the request; empty if the request has none or an invalid one. */
  readonly nonce: string;
  /** The server's time in epoch seconds. */
  readonly time: number;
  readonly code: number;
  readonly message: string;
  /** The members of `result`, or of `errs` if there is no result. */
  readonly members: Readonly<Record<string, string | number>>;
}

/** Returns the text that a request's signature covers in a mode. */
export function signedText(request: SignedRequest, mode: SignMode): string {
  return mode === 'hmac-sha256-path' ? requestText(request) : canonicalString(request.parameters);
}

/**
 * Returns the text that a request's signature covers in the mode `hmac-sha256-path`. Two different requests have
 * different texts.
 */
export function requestText({ method, path, parameters }: SignedRequest): string {
  const pairs = [...parameters].filter(([name]) => name !== 'sign');
  return requestLines(method, path, sortedByKey(pairs).map(escapedPair));
}

/** Returns a request's text. `pairs` are the request's parameters, sorted and escaped. */
export function requestLines(method: string, path: string, pairs: readonly Pair[]): string {
  return [REQUEST, method, path, ...pairs.map(line)].join('\n');
}

/** Returns the text that the `ed25519` signature of an answer covers. Two different answers have different texts. */
export function answerText({ method, path, nonce, time, code, message, members }: SignedAnswer): string {
  const head = [ANSWER, method, path, escaped(nonce), time, code, escaped(message)];
  return [...head, ...sortedLines(Object.entries(members))].join('\n');
}

/** Returns a line for each pair, sorted by name and escaped. */
export function sortedLines(pairs: readonly (readonly [string, string | number])[]): string[] {
  return sortedByKey(pairs).map(escapedPair).map(line);
}

function line([name, value]: Pair): string {
  return `${name}=${value}`;
}

/** Escapes the characters that would end a name, a value or a line. */
export function escapedPair([name, value]: readonly [string, string | number]): Pair {
  return [escaped(name), escaped(String(value))];
}

const SPECIAL = /[%=\r\n]/;
const ESCAPES: Record<string, string> = { '%': '%25', '=': '%3D', '\r': '%0D', '\n': '%0A' };

function escaped(text: string): string {
  return SPECIAL.test(text) ? text.replaceAll(/[%=\r\n]/g, (character) => ESCAPES[character]!) : text;
}

/** Returns the path of a request's target as it was sent, without the query. */
export function sentPath(url: string): string {
  // A proxy may send the whole URL, with scheme and host.
  const start = url.startsWith('/') ? 0 : Math.max(url.indexOf('/', url.indexOf('://') + 3), 0);
  const end = url.indexOf('?', start);
  return url.slice(start, end < 0 ? undefined : end);
}
