/** MySQL's messages quote the value that was wrong, and escape no quotation mark in it. */
const QUOTED = /'.*'/gs;
const MAX_MESSAGE = 2000;
/** Deeper causes, and more parts of an `AggregateError`, tell nobody more. */
const MAX_DEPTH = 4;
const MAX_PARTS = 10;

/**
 * An error as the log has it. Errors of the database carry the statement and its values, so only what is named here is
 * logged: type, message without quoted values, code and stack, of its causes as well.
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
    stack: stack
      ?.replace(message, () => '')
      .split('\n')
      .filter((line) => /^\s+at /.test(line))
      .join('\n'),
    ...(cause !== undefined && isDeeper && { cause: describeError(cause, depth + 1) }),
    ...(Array.isArray(parts) &&
      isDeeper && { errors: parts.slice(0, MAX_PARTS).map((each) => describeError(each, depth + 1)) }),
  };
}

/** Something that is no error was thrown; of an object only its fields' names are known to be harmless. */
function describeOther(thrown: unknown): Record<string, unknown> {
  if (typeof thrown !== 'object' || thrown === null) return { message: withoutValues(String(thrown)) };
  const type = (thrown.constructor as { name?: string } | undefined)?.name ?? 'Object';
  return { type, message: `No error, but an object with the fields ${Object.keys(thrown).join(', ')}` };
}

/** The words of an error, without what they quote. */
export function withoutValues(message: string): string {
  return message.replace(QUOTED, "'…'").slice(0, MAX_MESSAGE);
}
