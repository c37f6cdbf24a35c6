// Rules of form fields: each returns the key of a text, or undefined for a value that it accepts.

export function notZero(amount: number): string | undefined {
  return amount === 0 ? 'panel.add_time.not_zero' : undefined;
}

/** Accepts an empty text too, which stands for none. */
export function isJson(text: unknown): string | undefined {
  if (typeof text !== 'string' || text === '') return undefined;
  try {
    JSON.parse(text);
    return undefined;
  } catch {
    return 'panel.help.not_json';
  }
}

export function isRepeated(repeated: string, { newPassword }: { newPassword: string }): string | undefined {
  return repeated === newPassword ? undefined : 'panel.account.password.differs';
}
