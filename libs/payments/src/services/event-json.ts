import { sizeOfJson } from '@app/platform';
import { UnreadableEvent } from './payment-service.js';

/** Maximum number of values, more than the largest events have. It limits the time of parsing. */
const MAX_MEMBERS = 10_000;

/**
 * Parses the body of an event.
 * @throws UnreadableEvent
 */
export function parseEvent(body: string): unknown {
  const { members, values } = sizeOfJson(body);
  if (members > MAX_MEMBERS || values > MAX_MEMBERS) throw new UnreadableEvent('it has too many values');
  try {
    return JSON.parse(body);
  } catch {
    throw new UnreadableEvent('it is not JSON');
  }
}

/** Returns the value at a path of names; `undefined` if there is none. */
export function valueAt(value: unknown, ...path: readonly string[]): unknown {
  let at = value;
  for (const name of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined;
    at = (at as Record<string, unknown>)[name];
  }
  return at;
}

/** Returns the text or number at a path as a text; `undefined` if it is empty, 0 or of another type. */
export function textAt(value: unknown, ...path: readonly string[]): string | undefined {
  const at = valueAt(value, ...path);
  if (typeof at === 'number' && Number.isFinite(at) && at !== 0) return String(at);
  return typeof at === 'string' && at !== '' ? at : undefined;
}

/** Returns the list at a path; empty if there is none. */
export function listAt(value: unknown, ...path: readonly string[]): unknown[] {
  const at = valueAt(value, ...path);
  return Array.isArray(at) ? at : [];
}
