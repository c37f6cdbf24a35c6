import { wildcard } from './wildcard.js';

/**
 * Maximum length of card and user names in UTF-16 units. Longer names need not be tested here, since later checks
 * refuse them.
 */
const NAME_MAX_UNITS = 128;

/** Blocked names. Exact names are in a map; patterns with a wildcard are tested one by one. */
export class NameBlocks {
  private readonly exact = new Map<string, number>();
  private readonly wildcards: { readonly matches: (name: string) => boolean; readonly until: number }[] = [];

  /** @param until end of the block in epoch milliseconds, exclusive */
  addExact(name: string, until: number): void {
    this.exact.set(name, Math.max(this.exact.get(name) ?? until, until));
  }

  /** @param pattern a pattern in which `*` matches any characters */
  addPattern(pattern: string, until: number): void {
    if (!pattern.includes('*')) return this.addExact(pattern, until);
    this.wildcards.push({ matches: wildcard(pattern), until });
  }

  /** @param now epoch milliseconds */
  has(name: string, now: number): boolean {
    if ((this.exact.get(name) ?? now) > now) return true;
    return (
      name.length <= NAME_MAX_UNITS &&
      this.wildcards.some(({ matches, until }) => until > now && matches(name))
    );
  }
}
