import { errorMessage } from '@app/platform';
import { parameterError } from '../errors/client-errors.js';

const STRING_LITERAL = /"(?:[^"\\]|\\.)*"/g;

/**
 * The parameters of a JSON body: one flat object of texts, safe whole numbers and booleans, numbers as their decimal
 * text (decisions: Transport).
 * @throws ParameterError
 */
export function parseJsonParameters(text: string): [string, string][] {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (error) {
    throw parameterError('body', 'body', errorMessage(error));
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw parameterError('body', 'text');
  const parameters = Object.entries(body).map(([key, value]): [string, string] => [key, asText(key, value)]);
  if (countMembers(text) !== parameters.length) throw parameterError('body', 'repeated');
  return parameters;
}

function asText(key: string, value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  if (typeof value !== 'number') throw parameterError(key, 'text');
  if (!Number.isSafeInteger(value)) throw parameterError(key, 'safe_integer');
  return String(value === 0 ? 0 : value);
}

/** `JSON.parse` keeps the last of repeated keys silently; the colons outside of strings tell how many there were. */
function countMembers(json: string): number {
  return json.replace(STRING_LITERAL, '').split(':').length - 1;
}
