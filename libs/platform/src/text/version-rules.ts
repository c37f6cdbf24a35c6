/** A parsed version. */
export interface Version {
  /** The dotted numbers, as many as were given. */
  readonly numbers: readonly bigint[];
  /** The identifiers after the first `-`, all-digit ones as numbers; empty for a release. */
  readonly preRelease: readonly (bigint | string)[];
}

const MAX_LENGTH = 256;
const IDENTIFIERS = String.raw`[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*`;
const VERSION = new RegExp(
  String.raw`^[vV]?(?<numbers>\d+(?:\.\d+)*)(?:-(?<preRelease>${IDENTIFIERS}))?(?:\+${IDENTIFIERS})?$`,
);

/**
 * Parses any count of dotted numbers, with an optional leading `v` and, as in semver, an optional pre-release and build
 * metadata: `v1.10`, `1.2.3.4`, `2.0.0-beta.2+build7`. At most 256 characters; undefined for any other text. The semver
 * packages support exactly three numbers, and none beyond 2^53.
 */
export function parseVersion(text: string): Version | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const parts = VERSION.exec(text)?.groups;
  if (!parts) return undefined;
  return {
    numbers: parts.numbers!.split('.').map(BigInt),
    preRelease: (parts.preRelease?.split('.') ?? []).map((text) =>
      /^\d+$/.test(text) ? BigInt(text) : text,
    ),
  };
}

/**
 * Compares two versions: positive when `a` is greater, negative when `b` is, 0 when they are equal. Numbers compare
 * first, missing ones as 0, then pre-releases by semver's precedence.
 */
export function compareVersions(a: Version, b: Version): number {
  for (let i = 0; i < Math.max(a.numbers.length, b.numbers.length); i++) {
    const order = compare(a.numbers[i] ?? 0n, b.numbers[i] ?? 0n);
    if (order !== 0) return order;
  }
  return comparePreReleases(a.preRelease, b.preRelease);
}

/** Returns a text that is the same for two versions exactly when `compareVersions` finds them equal. */
export function versionIdentity({ numbers, preRelease }: Version): string {
  const significant = numbers.slice(0, numbers.findLastIndex((number) => number !== 0n) + 1);
  return `${significant.join('.')}-${preRelease.join('.')}`;
}

function comparePreReleases(a: Version['preRelease'], b: Version['preRelease']): number {
  // A pre-release precedes its release.
  if (a.length === 0 || b.length === 0) return compare(b.length, a.length);
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const order = compareIdentifiers(a[i]!, b[i]!);
    if (order !== 0) return order;
  }
  return compare(a.length, b.length);
}

/** Orders numbers by value, other identifiers by ASCII, and numbers before other identifiers. */
function compareIdentifiers(a: bigint | string, b: bigint | string): number {
  if (typeof a === typeof b) return compare(a, b);
  return typeof a === 'bigint' ? -1 : 1;
}

function compare<T extends number | bigint | string>(a: T, b: T): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
