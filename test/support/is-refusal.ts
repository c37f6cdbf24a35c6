import type { AdminAnswer } from './admin-client.js';

/** What only a server that stumbled shows: statements, files, stacks. */
export const INSIDE =
  /QueryFailed|SQLITE|ER_[A-Z]+|node_modules|\.(ts|js)\b|\bat .+:\d+:\d+|SELECT .+ FROM|Error:/;

/**
 * Whether an answer refuses in words for people, in the one form, and shows nothing of the inside of the server. Codes are
 * compared with the API document by every `AdminClient`.
 */
export function isRefusal({ status, body, text }: AdminAnswer): boolean {
  const {
    statusCode,
    code,
    params,
    message,
    errors = {},
    faults,
    ...rest
  } = (body ?? {}) as Record<string, unknown>;
  // The address alone was too long: nobody knew then which API it was for.
  if (status === 413 && code === 413) {
    for (const name of ['nonce', 'sign']) delete rest[name];
  }
  const reasons = Object.values(errors as object);
  return (
    status >= 400 &&
    status < 500 &&
    statusCode === status &&
    typeof message === 'string' &&
    message.length > 10 &&
    reasons.every((reason) => typeof reason === 'string') &&
    (code === 413 || (typeof code === 'string' && typeof params === 'object')) &&
    Object.keys(faults ?? {}).length === reasons.length &&
    Object.keys(rest).length === 0 &&
    !INSIDE.test(text)
  );
}
