import type { AdminAnswer } from './admin-client.js';

/** What only a server that stumbled shows: statements, files, stacks. */
export const INSIDE =
  /QueryFailed|SQLITE|ER_[A-Z]+|node_modules|\.(ts|js)\b|\bat .+:\d+|SELECT .+ FROM|Error:/;

/** Whether an answer refuses in words for people, in the one form, and shows nothing of the inside of the server. */
export function isRefusal({ status, body, text }: AdminAnswer): boolean {
  const { statusCode, message, errors = {}, ...rest } = (body ?? {}) as Record<string, unknown>;
  // The address alone was too long: nobody knew then which API it was for.
  if (status === 413 && rest.code === 413) {
    for (const name of ['code', 'nonce', 'sign']) delete rest[name];
  }
  const reasons = Object.values(errors as object);
  return (
    status >= 400 &&
    status < 500 &&
    statusCode === status &&
    typeof message === 'string' &&
    message.length > 10 &&
    reasons.every((reason) => typeof reason === 'string') &&
    Object.keys(rest).length === 0 &&
    !INSIDE.test(text)
  );
}
