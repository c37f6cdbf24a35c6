import { parseVersion, versionIdentity } from '@app/platform';
import type { SoftwareVersion } from './software-version.entity.js';

/**
 * Returns a key that is the same for versions that clients cannot tell apart, such as `1.0` and `v1.0.0` in one
 * channel. Keys are unique in an application.
 */
export function versionKey({ channel, version }: Pick<SoftwareVersion, 'channel' | 'version'>): string {
  const parsed = parseVersion(version);
  return `${channel} ${parsed ? versionIdentity(parsed) : version}`;
}
