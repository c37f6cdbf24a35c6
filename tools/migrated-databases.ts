import { execFile } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createConnection, type RowDataPacket } from 'mysql2/promise';

const ROOT = join(import.meta.dirname, '..');
const TEMPLATE = `latchkey_template_${process.pid}`;

/**
 * Migrates one database of each engine, which tests then copy. If each test ran the migrations itself, they would take
 * a tenth of the tests' time.
 * @param url a MySQL or MariaDB server, if there is one
 * @returns a folder with `latchkey.sqlite`, and with the statements of `mysql.sql`
 */
export async function migrateTemplates(url: string | undefined): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-templates-'));
  await migrate({ DATA_DIR: folder });
  if (url !== undefined) await writeFile(join(folder, 'mysql.sql'), await mysqlTemplate(url, folder));
  return folder;
}

/**
 * Runs the command with `environment` and the inherited `PATH` only: with an inherited `DATABASE_URL`, the command
 * would migrate another database.
 */
async function migrate(environment: Record<string, string>) {
  const command = join(ROOT, 'dist', 'apps', 'cli', 'src', 'main.js');
  await promisify(execFile)(process.execPath, [command, 'migrate', '--new'], {
    env: { PATH: process.env.PATH, ...environment },
  });
}

/** Returns the statements that create the tables of a migrated database, with their rows. */
async function mysqlTemplate(url: string, folder: string): Promise<string> {
  const server = await createConnection(url);
  await server.query(`CREATE DATABASE ${TEMPLATE}`);
  try {
    const template = new URL(url);
    template.pathname = `/${TEMPLATE}`;
    await migrate({ DATA_DIR: folder, DATABASE_URL: template.href });
    await server.query(`USE ${TEMPLATE}`);
    const statements = ['SET FOREIGN_KEY_CHECKS = 0'];
    const [tables] = await server.query<RowDataPacket[]>({ sql: 'SHOW TABLES', rowsAsArray: true });
    for (const [table] of tables as unknown as [string][]) {
      const [[created]] = await server.query<RowDataPacket[]>(`SHOW CREATE TABLE ${table}`);
      const [rows] = await server.query<RowDataPacket[]>({
        sql: `SELECT * FROM ${table}`,
        rowsAsArray: true,
      });
      statements.push(created!['Create Table'] as string);
      if (rows.length > 0) statements.push(server.format(`INSERT INTO ${table} VALUES ?`, [rows]));
    }
    return [...statements, 'SET FOREIGN_KEY_CHECKS = 1'].join(';\n');
  } finally {
    await server.query(`DROP DATABASE ${TEMPLATE}`);
    await server.end();
  }
}
