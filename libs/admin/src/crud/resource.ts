import type { EntityTarget } from 'typeorm';
import type { ListedQuery } from './filters.js';
import type { ListIndices } from './list-plan.js';

/** What every record that administrators edit has. */
export interface EditableRow {
  id: number;
  rowVersion: number;
  createdAt: number;
  updatedAt: number;
}

/** Narrows a list by a filter. */
export type ApplyFilter<F> = (query: ListedQuery, filter: F, now: number) => void;

/** What the shared code for records has to know of a kind of them. */
export interface Resource<T extends { id: number }, F extends object = object> {
  /** As in the admin API's paths and in the audit log. */
  readonly name: string;
  /** What people call one of them. */
  readonly singular: string;
  readonly entity: EntityTarget<T>;
  /** What people and the audit log see of a row: nothing else of it ever leaves the server. */
  readonly fields: readonly (keyof T & string)[];
  /** The fields of a row that are read for lists; undefined: all. */
  readonly listed?: readonly (keyof T & string)[];
  /** What people call this row, such as the card. */
  readonly nameOf: (row: T) => string;
  /** The application it belongs to; null: to all or none. */
  readonly applicationOf: (row: T) => number | null;
  /** The property that holds the application; undefined: the list is not narrowed to the caller's applications. */
  readonly applicationProperty?: keyof T & string;
  readonly applyFilter: ApplyFilter<F>;
  /** Where there can be so many that the database has to be told how to list them. */
  readonly indices?: ListIndices;
  /** Whether cards refer to it, so that a job that makes cards keeps it as it is. */
  readonly isOfCards?: boolean;
  /** The field that a violation of the unique index is told of. */
  readonly uniqueField?: string;
}

/** What people see of a row. */
export function toDto<T extends object, K extends keyof T & string>(
  row: T,
  fields: readonly K[],
): Pick<T, K> {
  return Object.fromEntries(fields.map((field) => [field, row[field]])) as Pick<T, K>;
}
