import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Connection, createConnection } from 'mysql2/promise';
import type { ApplicationDto } from '@app/apply';
import { startPrivateMysql } from '../../../tools/private-mysql.js';
import { freePort, type PrivateServer } from '../../../tools/private-server.js';
import { applyHere } from '../../support/apply-here.js';
import { scrape } from '../../support/metrics.js';
import { clientOf, ServerProcess } from '../../support/server-process.js';
import { createTestDatabase, ENGINE, type TestDatabase } from '../../support/test-database.js';

const CARDS = 2000;
const describeOnMysql = ENGINE === 'mysql' ? describe : describe.skip;

describeOnMysql('a MySQL without room', () => {
  let mysql: PrivateServer;
  let database: TestDatabase;
  let server: ServerProcess;
  let application: ApplicationDto;
  let root: Connection;
  let metrics: string;
  beforeAll(async () => {
    // All tables are in two files that do not grow. The first has the default size of a new server.
    mysql = (await startPrivateMysql([
      '--innodb-file-per-table=0',
      '--innodb-data-file-path=ibdata1:12M;ibdata2:84M',
    ]))!;
    database = await createTestDatabase('mysql', mysql.url);
    application = await applyHere(database.environment, {
      card_types: [{ name: 'T', duration: { unit: 'days', amount: 30 } }],
      cards: Array.from({ length: CARDS }, (_, i) => ({ card: `C${i}`, card_type: 'T' })),
    });
    root = await createConnection(database.environment.DATABASE_URL!);
    const port = await freePort();
    metrics = `http://127.0.0.1:${port}/metrics`;
    server = await ServerProcess.start({ ...database.environment, METRICS_PORT: String(port) });
  });
  afterAll(async () => {
    await root?.end();
    await server?.kill();
    await mysql?.stop();
  });

  /** Fills the database until not even a single page is free. */
  async function fill(): Promise<void> {
    await root.query('CREATE TABLE filler (text LONGBLOB)');
    for (let size = 4 * 1024 * 1024; size > 1024; size = Math.floor(size / 2)) {
      const inserted = () =>
        root.query('INSERT INTO filler VALUES (REPEAT("x", ?))', [size]).then(
          () => true,
          () => false,
        );
      while (await inserted());
    }
  }

  it('makes changes get 503, is reported in log, metrics and /health/ready, and does not stop heartbeats', async () => {
    const client = clientOf(server, application);
    const login = (i: number) =>
      client.post('/card/login', { card: `C${i}`, device_id: `device-${i}-${'x'.repeat(100)}` });
    const first = await login(0);
    await fill();

    let refused: Awaited<ReturnType<typeof login>> | undefined;
    for (let i = 1; i < CARDS && !refused; i++) {
      const answer = await login(i);
      if (answer.code !== 0) refused = answer;
    }
    expect(refused).toMatchObject({ status: 503, code: 503 });
    const token = String(first.result!.token);
    expect(await client.post('/card/heartbeat', { card: 'C0', token })).toMatchObject({ code: 0 });
    expect(server.said('The database has no room left on its disk, and clients are told to wait')).toBe(1);
    expect((await scrape(metrics)).value('latchkey_database_full')).toBe(1);
    const ready = await fetch(`${server.url}/health/ready`);
    expect(ready.status).toBe(200);
    expect(await ready.json()).toMatchObject({ details: { disk: { status: 'up', takesWrites: false } } });
  });
});
