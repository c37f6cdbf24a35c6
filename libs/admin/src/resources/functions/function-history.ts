import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, In } from 'typeorm';
import { FunctionCallCount, FunctionCallRecord, FunctionVersion, type RemoteFunction } from '@app/database';
import { HOUR_MS } from '@app/platform';
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

const RECENT_HOURS = 24;

interface RecentCalls {
  readonly calls: number;
  readonly failures: number;
}

/** Reads the versions of a function, its latest calls, and the number of calls. */
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

  /**
   * Returns, for each function id, how often clients called the function in the last 24 hours and how many of the calls
   * failed. Functions without calls are omitted.
   */
  async recentCalls(
    functions: readonly Pick<RemoteFunction, 'id' | 'applicationId'>[],
    now: number,
  ): Promise<ReadonlyMap<number, RecentCalls>> {
    if (functions.length === 0) return new Map();
    // The condition on the applications lets the query use the primary key, which begins with application and hour.
    const rows = await this.dataSource.manager
      .createQueryBuilder(FunctionCallCount, 'count')
      .select('count.functionId', 'id')
      .addSelect('SUM(count.calls)', 'calls')
      .addSelect('SUM(count.failures)', 'failures')
      .where('count.applicationId IN (:...applications)', {
        applications: [...new Set(functions.map(({ applicationId }) => applicationId))],
      })
      .andWhere('count.hour > :hour', { hour: Math.floor(now / HOUR_MS) - RECENT_HOURS })
      .andWhere('count.functionId IN (:...ids)', { ids: functions.map(({ id }) => id) })
      .groupBy('count.functionId')
      .getRawMany<{ id: number; calls: number | string; failures: number | string }>();
    return new Map(
      rows.map(({ id, calls, failures }) => [id, { calls: Number(calls), failures: Number(failures) }]),
    );
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
