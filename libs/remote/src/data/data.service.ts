import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { type Caller, ClientError } from '@app/auth-signature';
import {
  type Card,
  type DataScope,
  inTransaction,
  isUniqueViolation,
  NO_OWNER,
  RemoteData,
} from '@app/database';
import { CARD, findHolder, lockHolder, requireUsable } from '@app/licensing';
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
 * Values that clients keep on the server, for the whole application or for one card. Each operation is decided by a
 * single statement; the transaction around it is what runs a deadlock's victim again.
 */
@Injectable()
export class DataService {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** @throws ClientError 10218 no such card, 10521 */
  async get(caller: Caller, address: DataAddress): Promise<DataResult> {
    const { manager } = this.dataSource;
    const data = await manager.findOneBy(RemoteData, await locate(manager, caller, address));
    if (!data) throw new ClientError('DATA_UNKNOWN');
    return { value: data.value };
  }

  /**
   * Of racing creates of one key exactly one succeeds.
   * @param value at most 64 KiB
   * @throws ClientError 10218 no such card, 10522
   */
  async create(caller: Caller, address: DataAddress, value: string): Promise<void> {
    const times = { createdAt: caller.now, updatedAt: caller.now };
    try {
      await inTransaction(this.dataSource, async (manager) => {
        // The card's row is locked: one that is deleted meanwhile would leave its data behind.
        const place = await locate(manager, caller, address, lockHolder);
        await manager.insert(RemoteData, { ...place, value, ...times });
      });
    } catch (error) {
      if (isUniqueViolation(error)) throw new ClientError('DATA_EXISTS');
      throw error;
    }
  }

  /**
   * @param value at most 64 KiB
   * @throws ClientError 10218 no such card, 10521
   */
  async update(caller: Caller, address: DataAddress, value: string): Promise<void> {
    await inTransaction(this.dataSource, async (manager) => {
      const place = await locate(manager, caller, address);
      // Counts the rows found, on MySQL too, whose driver asks for that (FOUND_ROWS): the same value is a success.
      const { affected } = await manager.update(RemoteData, place, { value, updatedAt: caller.now });
      if (!affected) throw new ClientError('DATA_UNKNOWN');
    });
  }

  /**
   * Of racing deletes of one key exactly one succeeds.
   * @throws ClientError 10218 no such card, 10521
   */
  async delete(caller: Caller, address: DataAddress): Promise<void> {
    await inTransaction(this.dataSource, async (manager) => {
      const { affected } = await manager.delete(RemoteData, await locate(manager, caller, address));
      if (!affected) throw new ClientError('DATA_UNKNOWN');
    });
  }
}

/**
 * Where the data is, as the unique index has it.
 * @param find how its card is found
 * @throws ClientError 10218: the application has no such card, or it was consumed
 */
async function locate(
  manager: EntityManager,
  { application }: Caller,
  { key, scope = 'app', card: name }: DataAddress,
  find: typeof findHolder<Card> = findHolder,
) {
  const applicationId = application.id;
  if (scope === 'app') return { applicationId, scope, ownerId: NO_OWNER, key };
  const card = requireUsable(CARD, await find(manager, CARD, applicationId, name!));
  return { applicationId, scope, ownerId: card.id, key };
}
