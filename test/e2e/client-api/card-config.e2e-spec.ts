import { describe, expect, it } from '@jest/globals';
import { CardApplication, type CardApplicationFile, expectRefused } from '../../support/card-application.js';
import type { Encoding, Parameters } from '../../support/signed-client.js';
import { TestServer } from '../../support/test-server.js';

const MAX_BYTES = 65_536;

const get = (app: CardApplication, card = 'C1') => app.client.get('/card/config', { card });
const set = (app: CardApplication, config: string, encoding?: Encoding, card = 'C1') =>
  app.client.post('/card/config', { card, config }, encoding);

/** Returns a JSON text of a given size from a repeated character. */
const text = (bytes: number, character = 'a') => {
  const filling = character.repeat(Math.floor((bytes - 2) / Buffer.byteLength(character)));
  return `"${filling}"`.padEnd(bytes - Buffer.byteLength(filling) + filling.length);
};

describe('/card/config', () => {
  const server = TestServer.forSuite();

  const create = (file?: CardApplicationFile) => CardApplication.create(server, file);

  it('GET answers an empty text if no configuration was ever set', async () => {
    const answer = await get(await create());
    expect(answer).toMatchObject({ status: 200, code: 0, message: 'ok' });
    expect(answer.result).toEqual({ config: '' });
  });

  it('GET returns the initial configuration of the card', async () => {
    const app = await create({ cards: [{ card: 'C1', config: '{"level": 1}' }] });
    expect((await get(app)).result).toEqual({ config: '{"level": 1}' });
  });

  it.each([
    '{"a":1}',
    '{ "b" : [ 1, 2.50, null ],  "a": "A" }',
    '[]',
    '"text"',
    '12',
    'true',
    'null',
    ' {}\n',
    '{"名":"卡密 😀 é e\u0301 \u00a0","sql":"\' OR 1=1 -- \\\\"}',
    '{"a":1,"a":2}',
    '{"nul":"\\u0000"}',
  ])('POST stores JSON text and GET returns it unchanged: %j', async (config) => {
    const app = await create();
    const answer = await set(app, config);
    expect(JSON.parse(answer.text)).toEqual({ code: 0, message: 'ok' });
    expect((await get(app)).result).toEqual({ config });
    expect((await app.login()).result).toMatchObject({ config });
  });

  it('POST replaces an earlier configuration, of this card only', async () => {
    const app = await create({ cards: ['C1', 'C2'] });
    for (const config of ['{"a":1}', '{"b":2}']) await set(app, config);
    expect((await get(app)).result).toEqual({ config: '{"b":2}' });
    expect((await get(app, 'C2')).result).toEqual({ config: '' });
  });

  it('POST without config clears the configuration', async () => {
    const app = await create();
    await set(app, '{"a":1}');
    expect(await app.client.post('/card/config', { card: 'C1' })).toMatchObject({ code: 0 });
    expect((await get(app)).result).toEqual({ config: '' });
    expect((await app.login()).result).toMatchObject({ config: '' });
  });

  it('POST changes nothing else of the card and ends no session', async () => {
    const app = await create();
    const token = await app.open();
    const before = await app.row();
    await set(app, '{}');
    expect(await app.row()).toEqual({ ...before, config: '{}', rowVersion: before.rowVersion + 1 });
    expect(await app.lives(token)).toBe(true);
  });

  it.each(['', '{', '{a:1}', "{'a':1}", 'undefined', '{"a":1}x', 'NaN', '{"a":1,}'])(
    'POST refuses text that is not JSON with 400: %j',
    async (config) => {
      const app = await create();
      await set(app, '{"a":1}');
      const answer = await expectRefused(server, 400, () => set(app, config));
      expect(Object.keys(answer.errs!)).toEqual(['config']);
    },
  );

  describe('of up to 64 KiB', () => {
    it.each<[string, string, Encoding]>([
      ['one-byte characters', 'a', 'json'],
      ['one-byte characters', 'a', 'form'],
      ['one-byte characters', 'a', 'multipart'],
      ['three-byte characters', '卡', 'json'],
      ['four-byte characters', '😀', 'multipart'],
    ])('exactly that many bytes work: %s%.0s, sent as %s', async (_, character, encoding) => {
      const app = await create();
      const config = text(MAX_BYTES, character);
      expect(Buffer.byteLength(config)).toBe(MAX_BYTES);
      expect(await set(app, config, encoding)).toMatchObject({ code: 0 });
      expect((await get(app)).result).toEqual({ config });
      expect((await app.login()).result).toEqual(expect.objectContaining({ config }));
    });

    it.each(['a', '卡', '😀'])('one byte more is refused with 400: %s', async (character) => {
      const app = await create();
      const answer = await expectRefused(server, 400, () => set(app, text(MAX_BYTES + 1, character)));
      expect(Object.keys(answer.errs!)).toEqual(['config']);
    });
  });

  describe('of a card that does not exist: 10218', () => {
    const requests = ['GET', 'POST'].map((method) => ({
      method,
      send: (app: CardApplication, card: string) =>
        method === 'GET' ? get(app, card) : set(app, '{}', 'json', card),
    }));

    it.each(requests)('$method', async ({ send }) => {
      const app = await create();
      await create({ cards: ['theirs'] });
      for (const card of ['nope', 'c1', 'theirs']) await expectRefused(server, 10218, () => send(app, card));
    });

    it.each(requests)('$method of a consumed card', async ({ send }) => {
      const app = await create({ cards: ['C1', { card: 'U', config: '{}' }] });
      await app.open();
      await app.recharge('U');
      await expectRefused(server, 10218, () => send(app, 'U'));
    });
  });

  it.each<[string, Parameters]>([
    ['no card', { config: '{}' }],
    ['an empty card', { card: '', config: '{}' }],
    ['a card with white space around it', { card: ' C1', config: '{}' }],
  ])('%s is refused with 400', async (_, parameters) => {
    const app = await create();
    const answers = [
      await expectRefused(server, 400, () => app.client.post('/card/config', parameters)),
      await expectRefused(server, 400, () => app.client.get('/card/config', parameters)),
    ];
    for (const answer of answers) expect(Object.keys(answer.errs!)).toEqual(['card']);
  });
});
