import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import {
  type Card,
  countData,
  type DataAmount,
  dataBytes,
  type DataOwner,
  DataQuotaError,
  type DataScope,
  inTransaction,
  isSqlite,
  isUniqueViolation,
  NO_OWNER,
  RemoteData,
  rowLines,
  rowLock,
} from '@app/database';
import {
  CARD,
  type ClientCall,
  findHolder,
  lockHolder,
  partyOf,
  RefusalError,
  requireUsable,
} from '@app/licensing';
import { AppConfig } from '@app/platform';
import type { DataResult } from './data.result.js';

/** Which data a client means. */
export interface DataAddress {
  /** 1–64 letters and digits of any script, `_`, `.` and `-`. */
  readonly key: string;
  /** `app` when left out. */
  readonly scope?: DataScope;
  /** The card that the scope `card` is of. */
  readonly card?: string;
}

/**
 * Values that clients keep on the server, for the whole application or for one card. Each is written and counted
 * towards its owner's quota in one transaction.
 */
@Injectable()
export class DataService {
  /** Of owners, whose count of keys and bytes all who write their data lock. */
  private readonly lines = rowLines('the same remote data');

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly config: AppConfig,
  ) {}

  /** @throws RefusalError 10218 no such card, 10521 */
  async get(caller: ClientCall, address: DataAddress): Promise<DataResult> {
    const { manager } = this.dataSource;
    const data = await manager.findOneBy(RemoteData, await locate(manager, caller, address));
    if (!data) throw new RefusalError('DATA_UNKNOWN');
    return { value: data.value };
  }

  /**
   * Of racing creates of one key exactly one succeeds.
   * @param value at most 64 KiB
   * @throws RefusalError 10218 no such card, 10522, 10523
   */
  async create(caller: ClientCall, address: DataAddress, value: string): Promise<void> {
    const times = { createdAt: caller.now, updatedAt: caller.now };
    try {
      await this.write(caller, address, async (manager) => {
        // The card's row is locked: one that is deleted meanwhile would leave its data behind.
        const place = await locate(manager, caller, address, lockHolder);
        await manager.insert(RemoteData, { ...place, value, ...times });
        await this.count(manager, place, { keys: 1, bytes: dataBytes({ ...place, value }) });
      });
    } catch (error) {
      if (isUniqueViolation(error)) throw new RefusalError('DATA_EXISTS');
      throw error;
    }
  }

  /**
   * @param value at most 64 KiB
   * @throws RefusalError 10218 no such card, 10521, 10523
   */
  async update(caller: ClientCall, address: DataAddress, value: string): Promise<void> {
    await this.write(caller, address, async (manager) => {
      const data = await this.lock(manager, caller, address);
      await manager.update(RemoteData, { id: data.id }, { value, updatedAt: caller.now });
      await this.count(manager, data, {
        keys: 0,
        bytes: dataBytes({ key: data.key, value }) - dataBytes(data),
      });
    });
  }

  /**
   * Of racing deletes of one key exactly one succeeds.
   * @throws RefusalError 10218 no such card, 10521
   */
  async delete(caller: ClientCall, address: DataAddress): Promise<void> {
    await this.write(caller, address, async (manager) => {
      const data = await this.lock(manager, caller, address);
      await manager.delete(RemoteData, { id: data.id });
      await this.count(manager, data, { keys: -1, bytes: -dataBytes(data) });
    });
  }

  private write(
    caller: ClientCall,
    { scope = 'app', card }: DataAddress,
    work: (manager: EntityManager) => Promise<void>,
  ): Promise<void> {
    const write = () => inTransaction(this.dataSource, work);
    // Its own line is the only one there.
    if (isSqlite(this.dataSource)) return write();
    const owner = scope === 'app' ? 'app' : `card ${card}`;
    return this.lines.run(`${caller.application.id} ${owner}`, write, partyOf(caller));
  }

  private async lock(manager: EntityManager, caller: ClientCall, address: DataAddress): Promise<RemoteData> {
    const where = await locate(manager, caller, address);
    const data = await manager.findOne(RemoteData, { where, ...rowLock(manager) });
    if (!data) throw new RefusalError('DATA_UNKNOWN');
    return data;
  }

  private async count(manager: EntityManager, owner: DataOwner, more: DataAmount): Promise<void> {
    try {
      await countData(manager, owner, more, this.config.quotas.ofData(owner.scope));
    } catch (error) {
      if (error instanceof DataQuotaError) throw new RefusalError('DATA_QUOTA');
      throw error;
    }
  }
}

/**
 * Where the data is, as the unique index has it.
 * @param find how its card is found
 * @throws RefusalError 10218: the application has no such card, or it was consumed
 */
async function locate(
  manager: EntityManager,
  { application }: ClientCall,
  { key, scope = 'app', card: name }: DataAddress,
  find: typeof findHolder<Card> = findHolder,
) {
  const applicationId = application.id;
  if (scope === 'app') return { applicationId, scope, ownerId: NO_OWNER, key };
  const card = requireUsable(CARD, await find(manager, CARD, applicationId, name!));
  return { applicationId, scope, ownerId: card.id, key };
}
