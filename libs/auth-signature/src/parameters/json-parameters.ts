import { sizeOfJson } from '@app/platform';
import { parameterError } from '../errors/client-errors.js';
import { limitParameterCount } from './parameter-count.js';

/**
 * Parses the parameters of a JSON body. The body is one flat object whose values are texts, safe whole numbers or
 * booleans. Numbers and booleans are returned as texts, such as `10` and `true`.
 * @throws ParameterError
 */
export function parseJsonParameters(text: string): [string, string][] {
  const { members, values } = sizeOfJson(text);
  limitParameterCount(values);
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw parameterError('body', 'json');
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw parameterError('body', 'text');
  const parameters = Object.entries(body).map(([key, value]): [string, string] => [key, asText(key, value)]);
  // `JSON.parse` silently keeps the last of repeated keys.
  if (members !== parameters.length) throw parameterError('body', 'repeated');
  return parameters;
}

function asText(key: string, value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  if (typeof value !== 'number') throw parameterError(key, 'text');
  if (!Number.isSafeInteger(value)) throw parameterError(key, 'safe_integer');
  return String(value);
}
