import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { adminSemaphore } from '@app/database';
import { addressKey, type Party, type Semaphore } from '@app/platform';
import { type Actor, partyOf } from './actor.js';

/**
 * Limits concurrent reads by administrators, which can be slow. Administrators take turns, and client requests run in
 * between.
 */
@Injectable()
export class ReadQueue {
  private readonly line: Semaphore;

  constructor(@InjectDataSource() dataSource: DataSource) {
    this.line = adminSemaphore(dataSource);
  }

  /**
   * Runs a read when it is the actor's turn. A nested read runs immediately.
   * @throws ServiceUnavailableError
   */
  run<T>(actor: Actor, read: () => Promise<T>): Promise<T> {
    return this.runFor(partyOf(actor), read);
  }

  /**
   * Runs a read that authenticates a caller, when it is the turn of the caller's address. These reads take turns by
   * address instead of by administrator, since the claimed identity may be forged.
   * @throws ServiceUnavailableError
   */
  identify<T>(ip: string, credential: string, read: () => Promise<T>): Promise<T> {
    return this.runFor(['administrators', `from ${addressKey(ip)}`, credential], read);
  }

  private async runFor<T>(party: Party, read: () => Promise<T>): Promise<T> {
    const leave = await this.line.acquire(party);
    try {
      return await read();
    } finally {
      // SQLite blocks the process, so the event loop must run between two turns.
      setImmediate(leave);
    }
  }
}
