import { isBuiltInName } from '@app/platform';
import type { Faults } from '../errors/admin-error.js';
import { problem } from '../errors/problem.js';

/**
 * Maximum nesting, far deeper than any DTO. Without this limit, a deeply nested body would overflow the stack during
 * its transformation.
 */
const MAX_DEPTH = 16;

/**
 * Returns faults that a DTO's validators cannot detect: names that the transformation would drop, and nesting that is
 * too deep.
 */
export function shapeFaults(value: unknown, path: readonly string[] = []): Faults {
  if (typeof value !== 'object' || value === null) return {};
  if (path.length === MAX_DEPTH) return { [path[0]!]: problem('nested_too_deep') };
  // The object has no prototype, so that `__proto__` is an ordinary name.
  const faults = Object.create(null) as Faults;
  for (const [name, inner] of Object.entries(value)) {
    const here = [...path, name];
    // The transformation into a class silently drops these names.
    if (isBuiltInName(name)) faults[here.join('.')] = problem('unknown_field');
    else Object.assign(faults, shapeFaults(inner, here));
  }
  return faults;
}
