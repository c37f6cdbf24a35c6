import type { Request } from 'express';
import { isAscii } from 'node:buffer';
import { ClientHttpError, parameterError } from '../errors/client-errors.js';
import { LargeBodies } from './large-bodies.js';
import { createBodyReader } from './read-body.js';
import { parseJsonParameters } from './json-parameters.js';
import { parseMultipartParameters } from './multipart-parameters.js';
import { refuseInvalidUtf8 } from './refuse-invalid-utf8.js';
import { MAX_PARAMETERS, limitParameterCount } from './parameter-count.js';

const UTF8 = new TextDecoder('utf-8', { fatal: true });

export type Parameters = ReadonlyMap<string, string>;
export type ParameterReader = (request: Request, address: string) => Promise<Parameters>;

/**
 * Creates a function that reads a request's parameters from query and body. The function fails with a `ParameterError`,
 * or with status 400 (the client disconnected), 413, 415 or 503.
 * @param limit maximum size of a body in bytes
 */
export function createParameterReader(limit: number): ParameterReader {
  const readBody = createBodyReader(limit, new LargeBodies());
  return async (request, address) => {
    const query = parseForm(queryOf(request.url));
    if (request.method === 'GET') return merge(query, []);
    return readBody(request, address, async (body) => {
      try {
        return merge(
          query,
          body.length === 0 ? [] : await parseBody(body, request.headers['content-type'] ?? ''),
        );
      } catch (error) {
        Object.assign(request, { unreadBody: body });
        throw error;
      }
    });
  };
}

/**
 * Parses the parameters of a query string without `?`, of a urlencoded body or of a JSON body.
 * @throws ParameterError
 */
export function parseParameters(text: string, form: 'urlencoded' | 'json'): Parameters {
  return merge([], form === 'json' ? parseJsonParameters(text) : parseForm(text));
}

async function parseBody(body: Buffer, contentType: string): Promise<[string, string][]> {
  const [type, ...options] = contentType.split(';').map((part) => part.trim());
  switch (type!.toLowerCase()) {
    case 'application/json':
      return parseJsonParameters(decodeUtf8(body, options));
    case 'application/x-www-form-urlencoded':
      return parseForm(decodeUtf8(body, options));
    case 'multipart/form-data':
      return parseMultipartParameters(body, contentType);
    default:
      throw new ClientHttpError(415);
  }
}

function parseForm(text: string): [string, string][] {
  if (text === '') return [];
  limitParameterCount(countPieces(text));
  const pairs = [...new URLSearchParams(plusToBlank(text))];
  refuseInvalidUtf8(pairs, () => unescaped(text));
  return pairs;
}

/**
 * Replaces each `+` with a blank. On bytes, this takes 3 ms for a body of 1 MiB. `URLSearchParams` and `replaceAll`
 * rebuild the text for each `+`, and would take 60 ms.
 */
function plusToBlank(text: string): string {
  if (!text.includes('+')) return text;
  const bytes = Buffer.from(text);
  for (let i = 0; i < bytes.length; i++) if (bytes[i] === PLUS) bytes[i] = BLANK;
  return bytes.toString();
}

/** Counts the pieces of a form between `&`. Counting stops above `MAX_PARAMETERS`. */
function countPieces(text: string): number {
  let count = 1;
  for (let at = text.indexOf('&'); at >= 0 && count <= MAX_PARAMETERS; at = text.indexOf('&', at + 1))
    count++;
  return count;
}

const PERCENT = 0x25;
const PLUS = 0x2b;
const BLANK = 0x20;

/** Returns the decoded bytes of a form. */
function unescaped(text: string): Buffer {
  const bytes = Buffer.from(text);
  let length = 0;
  for (let i = 0; i < bytes.length; i++) {
    const escaped = bytes[i] === PERCENT ? 16 * hexDigit(bytes[i + 1]) + hexDigit(bytes[i + 2]) : NaN;
    if (Number.isNaN(escaped)) bytes[length++] = bytes[i]!;
    else {
      bytes[length++] = escaped;
      i += 2;
    }
  }
  return bytes.subarray(0, length);
}

/** Returns the value of the hex digit with this character code, or NaN if the character is not a hex digit. */
function hexDigit(code = 0): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  // Lowercase and uppercase letters differ in one bit.
  const letter = code | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : NaN;
}

function queryOf(url: string): string {
  const start = url.indexOf('?');
  return start < 0 ? '' : url.slice(start + 1);
}

function decodeUtf8(body: Buffer, options: string[]): string {
  const charset = options.find((option) => /^charset=/i.test(option))?.slice('charset='.length) ?? 'utf-8';
  if (!/^"?utf-?8"?$/i.test(charset)) throw new ClientHttpError(415);
  if (isAscii(body)) return body.toString('latin1');
  try {
    return UTF8.decode(body);
  } catch {
    throw parameterError('body', 'unicode');
  }
}

function merge(query: [string, string][], body: [string, string][]): Parameters {
  limitParameterCount(query.length + body.length);
  if (query.length === 0) return collect(body);
  const parameters = collect(query);
  for (const [key, value] of collect(body)) {
    const other = parameters.get(key);
    if (other !== undefined && other !== value) throw parameterError(key, 'repeated');
    parameters.set(key, value);
  }
  return parameters;
}

function collect(pairs: [string, string][]): Map<string, string> {
  const parameters = new Map<string, string>();
  for (const [key, value] of pairs) {
    if (parameters.has(key)) throw parameterError(key, 'repeated');
    // Texts with lone surrogates are refused: in UTF-8, every lone surrogate becomes U+FFFD, so different texts would
    // become equal.
    if (!value.isWellFormed() || !key.isWellFormed()) throw parameterError(key.toWellFormed(), 'unicode');
    parameters.set(key, value);
  }
  return parameters;
}
