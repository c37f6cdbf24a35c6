import { describe, expect, it } from '@jest/globals';
import { openTestDataSource } from '../../support/open-data-source.js';
import { ENGINE } from '../../support/test-database.js';
import { TestServer } from '../../support/test-server.js';

describe('while another process writes', () => {
  const server = TestServer.forSuite();

  it('a login waits for its turn while everything else goes on', async () => {
    const client = await server.client({
      card_types: [{ name: 'Month', duration: { unit: 'days', amount: 30 } }],
      cards: [{ card: 'C1', card_type: 'Month' }],
    });
    const other = (await openTestDataSource(server.database.environment)).createQueryRunner();
    // Locks the card's row or, on SQLite, the whole file.
    await other.startTransaction();
    if (ENGINE === 'mysql') await other.query('SELECT id FROM cards FOR UPDATE');

    let loggedIn = false;
    const login = client
      .post('/card/login', { card: 'C1', device_id: 'D1' })
      .finally(() => (loggedIn = true));
    for (let i = 0; i < 5; i++) {
      expect((await fetch(`${server.url}/health/live`)).status).toBe(200);
      expect(await client.get('/card/config', { card: 'C1' })).toMatchObject({ code: 0 });
    }
    // Callers that wait for the other process are refused after a few seconds.
    expect(loggedIn).toBe(false);

    await other.commitTransaction();
    await other.dataSource.destroy();
    expect(await login).toMatchObject({ code: 0 });
  });
});
