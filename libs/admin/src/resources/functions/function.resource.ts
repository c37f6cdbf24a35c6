import { RemoteFunction } from '@app/database';
import { Optional, TrueOrFalse } from '@app/platform';
import { ApplicationFilter, Beginning, whereBegins, whereEqual } from '../../crud/filters.js';
import type { Resource } from '../../crud/resource.js';

/** Excludes the source, which is long. */
export const LISTED_FUNCTION_FIELDS = [
  'id',
  'applicationId',
  'name',
  'version',
  'enabled',
  'timeoutMs',
  'memoryMb',
  'cost',
  'requireFeature',
  'trials',
  'rowVersion',
  'createdAt',
  'updatedAt',
] as const satisfies (keyof RemoteFunction)[];

export const FUNCTION_FIELDS = [...LISTED_FUNCTION_FIELDS, 'source'] as const;

export const FUNCTION_SORTS = ['id', 'name', 'createdAt', 'updatedAt'];

export class FunctionFilter extends ApplicationFilter {
  /** Prefix of the name. */
  @Beginning(64)
  name?: string;

  @Optional()
  @TrueOrFalse()
  enabled?: boolean;
}

export const FUNCTIONS: Resource<RemoteFunction, FunctionFilter> = {
  name: 'functions',
  singular: 'function',
  entity: RemoteFunction,
  fields: FUNCTION_FIELDS,
  listed: LISTED_FUNCTION_FIELDS,
  nameOf: ({ name }) => name,
  applicationProperty: 'applicationId',
  uniqueField: 'name',
  applyFilter: (query, filter) => {
    whereBegins(query, 'name', filter.name);
    whereEqual(query, filter, 'enabled');
  },
};
