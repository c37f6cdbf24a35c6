import { Variable } from '@app/database';
import { ApplicationFilter, Beginning, whereBegins } from '../../crud/filters.js';
import type { Resource } from '../../crud/resource.js';

export const VARIABLE_FIELDS = [
  'id',
  'applicationId',
  'key',
  'value',
  'version',
  'checkRule',
  'cardAuth',
  'trials',
  'requireFeature',
  'rowVersion',
  'createdAt',
  'updatedAt',
] as const satisfies (keyof Variable)[];

export const VARIABLE_SORTS = ['id', 'key', 'createdAt', 'updatedAt'];

export class VariableFilter extends ApplicationFilter {
  /** Prefix of the key. */
  @Beginning(64)
  key?: string;
}

export const VARIABLES: Resource<Variable, VariableFilter> = {
  name: 'variables',
  singular: 'variable',
  entity: Variable,
  fields: VARIABLE_FIELDS,
  nameOf: ({ key }) => key,
  applicationProperty: 'applicationId',
  uniqueField: 'key',
  applyFilter: (query, filter) => {
    whereBegins(query, 'key', filter.key);
  },
};
