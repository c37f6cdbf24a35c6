import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, In } from 'typeorm';
import { Card, NO_OWNER, type RemoteData, rowLock } from '@app/database';
import type { Actor } from '../access/actor.js';
import { invalid } from '../api/admin-error.js';
import type { ListQuery } from '../api/list-query.js';
import { Page } from '../api/page.js';
import { RecordService } from '../records/record.service.js';
import { present } from '../records/resource.js';
import type { CreateRemoteDataDto, EditRemoteDataDto, RemoteDataDto } from './data.dto.js';
import { DATA, DATA_FIELDS, type DataFilter } from './data.resource.js';

/** Data of clients, shown with the names of the cards it is kept for. */
@Injectable()
export class RemoteDataService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly records: RecordService,
  ) {}

  async list(actor: Actor, query: ListQuery<DataFilter>): Promise<Page<RemoteDataDto>> {
    const { rows, from, total } = await this.records.list(actor, DATA, query);
    return new Page(await this.show(rows), from, total);
  }

  async get(actor: Actor, id: number): Promise<RemoteDataDto> {
    return this.showOne(await this.records.get(actor, DATA, id));
  }

  async create(actor: Actor, { card, scope = 'app', ...rest }: CreateRemoteDataDto): Promise<RemoteDataDto> {
    if (scope === 'card' && card === undefined) throw invalid({ card: 'is required for the scope card' });
    if (scope === 'app' && card !== undefined) throw invalid({ card: 'is for the scope card only' });
    const values = { ...rest, scope, ownerId: NO_OWNER };
    const created = await this.records.create(actor, DATA, values, async (row, manager) => {
      if (card !== undefined) row.ownerId = await lockCard(manager, row.applicationId, card);
    });
    return this.showOne(created);
  }

  async update(actor: Actor, id: number, edit: EditRemoteDataDto): Promise<RemoteDataDto> {
    return this.showOne(await this.records.update(actor, DATA, id, edit));
  }

  async delete(actor: Actor, id: number): Promise<RemoteDataDto> {
    return this.showOne(await this.records.delete(actor, DATA, id));
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
      ...present(row, DATA_FIELDS),
      card: row.scope === 'card' ? (names.get(row.ownerId) ?? null) : null,
    }));
  }
}

/**
 * The id of a card, which cannot be deleted before the transaction ends: its data would stay behind.
 * @throws AdminError 422
 */
async function lockCard(manager: EntityManager, applicationId: number, card: string): Promise<number> {
  const found = await manager.findOne(Card, {
    select: { id: true },
    where: { applicationId, card },
    ...rowLock(manager),
  });
  if (!found) throw invalid({ card: 'is not a card of the application' });
  return found.id;
}
