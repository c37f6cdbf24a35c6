/** A version taken apart, as `parseVersion` gives it. */
export interface Version {
  /** The dotted numbers, as many as were given. */
  readonly numbers: readonly bigint[];
  /** The identifiers behind the first `-`, those of digits alone as numbers; empty for a release. */
  readonly preRelease: readonly (bigint | string)[];
}

const MAX_LENGTH = 256;
const IDENTIFIERS = String.raw`[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*`;
const VERSION = new RegExp(
  String.raw`^[vV]?(?<numbers>\d+(?:\.\d+)*)(?:-(?<preRelease>${IDENTIFIERS}))?(?:\+${IDENTIFIERS})?$`,
);

/**
 * Reads dotted numbers of any count, with an optional `v` before and, as in semver, an optional pre-release and build
 * metadata behind: `v1.10`, `1.2.3.4`, `2.0.0-beta.2+build7`. At most 256 characters; undefined for any other text.
 * The packages for semver know three numbers only, and none beyond 2^53.
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
 * Which of two versions is greater: positive for `a`, negative for `b`, 0 when they are one version. Numbers go first,
 * missing ones being 0, then semver's precedence of pre-releases.
 */
export function compareVersions(a: Version, b: Version): number {
  for (let i = 0; i < Math.max(a.numbers.length, b.numbers.length); i++) {
    const order = compare(a.numbers[i] ?? 0n, b.numbers[i] ?? 0n);
    if (order !== 0) return order;
  }
  return comparePreReleases(a.preRelease, b.preRelease);
}

/** A text that two versions share exactly when `compareVersions` finds them to be one. */
export function versionIdentity({ numbers, preRelease }: Version): string {
  const significant = numbers.slice(0, numbers.findLastIndex((number) => number !== 0n) + 1);
  return `${significant.join('.')}-${preRelease.join('.')}`;
}

function comparePreReleases(a: Version['preRelease'], b: Version['preRelease']): number {
  // What has a pre-release comes before what has none.
  if (a.length === 0 || b.length === 0) return compare(b.length, a.length);
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const order = compareIdentifiers(a[i]!, b[i]!);
    if (order !== 0) return order;
  }
  return compare(a.length, b.length);
}

/** Numbers by their value, others by ASCII, and any number before any other. */
function compareIdentifiers(a: bigint | string, b: bigint | string): number {
  if (typeof a === typeof b) return compare(a, b);
  return typeof a === 'bigint' ? -1 : 1;
}

function compare<T extends number | bigint | string>(a: T, b: T): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
