import type {
  DeepPartial,
  EntityManager,
  EntityTarget,
  FindOptionsWhere,
  QueryDeepPartialEntity,
} from 'typeorm';
import { rowLock } from '@app/database';
import type { Run } from './apply.service.js';
import { changesOf } from '@app/platform';
import { chunks } from './chunks.js';

interface Row {
  id: number;
  createdAt: number;
  updatedAt: number;
}

/** A row as a file wants it. */
export interface Wanted<T> {
  /** The row that is there already. */
  readonly before: T | undefined;
  /** What the file says; undefined leaves what is there. */
  readonly columns: Partial<T>;
  /** What a new row has besides, and where the file says nothing. */
  readonly defaults: Partial<T>;
}

type Insert<T> = (manager: EntityManager, rows: T[]) => Promise<unknown>;

/**
 * The rows that are there already, by their key, and locked: clients use and change them at any time.
 * @param where what finds the rows of a part of `items`
 */
export async function findLocked<T extends Row, I extends object>(
  { manager }: Run,
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
 * Creates or updates rows, and gives them in the order they are wanted in.
 * @param insert creates rows in another way than by a plain INSERT
 */
export async function applyRows<T extends Row>(
  { manager, now }: Run,
  entity: EntityTarget<T>,
  wanted: Wanted<T>[],
  insert: Insert<T> = (manager, rows) => manager.insert(entity, rows as QueryDeepPartialEntity<T>[]),
): Promise<T[]> {
  const created: T[] = [];
  const rows: T[] = [];
  for (const { before, columns, defaults } of wanted) {
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
