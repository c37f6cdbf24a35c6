import mysql2, { type Pool, type PoolConnection, type PoolOptions } from 'mysql2';

const READ_COMMITTED = 'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED';

/**
 * mysql2 with connections that read what was last committed: told once to each, where TypeORM would send a statement
 * before each transaction.
 */
export const readCommittedDriver = {
  ...mysql2,
  createPool(options: PoolOptions): Pool {
    const pool = mysql2.createPool(options);
    pool.on('connection', (connection: PoolConnection) => {
      connection.query(READ_COMMITTED, (error) => error && connection.destroy());
    });
    return pool;
  },
};
