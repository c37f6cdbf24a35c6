import express, { type Request, type Response } from 'express';
import { sizeOfJson } from '@app/platform';
import { invalid, problem, refusal } from '../errors/admin-error.js';

/** Reads a request's body into `body` when it is JSON; fails with an `AdminError`, or with what Express's reader says. */
export type JsonBodyReader = (request: Request, response: Response) => Promise<void>;

/** The largest list of ids has 1000, and the signature check takes as many parameters as a client may send. */
const MAX_VALUES = 1200;
const MAX_MEMBERS = 1100;
const MAX_CONTAINERS = 20;

/** @param limit largest body in bytes, packed or unpacked */
export function createJsonBodyReader(limit: number): JsonBodyReader {
  const readJson = express.json({ limit, verify: requireFewValues });
  return (request, response) =>
    new Promise((resolve, reject) => {
      // Express's reader would first take in all of it.
      if (isJson(request) && Number(request.headers['content-length']) > limit)
        return reject(refusal('body_too_large'));
      readJson(request, response, (error?: unknown) => (error ? reject(error) : resolve()));
    });
}

function isJson(request: Request): boolean {
  return Boolean(request.is('application/json'));
}

/**
 * Runs before the body is parsed. The transformation into a class takes time that grows with the square of the number of
 * members, and every value that is no good makes an error.
 */
function requireFewValues(_request: unknown, _response: unknown, body: Buffer, encoding: string): void {
  if (encoding !== 'utf-8') throw refusal('not_json');
  const { members, containers, values } = sizeOfJson(body.toString('latin1'));
  if (members <= MAX_MEMBERS && containers <= MAX_CONTAINERS && values <= MAX_VALUES) return;
  const most = { fields: MAX_MEMBERS, containers: MAX_CONTAINERS, values: MAX_VALUES };
  throw invalid({ body: problem('too_many_values', most) });
}
