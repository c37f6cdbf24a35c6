import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A file of `deploy/` with nothing but what belongs to a machine replaced; each pattern has to be in it. */
export function shippedFile(name: string, replacements: readonly [RegExp, string][]): string {
  return replacements.reduce(
    (text, [pattern, replacement]) => {
      if (!pattern.test(text)) throw new Error(`deploy/${name} has nothing like ${pattern.source}`);
      return text.replace(pattern, replacement);
    },
    readFileSync(join(import.meta.dirname, '../../deploy', name), 'utf8'),
  );
}
