import { parseVersion, versionIdentity } from '@app/platform';
import type { SoftwareVersion } from './software-version.entity.js';

/**
 * Returns a text that two versions of an application share exactly when clients cannot tell them apart, such as `1.0`
 * and `v1.0.0` of one channel; an application may have only one of them.
 */
export function versionKey({ channel, version }: Pick<SoftwareVersion, 'channel' | 'version'>): string {
  const parsed = parseVersion(version);
  return `${channel} ${parsed ? versionIdentity(parsed) : version}`;
}
