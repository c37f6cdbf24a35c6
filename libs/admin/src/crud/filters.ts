import { applyDecorators } from '@nestjs/common';
import { ArrayMaxSize, IsArray } from 'class-validator';
import type { SelectQueryBuilder } from 'typeorm';
import { Optional, TextLength, WholeNumber } from '@app/platform';
import { says } from '../errors/field-faults.js';
import { endOfPrefix } from './end-of-prefix.js';

const MAX_ID = 2 ** 31 - 1;
const MAX_IDS = 1000;

/** The query of a list, over rows that it calls `row`. */
export type ListedQuery = SelectQueryBuilder<object & { id: number }>;

/** The id of a record. */
export function RecordId(): PropertyDecorator {
  return WholeNumber(1, MAX_ID);
}

/** What every filter can have. */
export class IdFilter {
  /** Only these records, at most 1000: what `getMany` asks for. */
  @Optional()
  @IdList()
  id?: number[];
}

/** A filter of what belongs to applications. */
export class ApplicationFilter extends IdFilter {
  /** Only records of this application. */
  @Optional()
  @RecordId()
  applicationId?: number;
}

/** A list of ids, from 1 up to 1000 of them. */
export function IdList(): PropertyDecorator {
  return applyDecorators(
    IsArray(says('not_ids')),
    ArrayMaxSize(MAX_IDS, says('too_many_ids', { max: MAX_IDS })),
    WholeNumber(1, MAX_ID, { ...says('not_ids'), each: true }),
  );
}

/** Text that a field has to begin with. */
export function Beginning(max: number): PropertyDecorator {
  return applyDecorators(Optional(), TextLength(1, max));
}

/** Narrows to ids and an application. */
export function applyIdFilter(query: ListedQuery, { id, applicationId }: ApplicationFilter): void {
  if (id) {
    if (id.length === 0) query.andWhere('1 = 0');
    else query.andWhere('row.id IN (:...ids)', { ids: id });
  }
  whereEqual(query, 'applicationId', applicationId);
}

/** Narrows to rows whose field has this value, when one is given. */
export function whereEqual(
  query: ListedQuery,
  field: string,
  value: string | number | boolean | undefined,
): void {
  if (value !== undefined) query.andWhere(`row.${field} = :${field}`, { [field]: value });
}

/**
 * Narrows to rows whose text field begins with this, when it is given. As a range, which every index answers; `LIKE`
 * is one to MySQL only.
 */
export function whereBegins(query: ListedQuery, field: string, beginning: string | undefined): void {
  if (beginning === undefined) return;
  query.andWhere(`row.${field} >= :${field}Begins`, { [`${field}Begins`]: beginning });
  const end = endOfPrefix(beginning);
  if (end !== undefined) query.andWhere(`row.${field} < :${field}Ends`, { [`${field}Ends`]: end });
}

/** Narrows to rows whose number lies in `[from, to)`, each end when it is given. */
export function whereBetween(
  query: ListedQuery,
  field: string,
  from: number | undefined,
  to: number | undefined,
): void {
  if (from !== undefined) query.andWhere(`row.${field} >= :${field}From`, { [`${field}From`]: from });
  if (to !== undefined) query.andWhere(`row.${field} < :${field}To`, { [`${field}To`]: to });
}
