import { describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { Variable } from '@app/database';
import { CardApplication, type CardApplicationFile, expectRefused } from '../../support/card-application.js';
import { responseSignOf } from '../../support/response-signature.js';
import type { Parameters } from '../../support/signed-client.js';
import { TestServer } from '../../support/test-server.js';

const DAY = 86_400;

/** Returns the CRC-32 computed bit by bit from its definition: polynomial 0xEDB88320, unsigned. */
function crc32Of(text: string): number {
  let crc = 0xff_ff_ff_ff;
  for (const byte of Buffer.from(text)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xed_b8_83_20 : 0);
  }
  return (crc ^ 0xff_ff_ff_ff) >>> 0;
}

describe('GET /remote/variables/:key', () => {
  const server = TestServer.forSuite();

  const create = (file?: CardApplicationFile) => CardApplication.create(server, file);

  async function put(app: CardApplication, variable: Partial<Variable> & { key: string }): Promise<void> {
    const { id } = await server.applicationOf(app.client);
    await server.dataSource.getRepository(Variable).insert({
      applicationId: id,
      value: 'value',
      checkRule: null,
      cardAuth: false,
      createdAt: server.clock.now(),
      updatedAt: server.clock.now(),
      ...variable,
    });
  }

  const get = (app: CardApplication, key: string, parameters: Parameters = {}) =>
    app.client.get(`/remote/variables/${key}`, parameters);

  it('answers the value and the server time, and no check without a rule', async () => {
    const app = await create();
    await put(app, { key: 'motd', value: 'hello' });
    server.clock.advance(1.9);
    const answer = await get(app, 'motd');
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.text)).toEqual({
      code: 0,
      message: 'ok',
      result: { value: 'hello', time: Math.floor(server.clock.now() / 1000) },
    });
  });

  const VALUES = [
    '',
    'hello',
    ' a \r\n\tb ',
    '{"名":"卡密 😀 é e\u0301 \u00a0","sql":"\' OR 1=1 -- \\\\"}',
    'a=1&b=2',
    '\u0000\u0001\ufffe',
    '123456789',
    'x'.repeat(65_536),
    '卡'.repeat(21_845),
  ].map((value) => ({ value, shown: JSON.stringify(value.slice(0, 50)) }));

  it.each(VALUES)(
    'answers the value to the letter, with the check of its UTF-8: $shown',
    async ({ value }) => {
      const app = await create();
      const md5 = createHash('md5').update(Buffer.from(value)).digest('hex');
      for (const [checkRule, check] of [
        ['md5', md5],
        ['crc32', crc32Of(value)],
        ['fixed 卡', 'fixed 卡'],
      ] as const) {
        const key = checkRule.slice(0, 5);
        await put(app, { key, value, checkRule });
        const { result } = await get(app, key);
        expect(result).toEqual({ value, time: Math.floor(server.clock.now() / 1000), check });
      }
    },
  );

  it.each([
    ['MD5', 'MD5'],
    ['CRC32', 'CRC32'],
    ['1', '1'],
    ['x'.repeat(255), 'x'.repeat(255)],
  ])('answers any other rule unchanged, as a text: %s', async (checkRule, check) => {
    const app = await create();
    await put(app, { key: 'v', checkRule });
    expect((await get(app, 'v')).result).toMatchObject({ check });
  });

  it('answers the same value with a new time later on', async () => {
    const app = await create();
    await put(app, { key: 'v' });
    const before = await get(app, 'v');
    server.clock.advance(60);
    const after = await get(app, 'v');
    expect(after.result).toEqual({ value: 'value', time: Number(before.result!.time) + 60 });
  });

  describe('the key', () => {
    it('compares byte for byte', async () => {
      const app = await create();
      await put(app, { key: 'a', value: 'small' });
      await put(app, { key: 'A', value: 'capital' });
      expect((await get(app, 'a')).result).toMatchObject({ value: 'small' });
      expect((await get(app, 'A')).result).toMatchObject({ value: 'capital' });
    });

    it.each(['k', '0', '_', '-', 'a.b', '...', 'A-Z_a-z.0-9', 'k'.repeat(64)])('may be %s', async (key) => {
      const app = await create();
      await put(app, { key });
      expect(await get(app, key)).toMatchObject({ code: 0 });
    });

    it.each([
      'k'.repeat(65),
      'a%20',
      '%20a',
      'a%0A',
      'a%00',
      'a%2Fb',
      'a%2E%2E%2Fb',
      'a+b',
      'a:b',
      "a'b",
      'a%25',
      '%F0%9F%98%80',
      '%E5%8D%A1'.repeat(65),
    ])('is refused with 400 when it is %s', async (key) => {
      const app = await create();
      const answer = await expectRefused(server, 400, () => get(app, key));
      expect(answer.errs).toEqual({
        key: 'must have 1 to 64 characters: letters and digits of any script, _, . and -',
      });
    });

    it('that is empty gets 404', async () => {
      const app = await create();
      expect(await get(app, '')).toMatchObject({ status: 404, code: 404 });
    });

    it('that cannot be decoded gets 400', async () => {
      const app = await create();
      expect(await get(app, '%E5%8D')).toMatchObject({ status: 200, code: 400 });
    });

    it('is not signed as a parameter, and a parameter of that name is not the key', async () => {
      const app = await create();
      await put(app, { key: 'v' });
      expect(await get(app, 'v', { key: 'other' })).toMatchObject({ code: 0 });
    });
  });

  describe('a variable that does not exist: 10501', () => {
    it.each(['nope', 'v', 'V.', 'theirs'])('%s', async (key) => {
      const app = await create();
      await put(app, { key: 'V' });
      await put(await create(), { key: 'theirs' });
      await expectRefused(server, 10501, () => get(app, key));
    });

    it('whatever card is named', async () => {
      const app = await create();
      await app.open();
      await expectRefused(server, 10501, () => get(app, 'nope', { kami: 'C1' }));
      await expectRefused(server, 10501, () => get(app, 'nope', { kami: 'nope' }));
    });
  });

  it('of two applications with the same key each reads its own', async () => {
    const [app, other] = [await create(), await create()];
    await put(app, { key: 'v', value: 'mine' });
    await put(other, { key: 'v', value: 'theirs' });
    expect((await get(app, 'v')).result).toMatchObject({ value: 'mine' });
    expect((await get(other, 'v')).result).toMatchObject({ value: 'theirs' });
  });

  describe('with card authentication', () => {
    /** C1 activated for 30 days, and a variable that needs a card. */
    async function protect(file?: CardApplicationFile): Promise<CardApplication> {
      const app = await create(file);
      await app.open();
      await put(app, { key: 'v', value: 'secret', checkRule: 'md5', cardAuth: true });
      return app;
    }

    it('is returned for an activated card, which is unchanged', async () => {
      const app = await protect();
      const before = await app.row();
      const answer = await get(app, 'v', { kami: 'C1' });
      expect(answer).toMatchObject({ code: 0, result: { value: 'secret' } });
      expect(answer.result).toHaveProperty('check');
      expect(await app.row()).toEqual(before);
    });

    it('is answered for a permanent card, and without a session', async () => {
      const app = await protect({ type: { duration: { unit: 'permanent' } } });
      await app.logout(await app.open());
      expect(await get(app, 'v', { kami: 'C1' })).toMatchObject({ code: 0 });
    });

    it('needs kami: 10502', async () => {
      const app = await protect();
      await expectRefused(server, 10502, () => get(app, 'v'));
      await expectRefused(server, 10502, () => get(app, 'v', { kami: '' }));
      await expectRefused(server, 10502, () => get(app, 'v', { user: 'C1' }));
    });

    it('uses card if kami is missing or empty', async () => {
      const app = await protect();
      await app.open();
      expect(await get(app, 'v', { card: 'C1' })).toMatchObject({ code: 0 });
      expect(await get(app, 'v', { card: 'C1', kami: '' })).toMatchObject({ code: 0 });
      await expectRefused(server, 10502, () => get(app, 'v', { card: 'C1', kami: 'nope' }));
      await expectRefused(server, 10502, () => get(app, 'v', { card: 'nope' }));
      await expectRefused(server, 10502, () => get(app, 'v', { card: '' }));
    });

    it.each(['nope', 'c1', 'C1.', 'theirs'])(
      'refuses a card that does not exist: 10502 (%s)',
      async (kami) => {
        const app = await protect();
        const other = await create({ cards: ['theirs'] });
        await other.open('D1', 'theirs');
        await expectRefused(server, 10502, () => get(app, 'v', { kami }));
      },
    );

    it('refuses an unused card, and does not start its time: 10502', async () => {
      const app = await protect({ cards: ['C1', 'C2'] });
      await expectRefused(server, 10502, () => get(app, 'v', { kami: 'C2' }));
    });

    it('refuses a card that was reset to unused: 10502', async () => {
      const app = await protect({
        settings: { unbind_policy: 'reset_to_unused', default_unbind_limit: 1 },
      });
      await app.unbind(await app.open());
      await expectRefused(server, 10502, () => get(app, 'v', { kami: 'C1' }));
    });

    it('refuses a frozen card until it is unfrozen: 10502', async () => {
      const app = await protect();
      await app.change({ frozen: true });
      await expectRefused(server, 10502, () => get(app, 'v', { kami: 'C1' }));
      await app.change({ frozen: false });
      expect(await get(app, 'v', { kami: 'C1' })).toMatchObject({ code: 0 });
    });

    it('refuses a card from the moment it expires: 10502', async () => {
      const app = await protect();
      server.clock.advance(30 * DAY - 1);
      expect(await get(app, 'v', { kami: 'C1' })).toMatchObject({ code: 0 });
      server.clock.advance(1);
      await expectRefused(server, 10502, () => get(app, 'v', { kami: 'C1' }));
    });

    it('refuses a consumed card: 10502', async () => {
      const app = await protect({ cards: ['C1', 'U'] });
      await app.recharge('U');
      await expectRefused(server, 10502, () => get(app, 'v', { kami: 'U' }));
    });

    it.each([
      ['c'.repeat(65), 'must have 1 to 64 characters'],
      [' C1', 'must be printable text without white space around it'],
    ])('refuses a value that cannot be a card with 400: %j', async (name, reason) => {
      const app = await protect();
      const answer = await expectRefused(server, 400, () => get(app, 'v', { kami: name, card: 'C1' }));
      expect(answer.errs).toEqual({ kami: reason });
      const alias = await expectRefused(server, 400, () => get(app, 'v', { kami: '', card: name }));
      expect(alias.errs).toEqual({ card: reason });
    });
  });

  it.each(['', 'nope', 'C1', ' C1', 'c'.repeat(65)])(
    'without card authentication any card is accepted: %j',
    async (name) => {
      const app = await create();
      await app.change({ frozen: true });
      await put(app, { key: 'v' });
      for (const parameter of ['kami', 'card'])
        expect(await get(app, 'v', { [parameter]: name })).toMatchObject({
          code: 0,
          result: { value: 'value' },
        });
    },
  );

  it.each(['md5', 'hmac-sha256'])('is covered by the response signature: %s', async (sign_mode) => {
    const app = await create({ settings: { sign_mode, response_signature: true } });
    await put(app, { key: 'v', value: 'a=1&b=卡', checkRule: 'crc32' });
    const answer = await get(app, 'v');
    expect(answer.result).toMatchObject({ check: crc32Of('a=1&b=卡') });
    expect(answer.sign).toBe(responseSignOf(answer, app.client.credentials));
    const refused = await get(app, 'nope');
    expect(refused.sign).toBe(responseSignOf(refused, app.client.credentials));
  });
});
