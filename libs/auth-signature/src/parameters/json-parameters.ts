import { errorMessage } from '@app/platform';
import { parameterError } from '../errors/client-errors.js';

/**
 * The parameters of a JSON body: one flat object of texts, safe whole numbers and booleans, numbers as their decimal
 * text.
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
  return String(value);
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;

/** `JSON.parse` keeps the last of repeated keys silently; the colons outside of texts tell how many there were. */
function countMembers(json: string): number {
  let members = 0;
  let inText = false;
  for (let i = 0; i < json.length; i++) {
    const character = json.charCodeAt(i);
    if (character === QUOTE) inText = !inText;
    else if (character === BACKSLASH && inText) i++;
    else if (character === COLON && !inText) members++;
  }
  return members;
}
