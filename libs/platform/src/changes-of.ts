/** Those of the `wanted` values that are given (not undefined) and differ from what `current` has. */
export function changesOf<T extends object>(current: T, wanted: Partial<T>): Partial<T> {
  const changed = Object.entries(wanted).filter(
    ([key, value]) => value !== undefined && value !== current[key as keyof T],
  );
  return Object.fromEntries(changed) as Partial<T>;
}
