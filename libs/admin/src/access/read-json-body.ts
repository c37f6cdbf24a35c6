import express, { type Request, type Response } from 'express';
import { readWithin, sizeOfJson } from '@app/platform';
import { invalid, problem, refusal } from '../errors/admin-error.js';

/** Parses a JSON request body into `request.body`; fails with an `AdminError` or the error of Express's reader. */
export type JsonBodyReader = (request: Request, response: Response) => Promise<void>;

/**
 * Maximum number of values in a body. It allows lists of 1000 ids. It also allows a signature check of a client request
 * with the maximum number of parameters.
 */
const MAX_VALUES = 1200;
const MAX_MEMBERS = 1100;
/** Maximum number of objects and lists in a body. It allows a channel with 50 products. */
const MAX_CONTAINERS = 60;

/**
 * Returns a reader of JSON bodies.
 * @param limit maximum body size in bytes, compressed or not
 */
export function createJsonBodyReader(limit: number): JsonBodyReader {
  const readJson = express.json({ limit, verify: requireFewValues });
  return async (request, response) => {
    // Other types of body are left to the handlers that read them.
    if (!isJson(request)) return;
    await readWithin(readJson, request, response, limit, () => refusal('body_too_large'));
  };
}

function isJson(request: Request): boolean {
  return Boolean(request.is('application/json'));
}

/**
 * Limits the number of values before the body is parsed. Transforming a body into a class takes time quadratic in the
 * number of its members, and every invalid value creates an error.
 */
function requireFewValues(_request: unknown, _response: unknown, body: Buffer, encoding: string): void {
  if (encoding !== 'utf-8') throw refusal('not_json');
  const { members, containers, values } = sizeOfJson(body.toString('latin1'));
  if (members <= MAX_MEMBERS && containers <= MAX_CONTAINERS && values <= MAX_VALUES) return;
  const most = { fields: MAX_MEMBERS, containers: MAX_CONTAINERS, values: MAX_VALUES };
  throw invalid({ body: problem('too_many_values', most) });
}
