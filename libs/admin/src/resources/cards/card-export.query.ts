import { applyDecorators, createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiExtraModels, ApiQuery } from '@nestjs/swagger';
import type { Request } from 'express';
import { problem, refusalOf } from '../../errors/admin-error.js';
import { parseListQuery } from '../../api/list-query.js';
import { CardFilter } from './card.resource.js';
import { DEFAULT_COLUMNS, EXPORT_COLUMNS, type ExportColumn } from './card-export.columns.js';

/**
 * - `csv`
 * - `txt`: a card on each line
 * - `template`: a text for each card according to its application's template, followed by a line break
 */
export const EXPORT_FORMATS = ['csv', 'txt', 'template'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Parsed parameters of an export request. */
export interface CardExportRequest {
  readonly filter: CardFilter;
  readonly format: ExportFormat;
  /** Only for `csv`. */
  readonly columns: readonly ExportColumn[];
}

/** Injects the parsed parameters of an export request. */
export const ExportQuery = createParamDecorator((_: unknown, context: ExecutionContext) =>
  parseExportQuery(context.switchToHttp().getRequest<Request>().query),
);

/** @throws AdminError 400 with the faults */
function parseExportQuery({ filter, format = 'csv', columns }: Record<string, unknown>): CardExportRequest {
  if (!isOneOf(EXPORT_FORMATS, format))
    throw refusalOf({ format: problem('one_of', { values: EXPORT_FORMATS }) }, 'invalid_query');
  if (columns !== undefined && format !== 'csv')
    throw refusalOf({ columns: problem('no_export_columns') }, 'invalid_query');
  return {
    filter: parseListQuery({ filter }, { filter: CardFilter, sorts: ['id'] }).filter,
    format,
    columns: columns === undefined ? DEFAULT_COLUMNS : parseColumns(columns),
  };
}

function parseColumns(value: unknown): ExportColumn[] {
  const known = Object.keys(EXPORT_COLUMNS) as ExportColumn[];
  const names = typeof value === 'string' ? value.split(',') : [];
  if (
    names.length > 0 &&
    names.every((name) => isOneOf(known, name)) &&
    new Set(names).size === names.length
  ) {
    return names;
  }
  throw refusalOf({ columns: problem('export_columns', { known }) }, 'invalid_query');
}

function isOneOf<T extends string>(values: readonly T[], value: unknown): value is T {
  return (values as readonly unknown[]).includes(value);
}

/** Documents the query. */
export function ApiExportQuery(): MethodDecorator {
  const text = { required: false, schema: { type: 'string' } } as const;
  return applyDecorators(
    ApiExtraModels(CardFilter),
    ApiQuery({
      ...text,
      name: 'filter',
      description: 'Filter, as for the list of cards',
      example: '{"batch":"#12"}',
    }),
    ApiQuery({ name: 'format', required: false, schema: { enum: [...EXPORT_FORMATS], default: 'csv' } }),
    ApiQuery({
      ...text,
      name: 'columns',
      description: `Columns of a CSV file, separated by commas: ${Object.keys(EXPORT_COLUMNS).join(', ')}`,
      example: DEFAULT_COLUMNS.join(','),
    }),
  );
}
