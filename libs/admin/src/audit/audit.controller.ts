import { Get, Param, ParseIntPipe } from '@nestjs/common';
import { Acting, type Actor } from '../access/actor.js';
import { Allow } from '../access/allow.decorator.js';
import { AdminApi } from '../api/admin-api.decorator.js';
import { Listed } from '../api/listed.decorator.js';
import { Listing, type ListQuery } from '../api/list-query.js';
import type { Page } from '../api/page.js';
import { RecordService } from '../records/record.service.js';
import { present } from '../records/resource.js';
import {
  AUDIT_FIELDS,
  AUDIT_LOG,
  AUDIT_SORTS,
  AuditFilter,
  AuditRecordDto,
} from './audit-record.resource.js';

/** Who did what to which record. Nothing here can be changed or deleted. */
@AdminApi('audit-log', 'audit log')
export class AuditController {
  constructor(private readonly records: RecordService) {}

  /** Lists what was done, the latest first. */
  @Get()
  @Listed(AuditRecordDto)
  @Allow('manager')
  async list(
    @Acting() actor: Actor,
    @Listing(AuditFilter, AUDIT_SORTS) query: ListQuery<AuditFilter>,
  ): Promise<Page<AuditRecordDto>> {
    return (await this.records.list(actor, AUDIT_LOG, query)).map(shown);
  }

  /** Shows one thing that was done. */
  @Get(':id')
  @Allow('manager')
  async get(@Acting() actor: Actor, @Param('id', ParseIntPipe) id: number): Promise<AuditRecordDto> {
    return shown(await this.records.get(actor, AUDIT_LOG, id));
  }
}

function shown(record: AuditRecordDto): AuditRecordDto {
  return present(record, AUDIT_FIELDS);
}
