import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, In } from 'typeorm';
import {
  Card,
  countData,
  type DataAmount,
  dataBytes,
  type DataOwner,
  DataQuotaError,
  dataUsage,
  NO_OWNER,
  RemoteData,
  rowLock,
} from '@app/database';
import { AppConfig, changesOf } from '@app/platform';
import type { Actor } from '../../access/actor.js';
import { invalid, problem } from '../../errors/admin-error.js';
import type { ListQuery } from '../../api/list-query.js';
import { Page } from '../../api/page.js';
import { CrudService, requireVersion, requireVisibleApplication } from '../../crud/crud.service.js';
import { toDto } from '../../crud/resource.js';
import type {
  CreateRemoteDataDto,
  DataUsageDto,
  DataUsageQuery,
  EditRemoteDataDto,
  RemoteDataDto,
} from './data.dto.js';
import { DATA, DATA_FIELDS, type DataFilter } from './data.resource.js';

/** Manages remote data and shows it with the names of the owning cards. */
@Injectable()
export class RemoteDataService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly crud: CrudService,
    private readonly config: AppConfig,
  ) {}

  async list(actor: Actor, query: ListQuery<DataFilter>): Promise<Page<RemoteDataDto>> {
    const { rows, from, total } = await this.crud.list(actor, DATA, query);
    return new Page(await this.show(rows), from, total);
  }

  async get(actor: Actor, id: number): Promise<RemoteDataDto> {
    return this.showOne(await this.crud.get(actor, DATA, id));
  }

  async create(actor: Actor, { card, scope = 'app', ...rest }: CreateRemoteDataDto): Promise<RemoteDataDto> {
    if (scope === 'card' && card === undefined) throw invalid({ card: problem('card_required') });
    if (scope === 'app' && card !== undefined) throw invalid({ card: problem('card_not_allowed') });
    const values = { ...rest, scope, ownerId: NO_OWNER };
    const lock = async (row: RemoteData, manager: EntityManager) => {
      if (card !== undefined) row.ownerId = await lockCard(manager, row.applicationId, card);
    };
    const count = (row: RemoteData, manager: EntityManager) =>
      this.count(manager, row, { keys: 1, bytes: dataBytes(row) });
    return this.showOne(await this.crud.create(actor, DATA, values, lock, count));
  }

  async update(
    actor: Actor,
    id: number,
    { rowVersion, ...wanted }: EditRemoteDataDto,
  ): Promise<RemoteDataDto> {
    await this.crud.act(actor, DATA, id, async (row, manager) => {
      requireVersion(row, rowVersion);
      const changes = changesOf(row, wanted);
      if (Object.keys(changes).length === 0) return;
      const before = dataBytes(row);
      await this.crud.change(manager, actor, DATA, row, changes, 'update');
      await this.count(manager, row, { keys: 0, bytes: dataBytes(row) - before });
    });
    return this.get(actor, id);
  }

  async delete(actor: Actor, id: number): Promise<RemoteDataDto> {
    const count = (row: RemoteData, manager: EntityManager) =>
      this.count(manager, row, { keys: -1, bytes: -dataBytes(row) });
    return this.showOne(await this.crud.delete(actor, DATA, id, count));
  }

  /**
   * Returns the remote data usage of an application, or of one of its cards, with the quota.
   * @throws AdminError 422
   */
  async usage(actor: Actor, { applicationId, card }: DataUsageQuery): Promise<DataUsageDto> {
    const { manager } = this.dataSource;
    await requireVisibleApplication(manager, actor, applicationId);
    const scope = card === undefined ? 'app' : 'card';
    const ownerId = card === undefined ? NO_OWNER : await findCard(manager, applicationId, card);
    const { keys, bytes } = await dataUsage(manager, { applicationId, scope, ownerId });
    const quota = this.config.quotas.ofData(scope);
    return { keys, bytes, maxKeys: quota.keys, maxBytes: quota.bytes };
  }

  private async count(manager: EntityManager, owner: DataOwner, more: DataAmount): Promise<void> {
    try {
      await countData(manager, owner, more, this.config.quotas.ofData(owner.scope));
    } catch (error) {
      if (error instanceof DataQuotaError) throw invalid({ value: problem('data_quota') });
      throw error;
    }
  }

  private async showOne(row: RemoteData): Promise<RemoteDataDto> {
    return (await this.show([row]))[0]!;
  }

  private async show(rows: readonly RemoteData[]): Promise<RemoteDataDto[]> {
    const ids = rows.filter(({ scope }) => scope === 'card').map(({ ownerId }) => ownerId);
    const select = { id: true, card: true } as const;
    const cards = await this.dataSource.manager.find(Card, { select, where: { id: In(ids) } });
    const names = new Map(cards.map(({ id, card }) => [id, card]));
    return rows.map((row) => ({
      ...toDto(row, DATA_FIELDS),
      card: row.scope === 'card' ? (names.get(row.ownerId) ?? null) : null,
    }));
  }
}

/**
 * Returns the id of a card and locks the card until the transaction ends. Otherwise the card could be deleted in the
 * meantime, and its data would remain.
 * @throws AdminError 422
 */
function lockCard(manager: EntityManager, applicationId: number, card: string): Promise<number> {
  return findCard(manager, applicationId, card, rowLock(manager));
}

/** @throws AdminError 422 */
async function findCard(
  manager: EntityManager,
  applicationId: number,
  card: string,
  lock: ReturnType<typeof rowLock> = {},
): Promise<number> {
  const found = await manager.findOne(Card, {
    select: { id: true },
    where: { applicationId, card },
    ...lock,
  });
  if (!found) throw invalid({ card: problem('unknown_card') });
  return found.id;
}
