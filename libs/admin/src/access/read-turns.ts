import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { sideLine } from '@app/database';
import { addressKey, type Party, type Semaphore } from '@app/platform';
import { type Actor, partyOf } from './actor.js';

/**
 * Has administrators take turns at reading, a few at a time: what they look at can take long, and clients' requests come in
 * between.
 */
@Injectable()
export class ReadTurns {
  private readonly line: Semaphore;

  constructor(@InjectDataSource() dataSource: DataSource) {
    this.line = sideLine(dataSource);
  }

  /**
   * Reads something when it is the actor's turn; within a turn there is no other to wait for.
   * @throws Unavailable
   */
  run<T>(actor: Actor, read: () => Promise<T>): Promise<T> {
    return this.runFor(partyOf(actor), read);
  }

  /**
   * Finds out who somebody is when it is their turn: by address, since what they say they are may be made up.
   * @param credential what they show
   * @throws Unavailable
   */
  identify<T>(ip: string, credential: string, read: () => Promise<T>): Promise<T> {
    return this.runFor(['administrators', `from ${addressKey(ip)}`, credential], read);
  }

  private async runFor<T>(party: Party, read: () => Promise<T>): Promise<T> {
    const leave = await this.line.acquire(party);
    try {
      return await read();
    } finally {
      // SQLite works in this process: between two turns the event loop goes round.
      setImmediate(leave);
    }
  }
}
