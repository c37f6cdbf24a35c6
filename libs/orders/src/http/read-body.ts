import type { Request, Response } from 'express';
import { sizeOfJson } from '@app/platform';
import { OrderError } from '../order-error.js';
import { bodyReceiver } from '../receive-body.js';

/** Maximum size of a body: enough for all fields at their maximum length, even if JSON escapes every character. */
const MAX_BYTES = 16 * 1024;
const MAX_FIELDS = 20;

/** Name and value of a field as they were sent. */
export type BodyField = readonly [name: string, value: unknown];

/** Receives a body of at most 16 KiB. */
export const receiveBody = bodyReceiver(MAX_BYTES);
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads a body of at most 16 KiB as JSON or a form. Nulls and empty texts are dropped, since a form also sends the
 * fields that nobody has filled in.
 * @throws OrderError
 */
export async function readBody(request: Request, response: Response): Promise<Record<string, unknown>> {
  return bodyOf(request, await receiveBody(request, response));
}

/**
 * Parses a received body in the same way as `readBody`.
 * @throws OrderError
 */
export function bodyOf(request: Request, bytes: Buffer): Record<string, unknown> {
  if (bytes.length === 0) return {};
  const text = decode(bytes);
  requireUtf8(request);
  if (request.is('application/json')) return withoutEmpty(jsonFields(text));
  if (request.is('application/x-www-form-urlencoded')) return withoutEmpty(formFields(text));
  throw new OrderError('unsupported_body');
}

/**
 * Reads a form of at most 16 KiB and returns its fields in the order of the body.
 * @throws OrderError
 */
export async function readForm(request: Request, response: Response): Promise<[string, string][]> {
  const bytes = await receiveBody(request, response);
  if (bytes.length === 0) return [];
  const text = decode(bytes);
  requireUtf8(request);
  if (!request.is('application/x-www-form-urlencoded')) throw new OrderError('unsupported_body');
  return formFields(text);
}

/** Drops nulls and empty texts. */
export function withoutEmpty(fields: readonly BodyField[]): Record<string, unknown> {
  return Object.fromEntries(fields.filter(([, value]) => value !== null && value !== ''));
}

function decode(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new OrderError('unsupported_body');
  }
}

function requireUtf8(request: Request): void {
  const charset = /charset="?([^";\s]+)/i.exec(request.headers['content-type'] ?? '')?.[1];
  if (charset !== undefined && charset.toLowerCase() !== 'utf-8') throw new OrderError('unsupported_body');
}

/** Refuses escaped bytes that are not UTF-8, for example GBK: URLSearchParams would replace them by U+FFFD. */
function requireUtf8Escapes(form: string): void {
  try {
    decodeURIComponent(form.replace(/%(?![0-9a-f]{2})/gi, '%25'));
  } catch {
    throw new OrderError('unsupported_body');
  }
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

function formFields(text: string): [string, string][] {
  requireUtf8Escapes(text);
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
