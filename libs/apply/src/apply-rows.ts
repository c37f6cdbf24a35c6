import type {
  DeepPartial,
  EntityManager,
  EntityTarget,
  FindOptionsWhere,
  QueryDeepPartialEntity,
} from 'typeorm';
import { rowLock } from '@app/database';
import type { ApplyContext } from './apply-context.js';
import { changesOf } from '@app/platform';
import { chunks } from './chunks.js';

interface Row {
  id: number;
  createdAt: number;
  updatedAt: number;
}

/** The desired state of a row. */
export interface DesiredRow<T> {
  /** The existing row, if any. */
  readonly before: T | undefined;
  /** Columns that the file sets; undefined keeps the current value. */
  readonly columns: Partial<T>;
  /** Defaults of a new row, for the columns that the file does not set. */
  readonly defaults: Partial<T>;
}

type Insert<T> = (manager: EntityManager, rows: T[]) => Promise<unknown>;

/**
 * Returns the existing rows by key, locked, because clients use and change them at any time.
 * @param where condition that finds the rows of a batch of `items`
 */
export async function findLocked<T extends Row, I extends object>(
  { manager }: ApplyContext,
  entity: EntityTarget<T>,
  items: readonly I[],
  where: (part: I[]) => FindOptionsWhere<T> | FindOptionsWhere<T>[],
  keyOf: (row: T) => string,
): Promise<Map<string, T>> {
  const found = new Map<string, T>();
  for (const part of chunks(items)) {
    const rows = await manager.find(entity, { where: where(part), ...rowLock(manager) });
    for (const row of rows) found.set(keyOf(row), row);
  }
  return found;
}

/**
 * Creates or updates rows and returns them in the order given.
 * @param insert replaces the plain INSERT of new rows
 */
export async function applyRows<T extends Row>(
  { manager, now }: ApplyContext,
  entity: EntityTarget<T>,
  desired: DesiredRow<T>[],
  insert: Insert<T> = (manager, rows) => manager.insert(entity, rows as QueryDeepPartialEntity<T>[]),
): Promise<T[]> {
  const created: T[] = [];
  const rows: T[] = [];
  for (const { before, columns, defaults } of desired) {
    if (before) {
      const changes = changesOf(before, columns);
      if (Object.keys(changes).length > 0) {
        const row = { id: before.id } as FindOptionsWhere<T>;
        await manager.update(entity, row, { ...changes, updatedAt: now } as QueryDeepPartialEntity<T>);
      }
      rows.push(Object.assign(before, changes));
    } else {
      const given = changesOf<Partial<T>>({}, columns);
      const values = { ...defaults, ...given, createdAt: now, updatedAt: now } as DeepPartial<T>;
      const row = manager.create(entity, values);
      created.push(row);
      rows.push(row);
    }
  }
  for (const chunk of chunks(created)) await insert(manager, chunk);
  return rows;
}
