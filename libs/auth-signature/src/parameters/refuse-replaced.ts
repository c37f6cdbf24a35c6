import { isUtf8 } from 'node:buffer';
import { parameterError } from '../errors/client-errors.js';

const REPLACEMENT = '\ufffd';

/**
 * Decoders of forms put U+FFFD in the place of bytes that are no UTF-8, so that different texts become the same one.
 * A client may send that character itself, and then the bytes are right.
 * @param bytes what the pairs were decoded from; looked at only when the character is in one of them
 * @throws ParameterError
 */
export function refuseReplaced(pairs: readonly (readonly [string, string])[], bytes: () => Buffer): void {
  const found = pairs.find(([name, value]) => name.includes(REPLACEMENT) || value.includes(REPLACEMENT));
  if (found && !isUtf8(bytes())) throw parameterError(found[0], 'unicode');
}
