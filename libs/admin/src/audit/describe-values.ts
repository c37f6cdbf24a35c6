const MAX_TEXT = 2000;

/** Returns values as JSON for the audit log; long texts, such as a function's source, are truncated. */
export function describeValues(values: object): string {
  return JSON.stringify(values, (_, value: unknown) =>
    typeof value === 'string' && value.length > MAX_TEXT
      ? `${value.slice(0, MAX_TEXT)}… (${value.length} characters)`
      : value,
  );
}
