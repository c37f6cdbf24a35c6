import { Get, Param, ParseIntPipe } from '@nestjs/common';
import { CurrentActor, type Actor } from '../access/actor.js';
import { Allow } from '../access/allow.decorator.js';
import { AdminApi } from '../api/admin-api.decorator.js';
import { ApiPage } from '../api/api-page.decorator.js';
import { ListParams, type ListQuery } from '../api/list-query.js';
import type { Page } from '../api/page.js';
import { CrudService } from '../crud/crud.service.js';
import { toDto } from '../crud/resource.js';
import {
  AUDIT_FIELDS,
  AUDIT_LOG,
  AUDIT_SORTS,
  AuditFilter,
  AuditRecordDto,
} from './audit-record.resource.js';

/** The audit log: the author, action and record of every change. Records cannot be changed or deleted. */
@AdminApi('audit-log', 'audit log')
export class AuditController {
  constructor(private readonly crud: CrudService) {}

  /** Lists audit records, latest first. */
  @Get()
  @ApiPage(AuditRecordDto)
  @Allow('manager')
  async list(
    @CurrentActor() actor: Actor,
    @ListParams(AuditFilter, AUDIT_SORTS) query: ListQuery<AuditFilter>,
  ): Promise<Page<AuditRecordDto>> {
    return (await this.crud.list(actor, AUDIT_LOG, query)).map(shown);
  }

  /** Shows an audit record. */
  @Get(':id')
  @Allow('manager')
  async get(@CurrentActor() actor: Actor, @Param('id', ParseIntPipe) id: number): Promise<AuditRecordDto> {
    return shown(await this.crud.get(actor, AUDIT_LOG, id));
  }
}

function shown(record: AuditRecordDto): AuditRecordDto {
  return toDto(record, AUDIT_FIELDS);
}
