import { Get, Res } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { ApiOkResponse, ApiProduces } from '@nestjs/swagger';
import type { Response } from 'express';
import { DataSource } from 'typeorm';
import { CurrentActor, type Actor } from '../access/actor.js';
import { Allow } from '../access/allow.decorator.js';
import { AdminApi } from '../api/admin-api.decorator.js';
import { toCsv } from '../api/csv.js';
import { ListParams, type ListQuery } from '../api/list-query.js';
import { DocumentStatuses } from '../api/document-statuses.decorator.js';
import { ReadsInParts } from '../api/read-queue.interceptor.js';
import { sendDownload } from '../api/send-download.js';
import { CrudService, requireVisibleApplication } from '../crud/crud.service.js';
import { AUDIT_FIELDS, AUDIT_LOG, AUDIT_SORTS, AuditFilter } from './audit-record.resource.js';

/**
 * Exports the audit log. The module must list this controller before the controller of single records, which would
 * parse the path `export` as an id.
 */
@AdminApi('audit-log/export', 'audit log')
export class AuditExportController {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly crud: CrudService,
  ) {}

  /** Exports the audit log as CSV, earliest first; `sort` and `range` are ignored. */
  @Get()
  @ApiProduces('text/csv')
  @ApiOkResponse({ schema: { type: 'string' }, description: 'A file, streamed' })
  @DocumentStatuses(404)
  @ReadsInParts()
  @Allow('manager')
  async export(
    @CurrentActor() actor: Actor,
    @ListParams(AuditFilter, AUDIT_SORTS) { filter }: ListQuery<AuditFilter>,
    @Res() response: Response,
  ): Promise<void> {
    await requireVisibleApplication(this.dataSource.manager, actor, filter.applicationId);
    const day = Temporal.Instant.fromEpochMilliseconds(actor.now).toString().slice(0, 10);
    const text = toCsv(AUDIT_FIELDS, this.rows(actor, filter));
    await sendDownload(response, { name: `audit-log-${day}.csv`, type: 'text/csv' }, text);
  }

  private async *rows(actor: Actor, filter: AuditFilter): AsyncGenerator<string[][]> {
    for await (const found of this.crud.rows(actor, AUDIT_LOG, filter)) {
      yield found.map((record) => AUDIT_FIELDS.map((field) => cellOf(field, record[field])));
    }
  }
}

/** Formats times for people and spreadsheets. */
function cellOf(field: string, value: string | number | null): string {
  if (field === 'at') return Temporal.Instant.fromEpochMilliseconds(Number(value)).toString();
  return value === null ? '' : String(value);
}
