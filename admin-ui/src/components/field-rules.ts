// Rules for form fields. Each rule returns the key of an error text, or `undefined` for a valid value.

export function notZero(amount: number): string | undefined {
  return amount === 0 ? 'panel.add_time.not_zero' : undefined;
}

/** Requires JSON. An empty text is valid too and means no value. */
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
