import { hash } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { DATABASE_ID_STATE as STATE, isSqlite, ServerState } from '@app/database';
import { randomText } from '@app/platform';

const LENGTH = 12;

/**
 * Returns a short id unique to this database, so that several databases can share a Redis. The id depends on the
 * database's name too: a copy under another name is another database.
 */
export async function databaseId(dataSource: DataSource): Promise<string> {
  const { manager } = dataSource;
  const row = { name: STATE, value: randomText(LENGTH) };
  await manager.createQueryBuilder().insert().into(ServerState).values(row).orIgnore().execute();
  const { value } = await manager.findOneByOrFail(ServerState, { name: STATE });
  const name = isSqlite(dataSource) ? '' : (await manager.query('SELECT DATABASE() AS name'))[0].name;
  return hash('sha256', `${value} ${name}`, 'hex').slice(0, LENGTH);
}
