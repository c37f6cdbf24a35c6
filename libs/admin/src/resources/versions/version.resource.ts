import { SoftwareVersion } from '@app/database';
import { Optional, RemoteName, TrueOrFalse } from '@app/platform';
import { ApplicationFilter, Beginning, whereBegins, whereEqual } from '../../crud/filters.js';
import type { Resource } from '../../crud/resource.js';

export const VERSION_FIELDS = [
  'id',
  'applicationId',
  'channel',
  'version',
  'url',
  'notice',
  'released',
  'forced',
  'rowVersion',
  'createdAt',
  'updatedAt',
] as const satisfies (keyof SoftwareVersion)[];

export const VERSION_SORTS = ['id', 'createdAt', 'channel'];

export class VersionFilter extends ApplicationFilter {
  /** Exact channel. */
  @Optional()
  @RemoteName(32)
  channel?: string;

  /** Prefix of the version as entered. */
  @Beginning(64)
  version?: string;

  /** If true, only released versions; if false, only drafts. */
  @Optional()
  @TrueOrFalse()
  released?: boolean;
}

export const VERSIONS: Resource<SoftwareVersion, VersionFilter> = {
  name: 'versions',
  singular: 'version',
  entity: SoftwareVersion,
  fields: VERSION_FIELDS,
  nameOf: ({ channel, version }) => `${channel} ${version}`,
  applicationProperty: 'applicationId',
  uniqueField: 'version',
  applyFilter: (query, filter) => {
    whereEqual(query, filter, 'channel', 'released');
    whereBegins(query, 'version', filter.version);
  },
};
