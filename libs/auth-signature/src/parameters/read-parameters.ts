import type { Request, Response } from 'express';
import { isAscii } from 'node:buffer';
import type { ClientHttpRequest } from '../caller.js';
import { ClientHttpError, parameterError } from '../errors/client-errors.js';
import { createBodyReader } from './read-body.js';
import { parseJsonParameters } from './json-parameters.js';
import { parseMultipartParameters } from './multipart-parameters.js';
import { refuseReplaced } from './refuse-replaced.js';

const MAX_PARAMETERS = 1000;
const UTF8 = new TextDecoder('utf-8', { fatal: true });

export type Parameters = ReadonlyMap<string, string>;
export type ParameterReader = (request: Request, response: Response) => Promise<Parameters>;

/**
 * Makes the function that collects a request's parameters from query and body. It fails with a
 * `ParameterError`, or with status 413 or 415.
 * @param limit largest body in bytes
 */
export function createParameterReader(limit: number): ParameterReader {
  const readBody = createBodyReader(limit);
  return async (request, response) => {
    const query = parseForm(queryOf(request.url));
    if (request.method === 'GET') return merge(query, []);
    const body = await readBody(request, response);
    try {
      return merge(
        query,
        body.length === 0 ? [] : await parseBody(body, request.headers['content-type'] ?? ''),
      );
    } catch (error) {
      (request as ClientHttpRequest).unreadBody = body;
      throw error;
    }
  };
}

/**
 * The parameters of a query string without its `?`, of an urlencoded body or of a JSON body.
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
  const pairs = [...new URLSearchParams(text)];
  refuseReplaced(pairs, () => unescaped(text));
  return pairs;
}

/** The bytes that a form stands for. */
function unescaped(text: string): Buffer {
  const bytes = Buffer.from(text).toString('latin1');
  const decoded = bytes.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(parseInt(hex, 16)),
  );
  return Buffer.from(decoded, 'latin1');
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
  if (query.length + body.length > MAX_PARAMETERS) throw parameterError('body', 'too_many', MAX_PARAMETERS);
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
    // Different ill-formed texts would be signed, stored and compared as the same one.
    if (!value.isWellFormed() || !key.isWellFormed()) throw parameterError(key.toWellFormed(), 'unicode');
    parameters.set(key, value);
  }
  return parameters;
}
