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
  isUniqueViolation,
  NO_OWNER,
  RemoteData,
  rowSemaphores,
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
import { AppConfig, type KeyedSemaphore } from '@app/platform';
import type { DataResult } from './data.result.js';

/** Identifies the data that a client addresses. */
export interface DataAddress {
  /** 1–64 letters and digits of any script, `_`, `.` and `-`. */
  readonly key: string;
  /** Default: `app`. */
  readonly scope?: DataScope;
  /** Card key for the scope `card`. */
  readonly card?: string;
}

/**
 * Stores values for clients, per application or per card. Each transaction that changes a value also updates the usage
 * of the value's owner (application or card), which a quota limits.
 */
@Injectable()
export class DataService {
  /** A semaphore per owner, since all writers of an owner's data lock the same usage row. */
  private readonly owners: KeyedSemaphore;

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly config: AppConfig,
  ) {
    this.owners = rowSemaphores(dataSource, 'the same remote data');
  }

  /**
   * Returns a value.
   * @throws RefusalError 10218 no such card, 10521 no such key
   */
  async get(caller: ClientCall, address: DataAddress): Promise<DataResult> {
    const { manager } = this.dataSource;
    const data = await manager.findOneBy(RemoteData, await locate(manager, caller, address));
    if (!data) throw new RefusalError('DATA_UNKNOWN');
    return { value: data.value };
  }

  /**
   * Creates a value. Exactly one of several concurrent creates of a key succeeds.
   * @param value at most 64 KiB
   * @throws RefusalError 10218 no such card, 10522 the key already exists, 10523 the quota is reached
   */
  async create(caller: ClientCall, address: DataAddress, value: string): Promise<void> {
    const times = { createdAt: caller.now, updatedAt: caller.now };
    try {
      await this.write(caller, address, async (manager) => {
        // Locks the card's row. Otherwise the card could be deleted in the meantime, and the data would remain.
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
   * Updates a value.
   * @param value at most 64 KiB
   * @throws RefusalError 10218 no such card, 10521 no such key, 10523 the quota is reached
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
   * Deletes a value. Exactly one of several concurrent deletes of a key succeeds.
   * @throws RefusalError 10218 no such card, 10521 no such key
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
    const owner = scope === 'app' ? 'app' : `card ${card}`;
    return this.owners.run(`${caller.application.id} ${owner}`, write, partyOf(caller));
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
 * Resolves a `DataAddress` to the columns of the unique index.
 * @param find finds the card of the address
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
