import type { EntityTarget } from 'typeorm';
import type { IdFilter, ListedQuery } from './filters.js';
import type { ListIndices } from './list-plan.js';

/** Columns of every record that administrators edit. */
export interface EditableRow {
  id: number;
  rowVersion: number;
  createdAt: number;
  updatedAt: number;
}

/** Narrows a list by the fields of a filter, except `id` and `applicationId`, which `CrudService` applies. */
type ApplyFilter<F> = (query: ListedQuery, filter: F, now: number) => void;

/** Describes a kind of record for the code that all kinds share, such as `CrudService`. */
export interface Resource<T extends { id: number }, F extends IdFilter = IdFilter> {
  /** Name in the admin API's paths and in the audit log. */
  readonly name: string;
  /** Singular name for people. */
  readonly singular: string;
  readonly entity: EntityTarget<T>;
  /** Fields visible to administrators and the audit log. Other fields never leave the server. */
  readonly fields: readonly (keyof T & string)[];
  /**
   * Fields with a URL that may contain a token. The audit log contains only the URL's origin, since more people may
   * read the log than may see these fields.
   */
  readonly secretUrls?: readonly (keyof T & string)[];
  /** Fields that are read for lists; `undefined` means all. */
  readonly listed?: readonly (keyof T & string)[];
  /** Returns the row's name for people, such as the card key. */
  readonly nameOf: (row: T) => string;
  /**
   * Property that contains the application id; `null` in a row that belongs to all applications or none. If
   * `undefined`, no row belongs to an application, and the list is not limited to the caller's applications.
   */
  readonly applicationProperty?: keyof T & string;
  readonly applyFilter: ApplyFilter<F>;
  /** Index hints for kinds with very many records. */
  readonly indices?: ListIndices;
  /** True if cards refer to records of this kind. Such a record must not change while a job creates cards. */
  readonly isOfCards?: boolean;
  /** Field that is reported as taken when the unique index is violated. */
  readonly uniqueField?: string;
}

/** Returns the application of a row, or `null` if it belongs to all applications or none. */
export function applicationOf<T extends { id: number }>(
  { applicationProperty }: Resource<T>,
  row: T,
): number | null {
  return applicationProperty === undefined ? null : (row[applicationProperty] as number | null);
}

/** Returns the visible fields of a row. */
export function toDto<T extends object, K extends keyof T & string>(
  row: T,
  fields: readonly K[],
): Pick<T, K> {
  return Object.fromEntries(fields.map((field) => [field, row[field]])) as Pick<T, K>;
}

/** Returns an id as a number: MySQL returns large ids as text. */
export function idOf(id: number | string): number {
  return Number(id);
}
