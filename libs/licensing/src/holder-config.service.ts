import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { inTransaction } from '@app/database';
import type { ClientCall } from './client-call.js';
import type { HolderKind } from './holder-kind.js';
import type { ConfigResult } from './holder.result.js';
import { findHolder, lockHolder, requireUsable, updateHolder } from './holders.js';

/** Manages the custom configuration that clients store on a card or a user. */
@Injectable()
export class HolderConfigService {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /**
   * Returns the stored configuration, or an empty text if it was never set.
   * @throws RefusalError if the holder does not exist or was consumed (card 10218, user 10243)
   */
  async get(kind: HolderKind, { application }: ClientCall, name: string): Promise<ConfigResult> {
    const holder = requireUsable(kind, await findHolder(this.dataSource.manager, kind, application.id, name));
    return { config: holder.config ?? '' };
  }

  /**
   * Replaces the configuration.
   * @param config JSON text of at most `LONG_TEXT_MAX_BYTES`; undefined clears the configuration
   * @throws RefusalError if the holder does not exist or was consumed (card 10218, user 10243)
   */
  async set(
    kind: HolderKind,
    { application, now }: ClientCall,
    name: string,
    config: string | undefined,
  ): Promise<void> {
    await inTransaction(this.dataSource, async (manager) => {
      const holder = await lockHolder(manager, kind, application.id, name);
      await updateHolder(manager, kind, holder, { config: config ?? null, updatedAt: now });
    });
  }
}
