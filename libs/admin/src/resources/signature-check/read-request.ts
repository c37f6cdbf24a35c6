import { ParameterError, type Parameters, parseParameters, reasonText } from '@app/auth-signature';
import { invalid, problem } from '../../errors/admin-error.js';
import type { CheckSignatureDto } from './signature-check.dto.js';

/** Maximum size: every known signing mistake is tried on the whole request, while others wait. */
const MAX_BYTES = 16 * 1024;

/**
 * Parses the parameters of a client's request as the client API does.
 * @throws AdminError 422 when they are malformed, or not given exactly once
 */
export function readRequest({ raw, parameters }: CheckSignatureDto): Parameters {
  if ((raw === undefined) === (parameters === undefined)) {
    throw invalid({ raw: problem('one_of_two', { other: 'parameters' }) });
  }
  const field = raw === undefined ? 'parameters' : 'raw';
  const text = raw?.trim() ?? JSON.stringify(parameters);
  if (Buffer.byteLength(text) > MAX_BYTES) {
    throw invalid({ [field]: problem('too_many_bytes', { max: MAX_BYTES }) });
  }
  try {
    return raw === undefined ? parseParameters(text, 'json') : parseRaw(text);
  } catch (error) {
    if (error instanceof ParameterError)
      throw invalid({ [field]: problem('unreadable', { reason: reasonOf(error) }) });
    throw error;
  }
}

function parseRaw(text: string): Parameters {
  if (text.startsWith('{')) return parseParameters(text, 'json');
  const query = /^(?:https?:\/\/[^?\s]*|\/[^?\s]*)?\?(.*)$/s.exec(text)?.[1];
  return parseParameters(query ?? text, 'urlencoded');
}

/** Returns the faulty part alone, such as `nonce is given more than once`. */
function reasonOf({ reasons }: ParameterError): string {
  const each = Object.entries(reasons).map(([parameter, reason]) => {
    const text = reasonText(reason, 'en');
    return parameter === 'body' ? text : `${parameter}: ${text}`;
  });
  return each.join('; ');
}
