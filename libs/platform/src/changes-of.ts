import { isDeepStrictEqual } from 'node:util';

/** Returns the `wanted` fields that are defined and differ from `current`. */
export function changesOf<T extends object>(current: T, wanted: Partial<T>): Partial<T> {
  const changed = Object.entries(wanted).filter(
    ([key, value]) => value !== undefined && !isDeepStrictEqual(value, current[key as keyof T]),
  );
  return Object.fromEntries(changed) as Partial<T>;
}
