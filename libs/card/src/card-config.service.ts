import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { Caller } from '@app/auth-signature';
import { inTransaction } from '@app/database';
import { findHolder, lockHolder, requireUsable, updateHolder } from '@app/licensing';
import { CARD } from './card-kind.js';

/** The custom configuration that clients keep on a card. */
@Injectable()
export class CardConfigService {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /**
   * The configuration as stored, empty when never set.
   * @throws ClientError 10218
   */
  async get({ application }: Caller, name: string): Promise<{ config: string }> {
    const card = requireUsable(CARD, await findHolder(this.dataSource.manager, CARD, application.id, name));
    return { config: card.config ?? '' };
  }

  /**
   * @param config JSON text; undefined clears it
   * @throws ClientError 10218
   */
  async set({ application, now }: Caller, name: string, config: string | undefined): Promise<void> {
    await inTransaction(this.dataSource, async (manager) => {
      const card = await lockHolder(manager, CARD, application.id, name);
      await updateHolder(manager, CARD, card, { config: config ?? null, updatedAt: now });
    });
  }
}
