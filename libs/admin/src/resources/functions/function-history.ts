import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, In } from 'typeorm';
import { FunctionCallRecord, FunctionVersion } from '@app/database';
import type { Actor } from '../../access/actor.js';
import { notFound } from '../../errors/admin-error.js';
import type { ListQuery } from '../../api/list-query.js';
import { Page } from '../../api/page.js';
import type { IdFilter } from '../../crud/filters.js';
import { CrudService } from '../../crud/crud.service.js';
import { toDto } from '../../crud/resource.js';
import {
  FUNCTION_CALL_FIELDS,
  FUNCTION_VERSION_FIELDS,
  type FunctionCallDto,
  type FunctionCallFilter,
  type FunctionVersionDto,
  LISTED_VERSION_FIELDS,
  type ListedFunctionVersionDto,
} from './function-history.dto.js';
import { FUNCTIONS } from './function.resource.js';

/** Reads the versions of a function and its latest calls. */
@Injectable()
export class FunctionHistory {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly crud: CrudService,
  ) {}

  /** @throws AdminError 404 */
  async versions(
    actor: Actor,
    functionId: number,
    { filter: { id }, sort, from, limit }: ListQuery<IdFilter>,
  ): Promise<Page<ListedFunctionVersionDto>> {
    await this.crud.get(actor, FUNCTIONS, functionId);
    const [rows, total] = await this.dataSource.manager.findAndCount(FunctionVersion, {
      select: Object.fromEntries(LISTED_VERSION_FIELDS.map((field) => [field, true])),
      where: { functionId, ...(id && { id: In(id) }) },
      order: { version: sort.order },
      skip: from,
      take: limit,
    });
    return new Page(rows, from, total).map((row) => toDto(row, LISTED_VERSION_FIELDS));
  }

  /** @throws AdminError 404 */
  async version(actor: Actor, functionId: number, version: number): Promise<FunctionVersionDto> {
    await this.crud.get(actor, FUNCTIONS, functionId);
    const kept = await this.dataSource.manager.findOneBy(FunctionVersion, { functionId, version });
    if (!kept) throw notFound('version');
    return toDto(kept, FUNCTION_VERSION_FIELDS);
  }

  /** @throws AdminError 404 */
  async calls(
    actor: Actor,
    functionId: number,
    { filter: { id, ok }, sort, from, limit }: ListQuery<FunctionCallFilter>,
  ): Promise<Page<FunctionCallDto>> {
    await this.crud.get(actor, FUNCTIONS, functionId);
    const [rows, total] = await this.dataSource.manager.findAndCount(FunctionCallRecord, {
      where: { functionId, ...(id && { id: In(id) }), ...(ok !== undefined && { ok }) },
      order: { id: sort.order },
      skip: from,
      take: limit,
    });
    return new Page(rows, from, total).map((row) => toDto(row, FUNCTION_CALL_FIELDS));
  }
}
