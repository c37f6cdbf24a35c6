import { compareVersions, parseVersion, type Version, versionIdentity } from '@app/platform';
import type { SoftwareVersion } from './software-version.entity.js';

/**
 * Returns a key that is equal for versions that clients cannot distinguish, such as `1.0` and `v1.0.0` in one channel.
 * Two versions of an application must not have the same key.
 */
export function versionKey({ channel, version }: Pick<SoftwareVersion, 'channel' | 'version'>): string {
  const parsed = parseVersion(version);
  return `${channel} ${parsed ? versionIdentity(parsed) : version}`;
}

/** A version that can be offered to clients, with its parsed form. */
export type OfferedVersion<T> = T & { readonly parsed: Version };

/**
 * Returns the highest released version of a channel, which clients get; `undefined` if there is none. If versions are
 * equal, the first is returned.
 */
export function latestVersion<T extends Pick<SoftwareVersion, 'version'>>(
  released: readonly T[],
): OfferedVersion<T> | undefined {
  let latest: OfferedVersion<T> | undefined;
  for (const row of released) {
    const parsed = parseVersion(row.version);
    if (parsed && (!latest || compareVersions(parsed, latest.parsed) > 0)) latest = { ...row, parsed };
  }
  return latest;
}

/**
 * True if a client is at least as new as a version. If the client's version cannot be compared, true only if the two
 * are identical.
 */
export function isAsNewAs(
  current: string,
  { version, parsed }: OfferedVersion<Pick<SoftwareVersion, 'version'>>,
): boolean {
  const own = parseVersion(current);
  return own ? compareVersions(parsed, own) <= 0 : current === version;
}
