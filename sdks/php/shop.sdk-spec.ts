import { beforeAll, describe, expect, it } from '@jest/globals';
import { Card } from '@app/database';
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { AdminClient } from '../../test/support/admin-client.js';
import { newToken } from '../../test/support/admin-fixtures.js';
import { CardApplication } from '../../test/support/card-application.js';
import { TestServer } from '../../test/support/test-server.js';
import { SDK } from '../conformance/sdks.js';

/** Tests the shop clients, which only the PHP SDK has, with examples/shop.php. */
describe('a shop in PHP', () => {
  const server = TestServer.forSuite();
  let app: CardApplication;
  let settings: Record<string, string>;

  beforeAll(async () => {
    app = await CardApplication.create(server, { cards: ['VIP-1', 'VIP-10', 'UNUSED'] });
    const { key } = await app.createChannel();
    const { id } = await server.applicationOf(app.client);
    const { token } = await newToken(await AdminClient.owner(server), { role: 'operator' });
    settings = {
      LATCHKEY_HOST: server.url,
      LATCHKEY_CHANNEL_KEY: key,
      LATCHKEY_API_TOKEN: token,
      LATCHKEY_APPLICATION: String(id),
    };
  });

  /** Runs a command of examples/shop.php; returns what it printed. */
  async function run(words: string[], changes: Record<string, string> = {}) {
    const child = spawn('php', ['examples/shop.php', ...words], {
      cwd: SDK.folder,
      env: { PATH: process.env.PATH, ...settings, ...changes },
    });
    const [stdout, stderr, code] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      new Promise<number | null>((resolve) => child.on('close', resolve)),
    ]);
    return { code, stdout: stdout.trim(), stderr: stderr.trim() };
  }

  it('orders cards once, and finds and refunds the order', async () => {
    const order = await run(['order', 'A1001', 'Month', '2', 'buyer@example.com']);
    expect(order).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\S+\n\S+$/) });
    expect(await run(['order', 'A1001', 'Month', '2', 'buyer@example.com'])).toEqual(order);
    expect(await run(['order', 'A1001', 'Month', '3'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('40901'),
    });
    const card = order.stdout.split('\n')[0]!;
    expect(await run(['find', card])).toMatchObject({ code: 0, stdout: 'unused' });
    expect(await run(['refund', 'A1001'])).toMatchObject({ code: 0, stdout: '2 cards frozen' });
    expect(await app.row(card)).toMatchObject({ frozen: true });
    expect(await server.dataSource.manager.countBy(Card, { frozen: true })).toBe(2);
  });

  it('finds a card by its whole key alone', async () => {
    expect(await run(['find', 'VIP-1'])).toMatchObject({ code: 0, stdout: 'unused' });
    for (const part of ['VIP', 'VIP-', 'vip-100']) {
      expect(await run(['find', part])).toMatchObject({ code: 1, stderr: 'no such card' });
    }
  });

  it('extends and freezes a card', async () => {
    await app.open('D1', 'VIP-10');
    const before = await app.row('VIP-10');
    expect(await run(['extend', 'VIP-10', '7', 'days'])).toMatchObject({ code: 0 });
    const { expiresAt, frozen } = await app.row('VIP-10');
    expect([expiresAt! - before.expiresAt!, frozen]).toEqual([7 * 86_400_000, false]);
    expect(await run(['freeze', 'VIP-10'])).toMatchObject({ code: 0, stdout: 'frozen' });
    expect(await app.login('D1', 'VIP-10')).toMatchObject({ code: 10212 });
  });

  it.each([
    { words: ['extend', 'UNUSED', '7', 'days'], says: '409 no_running_time' },
    { words: ['extend', 'VIP-1', '7', 'weeks'], says: '422 invalid_fields' },
    { words: ['refund', 'A-of-nobody'], says: '40402' },
    { words: ['order', '', 'Month'], says: 'orderNo: it is empty' },
  ])('$words is refused: $says', async ({ words, says }) => {
    expect(await run(words)).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining(says) });
  });

  it.each<{ words: string[]; changes: Record<string, string>; says: string }>([
    { words: ['refund', 'A1'], changes: { LATCHKEY_CHANNEL_KEY: 'wrong-wrong-wrong-1' }, says: '40101' },
    { words: ['find', 'VIP-1'], changes: { LATCHKEY_API_TOKEN: 'lk_wrong' }, says: '401 not_signed_in' },
    {
      words: ['find', 'VIP-1'],
      changes: { LATCHKEY_HOST: 'http://127.0.0.1:1' },
      says: 'connection refused',
    },
  ])('says $says, and no secret', async ({ words, changes, says }) => {
    const { code, stdout, stderr } = await run(words, changes);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(says) });
    const used: Record<string, string> = { ...settings, ...changes };
    for (const secret of ['LATCHKEY_CHANNEL_KEY', 'LATCHKEY_API_TOKEN']) {
      expect(stdout + stderr).not.toContain(used[secret]!);
    }
  });
});
