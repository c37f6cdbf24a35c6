/** A parsed version. */
export interface Version {
  /** The dotted numbers, at least one. */
  readonly numbers: readonly bigint[];
  /** The identifiers after the first `-`; empty for a release. Identifiers of digits only are numbers. */
  readonly preRelease: readonly (bigint | string)[];
}

const MAX_LENGTH = 256;
const IDENTIFIERS = String.raw`[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*`;
const VERSION = new RegExp(
  String.raw`^[vV]?(?<numbers>\d+(?:\.\d+)*)(?:-(?<preRelease>${IDENTIFIERS}))?(?:\+${IDENTIFIERS})?$`,
);

/**
 * Parses one or more dotted numbers, with an optional leading `v` and, as in semver, an optional pre-release and build
 * metadata: `v1.10`, `1.2.3.4`, `2.0.0-beta.2+build7`. Returns `undefined` for any other text, and for texts of more
 * than 256 characters. This function does not use a semver package: such packages support only versions of exactly
 * three numbers up to 2^53.
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
 * Compares two versions. Returns a positive number if `a` is greater, a negative number if `b` is greater, and 0 if
 * they are equal. Numbers are compared first (missing numbers count as 0), then pre-releases by semver's precedence.
 */
export function compareVersions(a: Version, b: Version): number {
  for (let i = 0; i < Math.max(a.numbers.length, b.numbers.length); i++) {
    const order = compare(a.numbers[i] ?? 0n, b.numbers[i] ?? 0n);
    if (order !== 0) return order;
  }
  return comparePreReleases(a.preRelease, b.preRelease);
}

/** Returns a key for a version. Two versions have the same key if and only if `compareVersions` returns 0. */
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

/** Compares two identifiers: numbers by value, other identifiers by ASCII. Numbers come before other identifiers. */
function compareIdentifiers(a: bigint | string, b: bigint | string): number {
  if (typeof a === typeof b) return compare(a, b);
  return typeof a === 'bigint' ? -1 : 1;
}

function compare<T extends number | bigint | string>(a: T, b: T): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
