import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import {
  DataSource,
  type DeepPartial,
  type EntityManager,
  type FindOptionsOrder,
  type FindOptionsSelect,
  type FindOptionsWhere,
  In,
  type ObjectLiteral,
  type QueryDeepPartialEntity,
  type SelectQueryBuilder,
} from 'typeorm';
import { type AuditAction, Application, inTransaction, isUniqueViolation, rowLock } from '@app/database';
import { changesOf } from '@app/platform';
import { type Actor, hasApplication } from '../access/actor.js';
import { ReadQueue } from '../access/read-queue.js';
import { invalid, notFound, problem, refusalOf } from '../errors/admin-error.js';
import type { ListQuery } from '../api/list-query.js';
import type { Page } from '../api/page.js';
import { AuditTrail, MASK } from '../audit/audit-trail.js';
import { type ApplicationFilter, applyIdFilter, type IdFilter } from './filters.js';
import { fieldsIn, listRows } from './list-rows.js';
import { ListThresholds } from './list-thresholds.js';
import { planList } from './list-plan.js';
import { applicationOf, type EditableRow, toDto, type Resource } from './resource.js';
import { waitForNewCards } from './wait-for-new-cards.js';
import { matchingIds, walkIds } from './walk-ids.js';

/** An edit by a caller: the changed fields, and the `rowVersion` that the caller has read. */
export type Edit<T> = Partial<T> & { rowVersion: number };

/** Old and new values of rows that belong to a changed row, for the audit log. */
export interface RelatedChange {
  readonly before: object;
  readonly after: object;
}

/**
 * Validates a row with its new values, and throws an AdminError to refuse them. A check may also change other rows that
 * belong to the row; it then returns their changes for the audit log.
 */
export type Check<T> = (
  row: T,
  manager: EntityManager,
) => void | RelatedChange | Promise<void | RelatedChange>;

/**
 * Operations shared by all resources. They limit access to the caller's applications, refuse conflicting edits
 * (optimistic locking) and write audit records.
 */
@Injectable()
export class CrudService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly audit: AuditTrail,
    private readonly sizes: ListThresholds,
    private readonly turns: ReadQueue,
  ) {}

  /**
   * Returns a page of the records that the caller may see.
   * @throws AdminError 413 if the texts of the page are too long
   */
  list<T extends { id: number }, F extends IdFilter>(
    actor: Actor,
    resource: Resource<T, F>,
    query: ListQuery<F>,
  ): Promise<Page<T>> {
    const { filter, sort } = query;
    const fields = fieldsIn(filter);
    if (actor.principal.applications !== undefined) fields.push('applicationId');
    const ofAll = !fields.includes('applicationId');
    const way = planList(resource.indices, sort.field, fields, this.sizes);
    return listRows(this.select(actor, resource, filter), query, way, this.sizes, ofAll, resource.listed);
  }

  /** Returns the query of all records that the caller may see and that match the filter. */
  select<T extends { id: number }, F extends IdFilter>(
    { principal, now }: Actor,
    resource: Resource<T, F>,
    filter: F,
  ): SelectQueryBuilder<T> {
    const query = this.dataSource.manager.createQueryBuilder(resource.entity, 'row');
    const { applicationProperty } = resource;
    if (applicationProperty !== undefined && principal.applications !== undefined) {
      const given = [...principal.applications];
      if (given.length === 0) query.andWhere('1 = 0');
      else query.andWhere(`row.${applicationProperty} IN (:...given)`, { given });
    }
    applyIdFilter(query, filter);
    resource.applyFilter(query, filter, now);
    return query;
  }

  /**
   * Yields the ids of all records that the caller may see and that match the filter, in ascending order. Each read
   * waits for the caller's turn in the `ReadQueue`.
   */
  ids<T extends { id: number }, F extends ApplicationFilter>(
    actor: Actor,
    resource: Resource<T, F>,
    filter: F,
  ): AsyncGenerator<number[]> {
    const inTurn = <R>(read: () => Promise<R>) => this.turns.run(actor, read);
    return walkIds(this.select(actor, resource, filter), filter.applicationId, inTurn);
  }

  /**
   * Returns the given ids whose records still match the filter, in ascending order. In a transaction that has locked
   * the records, the result stays correct until the transaction ends.
   */
  stillMatching<T extends { id: number }, F extends IdFilter>(
    manager: EntityManager,
    actor: Actor,
    resource: Resource<T, F>,
    filter: F,
    ids: readonly number[],
  ): Promise<number[]> {
    return matchingIds(manager, this.select(actor, resource, filter), ids);
  }

  /** Does the same as `ids`, but yields the records. */
  async *rows<T extends { id: number }, F extends ApplicationFilter>(
    actor: Actor,
    resource: Resource<T, F>,
    filter: F,
    select?: FindOptionsSelect<T>,
  ): AsyncGenerator<T[]> {
    const { manager } = this.dataSource;
    for await (const ids of this.ids(actor, resource, filter)) {
      const where = { id: In(ids) } as FindOptionsWhere<T>;
      const order = { id: 'ASC' } as FindOptionsOrder<T>;
      yield await this.turns.run(actor, () =>
        manager.find(resource.entity, { where, order, ...(select && { select }) }),
      );
    }
  }

  /** @throws AdminError 404 */
  async get<T extends { id: number }>(actor: Actor, resource: Resource<T>, id: number): Promise<T> {
    const row = await this.dataSource.manager.findOneBy(resource.entity, { id } as FindOptionsWhere<T>);
    return requireVisible(actor, resource, row);
  }

  /**
   * @param check runs before the row is inserted; it may refuse the row or set its fields
   * @param after creates rows that belong to the new row, which then already has its id
   * @throws AdminError 422 if a unique name is taken, or the caller may not access the application
   */
  async create<T extends ObjectLiteral & EditableRow>(
    actor: Actor,
    resource: Resource<T>,
    values: Partial<T>,
    check: Check<T> = () => undefined,
    after: Check<T> = () => undefined,
  ): Promise<T> {
    const { now } = actor;
    const row = await this.run(resource, async (manager) => {
      const row = manager.create(resource.entity, {
        ...values,
        createdAt: now,
        updatedAt: now,
      } as DeepPartial<T>);
      await requireOwnApplication(manager, actor, applicationOf(resource, row));
      await check(row, manager);
      const { identifiers } = await manager.insert(resource.entity, row);
      Object.assign(row, { id: Number(identifiers[0]!['id']) });
      const related = await after(row, manager);
      await this.audit.record(manager, actor, {
        ...changeOf(resource, row),
        action: 'create',
        after: { ...audited(resource, row, resource.fields), ...related?.after },
      });
      return row;
    });
    return this.get(actor, resource, row.id);
  }

  /** @throws AdminError 404; 409 if the record has changed since the caller read it; 422 if a unique name is taken */
  async update<T extends EditableRow>(
    actor: Actor,
    resource: Resource<T>,
    id: number,
    { rowVersion, ...wanted }: Edit<T>,
    check: Check<T> = () => undefined,
  ): Promise<T> {
    await this.runOn(resource, id, async (manager) => {
      const row = await this.lock(manager, actor, resource, id);
      requireVersion(row, rowVersion);
      const changes = changesOf(row, wanted as unknown as Partial<T>);
      if (Object.keys(changes).length === 0) return;
      await this.change(manager, actor, resource, row, changes, 'update', check);
    });
    return this.get(actor, resource, id);
  }

  /**
   * @param before acquires locks that must be acquired before the row's lock
   * @throws AdminError 404
   */
  async delete<T extends { id: number }>(
    actor: Actor,
    resource: Resource<T>,
    id: number,
    check: Check<T> = () => undefined,
    before: (manager: EntityManager) => Promise<unknown> = async () => undefined,
  ): Promise<T> {
    return this.runOn(resource, id, async (manager) => {
      await before(manager);
      const row = await this.lock(manager, actor, resource, id);
      await check(row, manager);
      await manager.delete(resource.entity, { id });
      await this.audit.record(manager, actor, {
        ...changeOf(resource, row),
        action: 'delete',
        before: audited(resource, row, resource.fields),
      });
      return row;
    });
  }

  /**
   * Locks a record and runs on it an action that is more than a plain edit. The action itself writes the audit record.
   * @param work changes the locked row with `change`, or changes other rows that belong to it
   */
  async act<T extends { id: number }, R>(
    actor: Actor,
    resource: Resource<T>,
    id: number,
    work: (row: T, manager: EntityManager) => Promise<R>,
  ): Promise<R> {
    return this.runOn(resource, id, async (manager) =>
      work(await this.lock(manager, actor, resource, id), manager),
    );
  }

  /**
   * Writes changes of a locked row to the database, to `row` itself and to the audit log.
   * @param check may refuse the changes, and change further columns of the row
   */
  async change<T extends { id: number }>(
    manager: EntityManager,
    actor: Actor,
    resource: Resource<T>,
    row: T,
    changes: Partial<T>,
    action: AuditAction,
    check: Check<T> = () => undefined,
  ): Promise<void> {
    const old = { ...row };
    Object.assign(row, changes);
    const related = await check(row, manager);
    const columns = Object.keys(row) as (keyof T & string)[];
    const changed = columns.filter((column) => column in changes || row[column] !== old[column]);
    const values = { ...toDto(row, changed), updatedAt: actor.now } as unknown as QueryDeepPartialEntity<T>;
    await manager.update(resource.entity, { id: row.id }, values);
    const before = audited(resource, old, changed);
    const after = audited(resource, row, changed);
    await this.audit.record(manager, actor, {
      ...changeOf(resource, row),
      action,
      before: { ...before, ...related?.before },
      after: { ...after, ...related?.after },
    });
  }

  private async lock<T extends { id: number }>(
    manager: EntityManager,
    actor: Actor,
    resource: Resource<T>,
    id: number,
  ): Promise<T> {
    const where = { id } as FindOptionsWhere<T>;
    const row = await manager.findOne(resource.entity, { where, ...rowLock(manager) });
    return requireVisible(actor, resource, row);
  }

  /** Runs work on an existing record. */
  private async runOn<T extends { id: number }, R>(
    resource: Resource<T>,
    id: number,
    work: (manager: EntityManager) => Promise<R>,
  ): Promise<R> {
    if (resource.isOfCards) {
      const { manager } = this.dataSource;
      const row = await manager.findOneBy(resource.entity, { id } as FindOptionsWhere<T>);
      if (row) await waitForNewCards(manager, applicationOf(resource, row));
    }
    return this.run(resource, work);
  }

  private async run<R>(
    { uniqueField }: Pick<Resource<{ id: number }>, 'uniqueField'>,
    work: (manager: EntityManager) => Promise<R>,
  ): Promise<R> {
    try {
      return await inTransaction(this.dataSource, work);
    } catch (error) {
      if (uniqueField !== undefined && isUniqueViolation(error)) {
        throw invalid({ [uniqueField]: problem('taken') });
      }
      throw error;
    }
  }
}

/**
 * Requires that the record has not changed since the caller read it.
 * @param rowVersion the version that the caller read; if undefined, the caller accepts any version
 * @throws AdminError 409
 */
export function requireVersion(row: { rowVersion: number }, rowVersion: number | undefined): void {
  if (rowVersion !== undefined && row.rowVersion !== rowVersion) {
    const faults = { rowVersion: problem('current_version', { rowVersion: row.rowVersion }) };
    throw refusalOf(faults, 'record_changed');
  }
}

/**
 * @param applicationId `null` means all applications, which requires access to all of them; `undefined` means that the
 * application is being created
 * @throws AdminError 422 if the application does not exist or the caller may not access it
 */
export async function requireOwnApplication(
  manager: EntityManager,
  { principal }: Actor,
  applicationId: number | null | undefined,
): Promise<void> {
  if (applicationId === undefined) return;
  const isOwn =
    hasApplication(principal, applicationId) &&
    (applicationId === null || (await manager.existsBy(Application, { id: applicationId })));
  if (!isOwn) throw invalid({ applicationId: problem('foreign_application') });
}

/**
 * Checks that the caller may access the application that a path or query names.
 * @param applicationId `undefined` if the request is not for a particular application
 * @throws AdminError 404
 */
export async function requireVisibleApplication(
  manager: EntityManager,
  { principal }: Actor,
  applicationId: number | undefined,
): Promise<void> {
  if (applicationId === undefined) return;
  const isVisible =
    hasApplication(principal, applicationId) && (await manager.existsBy(Application, { id: applicationId }));
  if (!isVisible) throw notFound('application');
}

function requireVisible<T extends { id: number }>(
  { principal }: Actor,
  resource: Resource<T>,
  row: T | null,
): T {
  if (!row || !hasApplication(principal, applicationOf(resource, row))) throw notFound(resource.singular);
  return row;
}

/** Returns values for the audit log. The values of secret fields are masked. */
function audited<T extends { id: number }>(
  { fields, secretUrls = [] }: Resource<T>,
  row: T,
  columns: readonly (keyof T & string)[],
): object {
  const valueOf = (column: keyof T & string) => {
    const value = row[column];
    if (value === null) return null;
    if (secretUrls.includes(column)) return `${new URL(String(value)).origin}/${MASK}`;
    return fields.includes(column) ? value : MASK;
  };
  return Object.fromEntries(columns.map((column) => [column, valueOf(column)]));
}

/** Returns the part of an audit record that identifies a row. */
export function changeOf<T extends { id: number }>(resource: Resource<T>, row: T) {
  return {
    resource: resource.name,
    recordId: row.id,
    recordName: resource.nameOf(row),
    applicationId: applicationOf(resource, row),
  };
}
