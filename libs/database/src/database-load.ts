import type { DataSource } from 'typeorm';
import { isSqlite } from './engine.js';
import { sqliteLoad } from './sqlite/isolated-sqlite.js';

/** How busy the connections to the database are. */
export interface DatabaseLoad {
  readonly connections: number;
  readonly inUse: number;
  /** Callers that wait for a connection or, on SQLite, for their turn. */
  readonly waiting: number;
}

export function databaseLoad(dataSource: DataSource): DatabaseLoad {
  if (isSqlite(dataSource)) return sqliteLoad(dataSource);
  // What mysql2 knows of its pool and its typings hide.
  const { pool } = dataSource.driver as unknown as { pool: Record<Queue, { readonly length: number }> };
  const connections = pool['_allConnections'].length;
  return {
    connections,
    inUse: connections - pool['_freeConnections'].length,
    waiting: pool['_connectionQueue'].length,
  };
}

type Queue = '_allConnections' | '_freeConnections' | '_connectionQueue';
