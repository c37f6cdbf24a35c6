import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { snapshotTables } from '../../support/table-snapshot.js';
import { TestServer } from '../../support/test-server.js';

const MONTH = { name: 'Month', duration: { unit: 'days', amount: 30 } };

describe('POST /card/login', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start();
  });
  afterAll(() => server.stop());

  it('activates an unused card and opens a session', async () => {
    const client = await server.client({
      name: 'a',
      card_types: [MONTH],
      cards: [{ card: 'C1', card_type: 'Month', config: '{"a":1}' }],
    });
    const answer = await client.post('/card/login', { card: 'C1', device_id: 'D1' });
    expect(answer).toMatchObject({ status: 200, code: 0, message: 'ok' });
    expect(answer.result).toEqual({
      card_type: 'Month',
      token: expect.stringMatching(/^[A-Za-z0-9]{20}$/),
      expires: '2026-02-14 20:00:00',
      expires_ts: server.clock.now() / 1000 + 30 * 86_400,
      config: '{"a":1}',
      server_time: server.clock.now() / 1000,
      hg: 600,
    });
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await client.post('/card/heartbeat', { card: 'C1', token: answer.result!.token! })).toMatchObject({
      code: 0,
    });
  });

  it('refuses an unknown card with 10218 and changes nothing', async () => {
    const client = await server.client({ name: 'b', card_types: [MONTH] });
    const before = await snapshotTables(server.dataSource);
    expect(await client.post('/card/login', { card: 'nope', device_id: 'D1' })).toMatchObject({
      status: 200,
      code: 10218,
    });
    expect(await snapshotTables(server.dataSource)).toEqual(before);
  });
});
