import type { Faults } from '../errors/admin-error.js';
import { problem } from '../errors/problem.js';

/** Names that the transformation into a class drops without a word: those that every object has, such as `toString`. */
const isDropped = (name: string) => name in Object.prototype || name === 'prototype';
/** Far more than any DTO has; the transformation would run out of stack. */
const MAX_DEPTH = 16;

/** What a DTO's own rules never get to see: names that would be dropped, and objects in objects without end. */
export function shapeFaults(value: unknown, path: readonly string[] = []): Faults {
  if (typeof value !== 'object' || value === null) return {};
  if (path.length === MAX_DEPTH) return { [path[0]!]: problem('nested_too_deep') };
  // Without a prototype, for `__proto__` to be a name like any other.
  const faults = Object.create(null) as Faults;
  for (const [name, inner] of Object.entries(value)) {
    const here = [...path, name];
    if (isDropped(name)) faults[here.join('.')] = problem('unknown_field');
    else Object.assign(faults, shapeFaults(inner, here));
  }
  return faults;
}
