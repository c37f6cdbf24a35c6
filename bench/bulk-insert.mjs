// Rows straight into a database, many at once, while no server runs on it.
import Database from 'better-sqlite3';
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';

const ROWS_PER_STATEMENT = 2000;

/**
 * Opens the database of a server that is not running: `{ insert, close }`.
 * @param env the server's environment
 */
export function openForBulk({ DATA_DIR, DATABASE_URL }) {
  return DATABASE_URL ? openMysql(DATABASE_URL) : openSqlite(join(DATA_DIR, 'latchkey.sqlite'));
}

function openSqlite(file) {
  const database = new Database(file);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = OFF');
  database.pragma('cache_size = -500000');
  return {
    /** @param rows objects of one shape, with a value per column */
    insert: async (table, rows) => {
      database.exec('BEGIN');
      let statement;
      for (const row of rows) {
        statement ??= database.prepare(
          `INSERT INTO ${table} (${columnsOf(row)}) VALUES (${Object.keys(row)
            .map(() => '?')
            .join(', ')})`,
        );
        statement.run(...Object.values(row));
      }
      database.exec('COMMIT');
    },
    close: async () => database.close(),
  };
}

async function openMysql(url) {
  const connection = await createConnection(url);
  await connection.query('SET unique_checks = 0, foreign_key_checks = 0');
  return {
    insert: async (table, rows) => {
      await connection.beginTransaction();
      for (const some of chunks(rows, ROWS_PER_STATEMENT)) {
        const values = some.map((row) => Object.values(row));
        await connection.query(`INSERT INTO ${table} (${columnsOf(some[0])}) VALUES ?`, [values]);
      }
      await connection.commit();
    },
    close: () => connection.end(),
  };
}

function columnsOf(row) {
  // Some names are words of MySQL; SQLite takes its quotes too.
  return Object.keys(row)
    .map((name) => `\`${name}\``)
    .join(', ');
}

function* chunks(rows, size) {
  let some = [];
  for (const row of rows) {
    some.push(row);
    if (some.length === size) {
      yield some;
      some = [];
    }
  }
  if (some.length > 0) yield some;
}
