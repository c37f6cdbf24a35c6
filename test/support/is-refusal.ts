import type { AdminAnswer } from './admin-client.js';

/** Internal details that a response must not contain: statements, files, stacks. */
export const INSIDE =
  /QueryFailed|SQLITE|ER_[A-Z]+|node_modules|\.(ts|js)\b|\bat .+:\d+:\d+|SELECT .+ FROM|Error:/;

/**
 * True if a response is a refusal in the standard format without internal details. `AdminClient` compares the codes
 * with the API document.
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
  // The URL was too long, so the API was not known yet.
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
