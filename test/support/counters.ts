import { expect } from '@jest/globals';
import { setImmediate } from 'node:timers/promises';
import {
  Column,
  type DataSource,
  type DataSourceOptions,
  Entity,
  type EntityManager,
  PrimaryColumn,
} from 'typeorm';
import { inTransaction } from '@app/database';

@Entity('counters')
export class Counter {
  @PrimaryColumn()
  id!: number;

  @Column('int')
  value!: number;
}

/** Options of a database that contains only counters. */
export const COUNTERS: Partial<DataSourceOptions> = {
  entities: [Counter],
  migrations: [],
  synchronize: true,
};

/** Opens a transaction with a change and returns it uncommitted. */
export function openTransaction(
  dataSource: DataSource,
  change: (manager: EntityManager) => Promise<unknown>,
) {
  const changed = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const transaction = inTransaction(dataSource, async (manager) => {
    await change(manager);
    changed.resolve();
    await end.promise;
  });
  const commit = async () => {
    end.resolve();
    await transaction;
  };
  const rollBack = async () => {
    end.reject(new Error('rolled back'));
    await expect(transaction).rejects.toThrow('rolled back');
  };
  return { changed: changed.promise, commit, rollBack };
}

/** Waits some turns of the event loop, so that every statement that need not wait for another one is sent. */
export async function aWhile(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await setImmediate();
}
