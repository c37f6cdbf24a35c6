import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Connection, createConnection } from 'mysql2/promise';
import type { ApplicationDto } from '@app/apply';
import { startPrivateMysql } from '../../../tools/private-mysql.js';
import type { PrivateServer } from '../../../tools/private-server.js';
import { applyHere } from '../../support/apply-here.js';
import { clientOf, eventually, ServerProcess } from '../../support/server-process.js';
import { createTestDatabase, ENGINE, type TestDatabase } from '../../support/test-database.js';

const describeOnMysql = ENGINE === 'mysql' ? describe : describe.skip;

describeOnMysql('a MySQL that accepts no changes', () => {
  let mysql: PrivateServer;
  let database: TestDatabase;
  let server: ServerProcess;
  let application: ApplicationDto;
  let root: Connection;
  beforeAll(async () => {
    mysql = (await startPrivateMysql())!;
    database = await createTestDatabase('mysql', mysql.url);
    application = await applyHere(database.environment, {
      multi_open_policy: 'kick_oldest',
      card_types: [{ name: 'T', duration: { unit: 'days', amount: 30 } }],
      cards: ['C1', 'C2'].map((card) => ({ card, card_type: 'T' })),
    });
    root = await createConnection(database.environment.DATABASE_URL!);
    // A read-only server still accepts changes from root.
    const url = new URL(database.environment.DATABASE_URL!);
    url.username = 'latchkey';
    await root.query('CREATE USER latchkey@localhost');
    await root.query(`GRANT ALL ON ${url.pathname.slice(1)}.* TO latchkey@localhost`);
    server = await ServerProcess.start({ ...database.environment, DATABASE_URL: url.href });
  });
  afterAll(async () => {
    await root?.end();
    await server?.kill();
    await mysql?.stop();
  });

  it('makes changes get 503, does not stop heartbeats, and causes no refusals once it accepts changes again', async () => {
    const client = clientOf(server, application);
    const login = (card: string) => client.post('/card/login', { card, device_id: 'D1' });
    const token = String((await login('C1')).result!.token);

    await root.query('SET GLOBAL read_only = 1');
    expect(await login('C2')).toMatchObject({ status: 503, code: 503 });
    expect(await client.post('/card/heartbeat', { card: 'C1', token })).toMatchObject({ code: 0 });
    await server.logged('A connection to the database ended: The M');

    await root.query('SET GLOBAL read_only = 0');
    await eventually(async () => (await login('C2')).code === 0 || undefined);
    expect(await client.post('/card/heartbeat', { card: 'C1', token })).toMatchObject({ code: 0 });
  });
});
