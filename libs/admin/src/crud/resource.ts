import type { EntityTarget } from 'typeorm';
import type { ListedQuery } from './filters.js';
import type { ListIndices } from './list-plan.js';

/** Columns of every record that administrators edit. */
export interface EditableRow {
  id: number;
  rowVersion: number;
  createdAt: number;
  updatedAt: number;
}

/** Narrows a list by a filter. */
export type ApplyFilter<F> = (query: ListedQuery, filter: F, now: number) => void;

/** Describes a kind of record to the shared code. */
export interface Resource<T extends { id: number }, F extends object = object> {
  /** Name in the admin API's paths and in the audit log. */
  readonly name: string;
  /** The singular, as people say it. */
  readonly singular: string;
  readonly entity: EntityTarget<T>;
  /** Fields visible to administrators and the audit log; no other field ever leaves the server. */
  readonly fields: readonly (keyof T & string)[];
  /** The fields of a row that are read for lists; undefined: all. */
  readonly listed?: readonly (keyof T & string)[];
  /** Name of the row for people, such as the card. */
  readonly nameOf: (row: T) => string;
  /** Returns the application of a row; null: all applications or none. */
  readonly applicationOf: (row: T) => number | null;
  /** The property with the application id; undefined: the list is not narrowed to the caller's applications. */
  readonly applicationProperty?: keyof T & string;
  readonly applyFilter: ApplyFilter<F>;
  /** Index hints, for records that can be so numerous that the database needs them. */
  readonly indices?: ListIndices;
  /** True when cards refer to it, so that a job that creates cards keeps it unchanged. */
  readonly isOfCards?: boolean;
  /** The field that a violation of the unique index is reported for. */
  readonly uniqueField?: string;
}

/** Returns the visible fields of a row. */
export function toDto<T extends object, K extends keyof T & string>(
  row: T,
  fields: readonly K[],
): Pick<T, K> {
  return Object.fromEntries(fields.map((field) => [field, row[field]])) as Pick<T, K>;
}
