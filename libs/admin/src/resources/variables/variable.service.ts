import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, In } from 'typeorm';
import { type AuditAction, type Variable, VariableVersion } from '@app/database';
import { changesOf } from '@app/platform';
import type { Actor } from '../../access/actor.js';
import type { ListQuery } from '../../api/list-query.js';
import { Page } from '../../api/page.js';
import { notFound } from '../../errors/admin-error.js';
import { CrudService, requireVersion } from '../../crud/crud.service.js';
import type { IdFilter } from '../../crud/filters.js';
import { toDto } from '../../crud/resource.js';
import type { CreateVariableDto, EditVariableDto } from './variable.dto.js';
import { VARIABLES } from './variable.resource.js';
import {
  LISTED_VARIABLE_VERSION_FIELDS,
  type ListedVariableVersionDto,
  VARIABLE_VERSION_FIELDS,
  type VariableVersionDto,
} from './variable-version.dto.js';

/** Manages variables that clients read. Every new value is stored as a version, which can be restored. */
@Injectable()
export class VariableService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly crud: CrudService,
  ) {}

  /** @throws AdminError 422 when the key is taken */
  create(actor: Actor, { cardAuth = false, trials = false, ...rest }: CreateVariableDto): Promise<Variable> {
    const values = { ...rest, version: 1, cardAuth, trials };
    return this.crud.create(actor, VARIABLES, values, undefined, (row, manager) =>
      keepVersion(manager, actor, row),
    );
  }

  /** @throws AdminError 404, 409, 422 */
  async update(actor: Actor, id: number, { rowVersion, ...wanted }: EditVariableDto): Promise<Variable> {
    await this.crud.act(actor, VARIABLES, id, async (row, manager) => {
      requireVersion(row, rowVersion);
      await this.save(manager, actor, row, changesOf(row, wanted), 'update');
    });
    return this.crud.get(actor, VARIABLES, id);
  }

  /**
   * Saves the value of an earlier version as a new version.
   * @throws AdminError 404, 409
   */
  async restore(actor: Actor, id: number, version: number, rowVersion: number): Promise<Variable> {
    await this.crud.act(actor, VARIABLES, id, async (row, manager) => {
      requireVersion(row, rowVersion);
      const kept = await manager.findOneBy(VariableVersion, { variableId: id, version });
      if (!kept) throw notFound('version');
      await this.save(manager, actor, row, changesOf(row, { value: kept.value }), 'restore');
    });
    return this.crud.get(actor, VARIABLES, id);
  }

  /** @throws AdminError 404 */
  async versions(
    actor: Actor,
    variableId: number,
    { filter: { id }, sort, from, limit }: ListQuery<IdFilter>,
  ): Promise<Page<ListedVariableVersionDto>> {
    await this.crud.get(actor, VARIABLES, variableId);
    const [rows, total] = await this.dataSource.manager.findAndCount(VariableVersion, {
      select: Object.fromEntries(LISTED_VARIABLE_VERSION_FIELDS.map((field) => [field, true])),
      where: { variableId, ...(id && { id: In(id) }) },
      order: { version: sort.order },
      skip: from,
      take: limit,
    });
    return new Page(rows, from, total).map((row) => toDto(row, LISTED_VARIABLE_VERSION_FIELDS));
  }

  /** @throws AdminError 404 */
  async version(actor: Actor, variableId: number, version: number): Promise<VariableVersionDto> {
    await this.crud.get(actor, VARIABLES, variableId);
    const kept = await this.dataSource.manager.findOneBy(VariableVersion, { variableId, version });
    if (!kept) throw notFound('version');
    return toDto(kept, VARIABLE_VERSION_FIELDS);
  }

  private async save(
    manager: EntityManager,
    actor: Actor,
    row: Variable,
    changes: Partial<Variable>,
    action: AuditAction,
  ): Promise<void> {
    if (Object.keys(changes).length === 0) return;
    if (changes.value === undefined) {
      return this.crud.change(manager, actor, VARIABLES, row, changes, action);
    }
    const renewed = { ...changes, version: row.version + 1 };
    await this.crud.change(manager, actor, VARIABLES, row, renewed, action);
    await keepVersion(manager, actor, row);
  }
}

async function keepVersion(
  manager: EntityManager,
  { principal, now }: Actor,
  { id: variableId, version, value }: Variable,
): Promise<void> {
  const by = { createdBy: principal.name, createdAt: now };
  await manager.insert(VariableVersion, { variableId, version, value, ...by });
}
