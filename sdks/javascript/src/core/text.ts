// Texts that are signed. Everything in this folder also runs on ES5 engines, and does no input or output.

export type SignMode = 'hmac-sha256-path' | 'hmac-sha256' | 'md5';
export type Parameters = Record<string, string>;

/** Part of each address, and the beginning of each signed path. */
export const API = '/api/client/v1';
const HALF_PAIR = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(^|[^\uD800-\uDBFF])[\uDC00-\uDFFF]/g;
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Replaces lone surrogates, which UTF-8 cannot encode, so that the signed text equals the sent text. */
export function wellFormed(text: string): string {
  let before;
  let after = text;
  // A match includes the character before a lone surrogate. If lone surrogates are adjacent, one pass therefore misses
  // every second of them.
  do {
    before = after;
    after = before.replace(HALF_PAIR, '$1\uFFFD');
  } while (after !== before);
  return after;
}

/** Encodes a text for a query, a form or a path. */
export function percentEncode(text: string): string {
  return encodeURIComponent(wellFormed(text));
}

/** Orders texts by their UTF-8 bytes. */
export function compareBytes(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const difference = rankOf(a.charCodeAt(i)) - rankOf(b.charCodeAt(i));
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

/**
 * Returns the rank of a UTF-16 unit in the order of UTF-8 bytes. Surrogates come last, since they encode the characters
 * beyond U+FFFF.
 */
function rankOf(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}

/** Returns the names of an object's own members, except those in `except`, ordered by their UTF-8 bytes. */
export function sortedNames(object: object, except: string[] = []): string[] {
  return Object.keys(object)
    .filter((name) => except.indexOf(name) < 0)
    .sort(compareBytes);
}

/** Escapes characters that would end a name, a value or a line. */
function escape(text: string): string {
  return text.replace(/%/g, '%25').replace(/=/g, '%3D').replace(/\r/g, '%0D').replace(/\n/g, '%0A');
}

function linesOf(parameters: Parameters, except: string[]): string[] {
  return sortedNames(parameters, except).map((name) => `${escape(name)}=${escape(parameters[name]!)}`);
}

/** Returns the text of a request that its `sign` covers; `md5` appends the secret. */
export function requestText(mode: SignMode, method: string, path: string, parameters: Parameters): string {
  if (mode === 'hmac-sha256-path') {
    return ['latchkey-request-v1', method, path].concat(linesOf(parameters, ['sign'])).join('\n');
  }
  return sortedNames(parameters, ['sign'])
    .map((name) => `${name}=${parameters[name]!}`)
    .join('&');
}

/** Returns the text whose SHA-256 begins with the tag of a bound nonce. */
export function nonceText(method: string, path: string, random: string, parameters: Parameters): string {
  const lines = linesOf(parameters, ['nonce', 'sign']);
  return ['latchkey-nonce-v1', method, path, random].concat(lines).join('\n');
}

export interface SentRequest {
  method: string;
  /** From `/api/client/v1`, percent-encoded as it is sent. */
  path: string;
  nonce: string;
}

/** Returns the text of an answer that the signature by key covers. */
export function answerText(
  request: SentRequest,
  answer: { time: number; code: number; message: string; members: Record<string, string | number> },
): string {
  const { method, path, nonce } = request;
  const { time, code, message, members } = answer;
  const texts: Parameters = Object.create(null) as Parameters;
  sortedNames(members).forEach((name) => {
    texts[name] = String(members[name]);
  });
  return ['latchkey-answer-v1', method, path, escape(nonce), String(time), String(code), escape(message)]
    .concat(linesOf(texts, []))
    .join('\n');
}

/** Encodes a text as UTF-8. */
export function utf8Bytes(text: string): number[] {
  const encoded = percentEncode(text);
  const bytes: number[] = [];
  for (let i = 0; i < encoded.length; i++) {
    const isEscape = encoded.charAt(i) === '%';
    bytes.push(isEscape ? parseInt(encoded.substr(i + 1, 2), 16) : encoded.charCodeAt(i));
    if (isEscape) i += 2;
  }
  return bytes;
}

/** Decodes UTF-8; returns `undefined` for invalid bytes. */
export function utf8Text(bytes: ArrayLike<number>): string | undefined {
  let encoded = '';
  for (let i = 0; i < bytes.length; i++) encoded += `%${`0${bytes[i]!.toString(16)}`.slice(-2)}`;
  try {
    return decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}

/** Writes bytes in base64url without padding. */
export function base64url(bytes: ArrayLike<number>): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 3) {
    const group = (bytes[i]! << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    const digits = Math.min(4, bytes.length - i + 1);
    for (let digit = 0; digit < digits; digit++) text += DIGITS.charAt((group >> (18 - 6 * digit)) & 63);
  }
  return text;
}

/** Reads base64url without padding; `undefined` for anything else. */
export function base64urlBytes(text: string): number[] | undefined {
  if (text.length % 4 === 1) return undefined;
  const bytes: number[] = [];
  let bits = 0;
  let count = 0;
  for (let i = 0; i < text.length; i++) {
    const value = DIGITS.indexOf(text.charAt(i));
    if (value < 0) return undefined;
    bits = ((bits << 6) | value) & 0xffff;
    count += 6;
    if (count >= 8) {
      count -= 8;
      bytes.push((bits >> count) & 0xff);
    }
  }
  return bytes;
}
