import { hash } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { DATABASE_ID_STATE as STATE, isSqlite, ServerState } from '@app/database';
import { randomText } from '@app/platform';

const LENGTH = 12;

/**
 * A short text that is this database's own, so that several can share a Redis. Its name counts too: a copy under
 * another name is another database.
 */
export async function databaseId(dataSource: DataSource): Promise<string> {
  const { manager } = dataSource;
  const row = { name: STATE, value: randomText(LENGTH) };
  await manager.createQueryBuilder().insert().into(ServerState).values(row).orIgnore().execute();
  const { value } = await manager.findOneByOrFail(ServerState, { name: STATE });
  const name = isSqlite(dataSource) ? '' : (await manager.query('SELECT DATABASE() AS name'))[0].name;
  return hash('sha256', `${value} ${name}`, 'hex').slice(0, LENGTH);
}
