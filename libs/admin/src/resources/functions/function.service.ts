import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { type AuditAction, FunctionVersion, type RemoteFunction } from '@app/database';
import { changesOf } from '@app/platform';
import type { Actor } from '../../access/actor.js';
import { notFound } from '../../errors/admin-error.js';
import { CrudService, requireVersion } from '../../crud/crud.service.js';
import type { CreateFunctionDto, EditFunctionDto } from './function.dto.js';
import { FUNCTIONS } from './function.resource.js';
import { FunctionTester } from './function-tester.js';

/** Manages functions that clients call. Every new source is stored as a version, which can be restored. */
@Injectable()
export class FunctionService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly crud: CrudService,
    private readonly tester: FunctionTester,
  ) {}

  /** @throws AdminError 422 when the name is taken or the source does not define the function; 503 */
  async create(actor: Actor, dto: CreateFunctionDto): Promise<RemoteFunction> {
    const { enabled = true, timeoutMs = null, memoryMb = null, cost = 0, trials = false, ...rest } = dto;
    await this.tester.requireDefinition(actor, { ...rest, timeoutMs, memoryMb });
    const values = { ...rest, version: 1, enabled, timeoutMs, memoryMb, cost, trials };
    return this.crud.create(actor, FUNCTIONS, values, undefined, (row, manager) =>
      keepVersion(manager, actor, row),
    );
  }

  /** @throws AdminError 404, 409, 422, 503 */
  async update(
    actor: Actor,
    id: number,
    { rowVersion, ...wanted }: EditFunctionDto,
  ): Promise<RemoteFunction> {
    const before = await this.crud.get(actor, FUNCTIONS, id);
    requireVersion(before, rowVersion);
    const { name, source } = changesOf(before, wanted);
    if (name !== undefined || source !== undefined) {
      await this.tester.requireDefinition(actor, { ...before, ...changesOf(before, wanted) });
    }
    await this.crud.act(actor, FUNCTIONS, id, async (row, manager) => {
      requireVersion(row, rowVersion);
      await this.save(manager, actor, row, changesOf(row, wanted), 'update');
    });
    return this.crud.get(actor, FUNCTIONS, id);
  }

  /**
   * Saves the source of an earlier version as a new version.
   * @throws AdminError 404, 409, 422 if that source does not define a function with the current name; 503
   */
  async restore(actor: Actor, id: number, version: number, rowVersion: number): Promise<RemoteFunction> {
    const before = await this.crud.get(actor, FUNCTIONS, id);
    requireVersion(before, rowVersion);
    const kept = await this.dataSource.manager.findOneBy(FunctionVersion, { functionId: id, version });
    if (!kept) throw notFound('version');
    await this.tester.requireDefinition(actor, { ...before, source: kept.source });
    await this.crud.act(actor, FUNCTIONS, id, async (row, manager) => {
      requireVersion(row, rowVersion);
      await this.save(manager, actor, row, changesOf(row, { source: kept.source }), 'restore');
    });
    return this.crud.get(actor, FUNCTIONS, id);
  }

  private async save(
    manager: EntityManager,
    actor: Actor,
    row: RemoteFunction,
    changes: Partial<RemoteFunction>,
    action: AuditAction,
  ): Promise<void> {
    if (Object.keys(changes).length === 0) return;
    if (changes.source === undefined) {
      return this.crud.change(manager, actor, FUNCTIONS, row, changes, action);
    }
    const renewed = { ...changes, version: row.version + 1 };
    await this.crud.change(manager, actor, FUNCTIONS, row, renewed, action);
    await keepVersion(manager, actor, row);
  }
}

async function keepVersion(
  manager: EntityManager,
  { principal, now }: Actor,
  { id: functionId, version, source }: RemoteFunction,
): Promise<void> {
  const by = { createdBy: principal.name, createdAt: now };
  await manager.insert(FunctionVersion, { functionId, version, source, ...by });
}
