import type { Faults } from '../errors/admin-error.js';
import { problem } from '../errors/problem.js';

/**
 * True for names that the transformation into a class silently drops: those that every object has, such as `toString`.
 */
const isDropped = (name: string) => name in Object.prototype || name === 'prototype';
/** Far deeper than any DTO; without a limit the transformation would overflow the stack. */
const MAX_DEPTH = 16;

/** Returns the faults that a DTO's own validators never see: names that would be dropped, and unbounded nesting. */
export function shapeFaults(value: unknown, path: readonly string[] = []): Faults {
  if (typeof value !== 'object' || value === null) return {};
  if (path.length === MAX_DEPTH) return { [path[0]!]: problem('nested_too_deep') };
  // Without a prototype, so that `__proto__` is a name like any other.
  const faults = Object.create(null) as Faults;
  for (const [name, inner] of Object.entries(value)) {
    const here = [...path, name];
    if (isDropped(name)) faults[here.join('.')] = problem('unknown_field');
    else Object.assign(faults, shapeFaults(inner, here));
  }
  return faults;
}
