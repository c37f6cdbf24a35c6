import { withSourcePositions } from './source-positions.js';

/**
 * Quoted values in MySQL's messages, from the first quotation mark to the last: MySQL does not escape quotation marks
 * in values.
 */
const QUOTED = /'.*'/gs;
const MAX_MESSAGE = 2000;
/** Maximum depth of causes, and maximum number of parts of an `AggregateError`; more would add no information. */
const MAX_DEPTH = 4;
const MAX_PARTS = 10;

/**
 * Returns the logged fields of an error and its causes: type, code, stack, and the message without quoted values. Other
 * fields are omitted, since database errors contain the statement and its values.
 */
export function describeError(error: unknown, depth = 0): Record<string, unknown> {
  if (!Error.isError(error)) return describeOther(error);
  const { name, message, stack, cause } = error;
  const code = 'code' in error ? { code: error.code } : {};
  const parts: unknown = (error as Partial<AggregateError>).errors;
  const isDeeper = depth < MAX_DEPTH;
  return {
    type: name === 'Error' ? error.constructor.name : name,
    message: withoutValues(message),
    ...code,
    stack: stack && withSourcePositions(framesOf(stack, message)),
    ...(cause !== undefined && isDeeper && { cause: describeError(cause, depth + 1) }),
    ...(Array.isArray(parts) &&
      isDeeper && { errors: parts.slice(0, MAX_PARTS).map((each) => describeError(each, depth + 1)) }),
  };
}

/** Returns the stack without the message. */
function framesOf(stack: string, message: string): string {
  const lines = stack.replace(message, () => '').split('\n');
  return lines.filter((line) => /^\s+at /.test(line)).join('\n');
}

/**
 * Describes a thrown value that is not an error. Only the field names of an object are logged, since its values may be
 * secret.
 */
function describeOther(thrown: unknown): Record<string, unknown> {
  if (typeof thrown !== 'object' || thrown === null) return { message: withoutValues(String(thrown)) };
  const type = (thrown.constructor as { name?: string } | undefined)?.name ?? 'Object';
  return { type, message: `No error, but an object with the fields ${Object.keys(thrown).join(', ')}` };
}

/** Returns an error message without quoted values. */
export function withoutValues(message: string): string {
  return message.replace(QUOTED, "'…'").slice(0, MAX_MESSAGE);
}
