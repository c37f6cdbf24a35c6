import { AppConfig } from './load-config.js';
import { settingsOf } from './setting.js';

/** Prefixes of setting names that other programs are unlikely to use. */
const PREFIXES =
  /^(ACCEPT|ADMIN|DATABASE|ENCRYPTION|FUNCTION|LIMIT|METRICS|QUOTA|REFUSAL|RETENTION|SQLITE|TRUST)_/;

/**
 * Finds variables that are not settings but are named like settings.
 * @returns log messages without the variables' values
 */
export function unknownSettings(environment: NodeJS.ProcessEnv = process.env): string[] {
  const known = Object.values(new AppConfig())
    .flatMap((part: object) => settingsOf(part))
    .flatMap(({ variable, fileVariable }) => (fileVariable ? [variable, fileVariable] : [variable]));
  return Object.keys(environment)
    .filter((name) => PREFIXES.test(name) && !known.includes(name))
    .map(
      (name) =>
        `${name} is not a setting and has no effect. The most similar setting is ${nearest(name, known)}`,
    );
}

function nearest(name: string, known: readonly string[]): string {
  return known.reduce((best, each) => (distance(name, each) < distance(name, best) ? each : best));
}

/** Returns the Levenshtein distance. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, i) => i);
  for (let i = 0; i < Math.min(one.length, 100); i++) {
    const next = [i + 1];
    for (let j = 0; j < other.length; j++)
      next.push(Math.min(row[j + 1]! + 1, next[j]! + 1, row[j]! + (other[j] === one[i] ? 0 : 1)));
    row = next;
  }
  return row.at(-1)!;
}
