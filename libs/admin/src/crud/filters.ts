import { applyDecorators } from '@nestjs/common';
import { ArrayMaxSize, IsArray } from 'class-validator';
import type { SelectQueryBuilder } from 'typeorm';
import { Optional, parseAddress, TextLength, WholeNumber } from '@app/platform';
import { faultOptions } from '../errors/field-faults.js';
import { endOfPrefix } from './end-of-prefix.js';

const MAX_ID = 2 ** 31 - 1;
const MAX_IDS = 1000;

/** The query of a list; its rows have the alias `row`. */
export type ListedQuery = SelectQueryBuilder<{ id: number }>;

/** Validates the id of a record. */
export function RecordId(): PropertyDecorator {
  return WholeNumber(1, MAX_ID);
}

/** The filter common to all lists. */
export class IdFilter {
  /** Only the records with these ids, at most 1000. React-admin's `getMany` sends this filter. */
  @Optional()
  @IdList()
  id?: number[];
}

/** A filter of records that belong to applications. */
export class ApplicationFilter extends IdFilter {
  /** Only records of this application. */
  @Optional()
  @RecordId()
  applicationId?: number;
}

/** Validates a list of at most 1000 ids. */
export function IdList(): PropertyDecorator {
  return applyDecorators(
    IsArray(faultOptions('not_ids')),
    ArrayMaxSize(MAX_IDS, faultOptions('too_many_ids', { max: MAX_IDS })),
    WholeNumber(1, MAX_ID, { ...faultOptions('not_ids'), each: true }),
  );
}

/** Validates a prefix of a text field. */
export function Beginning(max: number): PropertyDecorator {
  return applyDecorators(Optional(), TextLength(1, max));
}

/** Limits a query to the ids and the application in a filter, if there are any. */
export function applyIdFilter(query: ListedQuery, { id, applicationId }: ApplicationFilter): void {
  if (id) {
    if (id.length === 0) query.andWhere('1 = 0');
    else query.andWhere('row.id IN (:...ids)', { ids: id });
  }
  whereEqual(query, { applicationId }, 'applicationId');
}

/** Limits a query to rows with the filter's values in these fields. Fields without a value are not compared. */
export function whereEqual<K extends string>(
  query: ListedQuery,
  filter: Partial<Record<K, string | number | boolean>>,
  ...fields: K[]
): void {
  for (const field of fields) {
    if (filter[field] !== undefined) query.andWhere(`row.${field} = :${field}`, { [field]: filter[field] });
  }
}

/**
 * Limits a query to rows with this address in the field `ip`, if an address is given. Every notation of the address is
 * accepted.
 */
export function whereAddress(query: ListedQuery, ip: string | undefined): void {
  if (ip !== undefined) query.andWhere('row.ip IN (:...ips)', { ips: storedAddresses(ip) });
}

/**
 * Returns the texts under which an address may be stored: its normal form and, since earlier versions stored addresses
 * as they were received, the given text.
 */
export function storedAddresses(text: string): string[] {
  return [...new Set([parseAddress(text)?.address ?? text, text])];
}

/**
 * Limits a query to rows whose text field starts with this prefix, if a prefix is given. The condition is a range,
 * because only MySQL uses an index for `LIKE`.
 */
export function whereBegins(query: ListedQuery, field: string, beginning: string | undefined): void {
  if (beginning === undefined) return;
  query.andWhere(`row.${field} >= :${field}Begins`, { [`${field}Begins`]: beginning });
  const end = endOfPrefix(beginning);
  if (end !== undefined) query.andWhere(`row.${field} < :${field}Ends`, { [`${field}Ends`]: end });
}

/** Limits a query to rows whose number in a field is at least `from` and less than `to`. Either end may be absent. */
export function whereBetween(
  query: ListedQuery,
  field: string,
  from: number | undefined,
  to: number | undefined,
): void {
  if (from !== undefined) query.andWhere(`row.${field} >= :${field}From`, { [`${field}From`]: from });
  if (to !== undefined) query.andWhere(`row.${field} < :${field}To`, { [`${field}To`]: to });
}
