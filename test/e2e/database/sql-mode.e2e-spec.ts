import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startPrivateMysql } from '../../../tools/private-mysql.js';
import type { PrivateServer } from '../../../tools/private-server.js';
import { AdminClient } from '../../support/admin-client.js';
import { CardApplication, expectRefused } from '../../support/card-application.js';
import { createTestDatabase, ENGINE } from '../../support/test-database.js';
import { TestServer } from '../../support/test-server.js';

/** Modes that change the meaning of quotes, backslashes and operators in SQL; and no strict mode. */
const SQL_MODE = 'ANSI_QUOTES,NO_BACKSLASH_ESCAPES,PIPES_AS_CONCAT,IGNORE_SPACE,NO_AUTO_VALUE_ON_ZERO';
const EVERY_CARD = String.raw`x' OR 1=1 -- -`;
const describeOnMysql = ENGINE === 'mysql' ? describe : describe.skip;

describeOnMysql('on a MySQL with an unusual sql_mode', () => {
  let mysql: PrivateServer;
  let server: TestServer;
  let app: CardApplication;
  beforeAll(async () => {
    mysql = (await startPrivateMysql([`--sql-mode=${SQL_MODE}`]))!;
    server = await TestServer.start({}, await createTestDatabase('mysql', mysql.url));
    app = await CardApplication.create(server, { cards: ['C1', 'C2'] });
  });
  afterAll(async () => {
    await server?.stop();
    await mysql?.stop();
  });

  it('a quote in the name of a card ends no text', async () => {
    await expectRefused(server, 10218, () => app.login('D1', EVERY_CARD));
    const admin = await AdminClient.owner(server);
    const filter = encodeURIComponent(JSON.stringify({ card: EVERY_CARD }));
    const { status, body } = await admin.get(`/cards?filter=${filter}`);
    expect({ status, body }).toEqual({ status: 200, body: [] });
  });

  it('texts are stored as they are', async () => {
    const value = String.raw`C:\new\' "quoted" \\ ' || '%_`;
    const { client } = app;
    expect(await client.post('/remote/data/path', { action: 'create', value })).toMatchObject({ code: 0 });
    expect(await client.get('/remote/data/path')).toMatchObject({ code: 0, result: { value } });
  });

  it('texts that are too long are refused, not truncated', async () => {
    const { applicationId } = await app.row();
    const name = 'x'.repeat(101);
    const written = server.dataSource.query('UPDATE applications SET name = ? WHERE id = ?', [
      name,
      applicationId,
    ]);
    await expect(written).rejects.toThrow('Data too long');
  });
});
