import { isUtf8 } from 'node:buffer';
import { parameterError } from '../errors/client-errors.js';

const REPLACEMENT = '\ufffd';

/**
 * Refuses texts with bytes that are not UTF-8. Decoders of forms replace such bytes with U+FFFD, so that different
 * texts would become equal. A client may also send the character U+FFFD; its bytes are valid UTF-8.
 * @param bytes the bytes from which the pairs were decoded; read only if a pair contains this character
 * @throws ParameterError
 */
export function refuseInvalidUtf8(pairs: readonly (readonly [string, string])[], bytes: () => Buffer): void {
  const found = pairs.find(([name, value]) => name.includes(REPLACEMENT) || value.includes(REPLACEMENT));
  if (found && !isUtf8(bytes())) throw parameterError(found[0], 'unicode');
}
