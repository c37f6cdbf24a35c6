import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns a file of `deploy/` with only machine-specific parts replaced. The file must contain each pattern. */
export function shippedFile(name: string, replacements: readonly [RegExp, string][]): string {
  return replacements.reduce(
    (text, [pattern, replacement]) => {
      if (!pattern.test(text)) throw new Error(`deploy/${name} has nothing like ${pattern.source}`);
      return text.replace(pattern, replacement);
    },
    readFileSync(join(import.meta.dirname, '../../deploy', name), 'utf8'),
  );
}

/**
 * Enables the examples of a shipped file. Examples are lines commented out with a `#` that is followed by no space or
 * by two spaces.
 */
export function withExamples(text: string): string {
  return text.replace(/^(\s*)#(?! \S|http2)/gm, '$1').replaceAll('192.0.2.0/24', '127.0.0.3/32');
}
