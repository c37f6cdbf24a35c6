import { createParamDecorator, type ExecutionContext, type Type } from '@nestjs/common';
import { ApiExtraModels, ApiQuery } from '@nestjs/swagger';
import { getMetadataStorage } from 'class-validator';
import type { Request } from 'express';
import { refusal, refusalOf } from '../errors/admin-error.js';
import { parseFields } from './parse-fields.js';

const DEFAULT_ROWS = 25;
const MAX_ROWS = 1000;

export type SortOrder = 'ASC' | 'DESC';

/** Parsed parameters of a list request. */
export interface ListQuery<F extends object = object> {
  /** Contains only fields of the filter's class, with valid values. */
  readonly filter: F;
  readonly sort: { readonly field: string; readonly order: SortOrder };
  /** Index of the first row, from 0. */
  readonly from: number;
  /** Maximum number of rows, 1–1000. */
  readonly limit: number;
}

/**
 * Injects a list query in the format of `ra-data-simple-rest`: `sort=["id","DESC"]&range=[0,24]&filter={…}`. All three
 * are JSON and optional.
 * @param filter class of the filter; fields without validators are refused with 400
 * @param sorts sortable fields; the first is the default, in descending order
 */
export function ListParams(filter: Type<object>, sorts: readonly string[]): ParameterDecorator {
  const decorate = listing({ filter, sorts });
  return (target, method, index) => {
    decorate(target, method, index);
    document(filter, sorts, target, method!);
  };
}

interface Rules {
  filter: Type<object>;
  sorts: readonly string[];
}

const listing = createParamDecorator((rules: Rules, context: ExecutionContext) =>
  parseListQuery(context.switchToHttp().getRequest<Request>().query, rules),
);

/** @throws AdminError 400 with the faults */
export function parseListQuery(query: Record<string, unknown>, { filter, sorts }: Rules): ListQuery {
  return {
    filter: parseFilter(parseJson(query, 'filter', '{}'), filter),
    sort: parseSort(parseJson(query, 'sort', JSON.stringify([sorts[0], 'DESC'])), sorts),
    ...parseRange(parseJson(query, 'range', JSON.stringify([0, DEFAULT_ROWS - 1]))),
  };
}

function parseJson(query: Record<string, unknown>, name: string, missing: string): unknown {
  const text = query[name] ?? missing;
  if (typeof text === 'string') {
    try {
      return JSON.parse(text);
    } catch {
      // The refusal at the end of this function reports the fault.
    }
  }
  throw refusal('invalid_query_json', { name });
}

function parseFilter(value: unknown, type: Type<object>): object {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw refusal('invalid_filter_json');
  }
  return parseFields(value, type, (faults) => refusalOf(faults, 'invalid_filter', { known: fieldsOf(type) }));
}

function parseSort(value: unknown, sorts: readonly string[]): ListQuery['sort'] {
  const [field, order] = Array.isArray(value) && value.length === 2 ? (value as unknown[]) : [];
  if (sorts.includes(field as string) && (order === 'ASC' || order === 'DESC')) {
    return { field: field as string, order };
  }
  throw refusal('invalid_sort', { known: sorts });
}

function parseRange(value: unknown): { from: number; limit: number } {
  const [from, to] = Array.isArray(value) && value.length === 2 ? (value as number[]) : [];
  const fits = Number.isSafeInteger(from) && Number.isSafeInteger(to) && from! >= 0 && to! >= from!;
  if (fits && to! - from! < MAX_ROWS) return { from: from!, limit: to! - from! + 1 };
  throw refusal('invalid_range', { max: MAX_ROWS });
}

function fieldsOf(type: Type<object>): string[] {
  const rules = getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);
  return [...new Set(rules.map(({ propertyName }) => propertyName))];
}

function document(filter: Type<object>, sorts: readonly string[], target: object, method: string | symbol) {
  const handler = Object.getOwnPropertyDescriptor(target, method)!;
  const text = { required: false, schema: { type: 'string' } } as const;
  for (const decorator of [
    ApiExtraModels(filter),
    ApiQuery({
      ...text,
      name: 'filter',
      description: `JSON object (schema ${filter.name}) of ${fieldsOf(filter).join(', ')}`,
      example: '{}',
    }),
    ApiQuery({
      ...text,
      name: 'sort',
      description: `JSON array of a field and \`ASC\` or \`DESC\`; fields: ${sorts.join(', ')}`,
      example: JSON.stringify([sorts[0], 'DESC']),
    }),
    ApiQuery({
      ...text,
      name: 'range',
      description: `JSON array with the indexes of the first and last row, both included, counted from 0; at most ${MAX_ROWS} rows`,
      example: JSON.stringify([0, DEFAULT_ROWS - 1]),
    }),
  ]) {
    decorator(target, method, handler);
  }
}
