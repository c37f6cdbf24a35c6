import type { Request, Response } from 'express';
import { sizeOfJson } from '@app/platform';
import { OrderError } from '../order-error.js';
import { bodyReceiver } from '../receive-body.js';

/** Fits every field in any JSON notation. */
const MAX_BYTES = 16 * 1024;
const MAX_FIELDS = 20;

const receive = bodyReceiver(MAX_BYTES);
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads a body of at most 16 KiB as JSON or a form. Nulls and empty texts are left out, since forms cannot omit a field.
 * @throws OrderError
 */
export async function readBody(request: Request, response: Response): Promise<Record<string, unknown>> {
  const bytes = await receive(request, response);
  if (bytes.length === 0) return {};
  const text = decode(bytes);
  const fields = fieldsOf(request, text);
  return Object.fromEntries(fields.filter(([, value]) => value !== null && value !== ''));
}

function decode(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new OrderError('unsupported_body');
  }
}

function fieldsOf(request: Request, text: string): [string, unknown][] {
  const charset = /charset="?([^";\s]+)/i.exec(request.headers['content-type'] ?? '')?.[1];
  if (charset !== undefined && charset.toLowerCase() !== 'utf-8') throw new OrderError('unsupported_body');
  if (request.is('application/json')) return jsonFields(text);
  if (request.is('application/x-www-form-urlencoded')) return formFields(text);
  throw new OrderError('unsupported_body');
}

function jsonFields(text: string): [string, unknown][] {
  const { members, containers } = sizeOfJson(text);
  if (members > MAX_FIELDS || containers > MAX_FIELDS) throw tooMany();
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new OrderError('invalid_request', { faults: 'the body is not JSON' });
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new OrderError('invalid_request', { faults: 'the body must be an object' });
  }
  return Object.entries(body);
}

function formFields(text: string): [string, unknown][] {
  const fields = [...new URLSearchParams(text)];
  if (fields.length > MAX_FIELDS) throw tooMany();
  if (new Set(fields.map(([name]) => name)).size < fields.length) {
    throw new OrderError('invalid_request', { faults: 'a field is repeated' });
  }
  return fields;
}

function tooMany(): OrderError {
  return new OrderError('invalid_request', { faults: `the body has more than ${MAX_FIELDS} fields` });
}
