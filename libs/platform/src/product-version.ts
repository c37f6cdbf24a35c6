import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';

/** Returns Latchkey's own version, such as 1.2.0. */
export function productVersion(): string {
  const path = findPackageJSON('..', import.meta.url)!;
  return (JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version;
}
