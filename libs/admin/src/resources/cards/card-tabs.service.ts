import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { HolderStatus } from '@app/database';
import type { Actor } from '../../access/actor.js';
import { CrudService, requireVisibleApplication } from '../../crud/crud.service.js';
import { firstRows } from '../../crud/list-rows.js';
import { problem, refusalOf } from '../../errors/admin-error.js';
import { countByTab, countTabs, MOST_COUNTED } from './card-counts.js';
import type { CardTabsDto } from './card-tabs.dto.js';
import { type CardFilter, CARDS } from './card.resource.js';

/** Counts the cards for the tabs of the card list. */
@Injectable()
export class CardTabs {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly crud: CrudService,
  ) {}

  /** @throws AdminError 400 without an application, 404 */
  async get(actor: Actor, filter: CardFilter): Promise<CardTabsDto> {
    const { applicationId, ...rest } = filter;
    if (applicationId === undefined)
      throw refusalOf({ 'filter.applicationId': problem('required') }, 'invalid_query');
    await requireVisibleApplication(this.dataSource.manager, actor, applicationId);
    const isFiltered = Object.values(rest).some((value) => value !== undefined);
    if (!isFiltered) return { counts: await countTabs(this.dataSource, applicationId, actor.now) };
    const query = this.crud
      .select(actor, CARDS, filter)
      .select('row.status', 'status')
      .addSelect('row.frozen', 'frozen')
      .addSelect('row.expiresAt', 'expiresAt')
      .addSelect('row.issuedAt', 'issuedAt');
    const found = await firstRows<Stored>(query, CARDS.indices, filter, MOST_COUNTED + 1);
    if (found.length > MOST_COUNTED) return { counts: null };
    const cards = found.map(({ status, frozen, expiresAt, issuedAt }) => ({
      status,
      frozen: Boolean(Number(frozen)),
      expiresAt: expiresAt === null ? null : Number(expiresAt),
      issuedAt: issuedAt === null ? null : Number(issuedAt),
    }));
    return { counts: countByTab(cards, actor.now) };
  }
}

/** Values as the database engines return them: MySQL returns bigints as text. */
interface Stored {
  status: HolderStatus;
  frozen: number | boolean;
  expiresAt: number | string | null;
  issuedAt: number | string | null;
}
