import express, { type Request, type Response } from 'express';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { readWithin, sizeOfJson } from '@app/platform';
import { PortalError } from './portal-error.js';

/** Maximum size of a body: enough for a request code even if each of its characters is escaped. */
const MAX_BYTES = 8 * 1024;
const MAX_FIELDS = 10;

const readBody = express.json({ limit: MAX_BYTES, inflate: false, verify: requireFewFields });

/**
 * Reads a JSON body of at most 8 KiB. Accepts only `application/json`, since browsers do not let pages of other sites
 * send this content type.
 * @throws PortalError
 */
export async function readJson(request: Request, response: Response): Promise<void> {
  if (!request.is('application/json')) throw new PortalError('unsupported_body');
  try {
    await readWithin(readBody, request, response, MAX_BYTES, () => new PortalError('body_too_large'));
  } catch (error) {
    throw faultOf(error);
  }
}

/**
 * Checks a body against its DTO.
 * @throws PortalError 422
 */
export function parseBody<T extends object>(dto: new () => T, body: unknown): T {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw invalid('the body must be an object');
  const parsed = plainToInstance(dto, body);
  const options = { whitelist: true, forbidNonWhitelisted: true, forbidUnknownValues: true };
  const faults = validateSync(parsed, options).map(({ property }) => property);
  // class-transformer omits members such as __proto__, so the validation would not see them.
  const unread = Object.keys(body).filter((name) => !Object.hasOwn(parsed, name));
  if (faults.length + unread.length > 0)
    throw invalid([...faults, ...unread].map((name) => name.slice(0, 50)).join(', '));
  return parsed;
}

function requireFewFields(_request: unknown, _response: unknown, body: Buffer, encoding: string): void {
  if (encoding !== 'utf-8') throw new PortalError('unsupported_body');
  // Otherwise Express would read an empty body as an object without members.
  if (body.length === 0) throw invalid('the body is missing');
  const { members, containers } = sizeOfJson(body.toString('latin1'));
  if (members > MAX_FIELDS || containers > 1) throw invalid('too many');
}

function faultOf(error: unknown): unknown {
  const { status } = error as { status?: unknown };
  if (error instanceof PortalError) return error;
  if (status === 413) return new PortalError('body_too_large');
  if (status === 415) return new PortalError('unsupported_body');
  return status === 400 || status === 403 ? invalid('the body is not JSON') : error;
}

function invalid(faults: string): PortalError {
  return new PortalError('invalid_request', { faults });
}
