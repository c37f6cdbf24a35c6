import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { FunctionVersion, type RemoteFunction } from '@app/database';
import { changesOf } from '@app/platform';
import type { Actor } from '../access/actor.js';
import { invalid, notFound } from '../api/admin-error.js';
import { RecordService, requireVersion } from '../records/record.service.js';
import type { CreateFunctionDto, EditFunctionDto } from './function.dto.js';
import { FUNCTIONS } from './function.resource.js';
import { syntaxFault } from './syntax-fault.js';

/** Functions that clients call. Every new source is kept as a version, which can be restored. */
@Injectable()
export class FunctionService {
  constructor(private readonly records: RecordService) {}

  /** @throws AdminError 422 when the name is taken or the source has a syntax error */
  async create(actor: Actor, dto: CreateFunctionDto): Promise<RemoteFunction> {
    const { enabled = true, timeoutMs = null, memoryMb = null, ...rest } = dto;
    refuseFault(rest.source);
    const values = { ...rest, version: 1, enabled, timeoutMs, memoryMb };
    return this.records.create(actor, FUNCTIONS, values, undefined, (row, manager) =>
      keepVersion(manager, actor, row),
    );
  }

  /** @throws AdminError 404, 409, 422 */
  async update(
    actor: Actor,
    id: number,
    { rowVersion, ...wanted }: EditFunctionDto,
  ): Promise<RemoteFunction> {
    await this.records.act(actor, FUNCTIONS, id, async (row, manager) => {
      requireVersion(row, rowVersion);
      await this.save(manager, actor, row, changesOf(row, wanted), 'update');
    });
    return this.records.get(actor, FUNCTIONS, id);
  }

  /**
   * Saves the source of an earlier version as a new one.
   * @throws AdminError 404, 409, 422 when that source has a syntax error
   */
  async restore(actor: Actor, id: number, version: number, rowVersion: number): Promise<RemoteFunction> {
    await this.records.act(actor, FUNCTIONS, id, async (row, manager) => {
      requireVersion(row, rowVersion);
      const kept = await manager.findOneBy(FunctionVersion, { functionId: id, version });
      if (!kept) throw notFound('version');
      await this.save(manager, actor, row, changesOf(row, { source: kept.source }), 'restore');
    });
    return this.records.get(actor, FUNCTIONS, id);
  }

  private async save(
    manager: EntityManager,
    actor: Actor,
    row: RemoteFunction,
    changes: Partial<RemoteFunction>,
    action: string,
  ): Promise<void> {
    if (Object.keys(changes).length === 0) return;
    if (changes.source === undefined) {
      return this.records.change(manager, actor, FUNCTIONS, row, changes, action);
    }
    refuseFault(changes.source);
    const renewed = { ...changes, version: row.version + 1 };
    await this.records.change(manager, actor, FUNCTIONS, row, renewed, action);
    await keepVersion(manager, actor, row);
  }
}

function refuseFault(source: string): void {
  const fault = syntaxFault(source);
  if (fault !== undefined) throw invalid({ source: fault });
}

async function keepVersion(
  manager: EntityManager,
  { principal, now }: Actor,
  { id: functionId, version, source }: RemoteFunction,
): Promise<void> {
  const by = { createdBy: principal.name, createdAt: now };
  await manager.insert(FunctionVersion, { functionId, version, source, ...by });
}
