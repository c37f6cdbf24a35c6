import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { EntityTarget, ObjectLiteral } from 'typeorm';
import { Application, Card, CardType, RemoteData, Session } from '@app/database';
import { applyFile } from '../../support/apply-file.js';
import { duringTransaction } from '../../support/race.js';
import { TestServer } from '../../support/test-server.js';

const DAY = { name: 'Day', duration: { unit: 'days', amount: 1 } };
const MONTH = { name: 'Month', duration: { unit: 'months', amount: 1 } };
const MANY = 5000;
const FEW = 500;
/**
 * One file with all cards may take this many times as long as ten files with a tenth each. Quadratic work would take
 * ten times as long.
 */
const ONE_PER_TEN_FILES = 4;

describe('apply', () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await TestServer.start();
  });
  afterEach(() => server.stop());

  const count = (entity: EntityTarget<ObjectLiteral>) => server.dataSource.manager.count(entity);

  it(`makes, keeps and freezes ${MANY} cards of one file`, async () => {
    /** Returns how long each of the three steps took, in milliseconds. */
    const applied = async (name: string, length: number) => {
      const cards = Array.from({ length }, (_, i) => ({
        card: `CARD-${i}`,
        card_type: 'Day',
        config: '{"n":1}',
      }));
      const file = { applications: [{ name, card_types: [DAY], cards }] };
      const times: number[] = [];
      const timed = async <T>(work: () => Promise<T>) => {
        const started = performance.now();
        const result = await work();
        times.push(performance.now() - started);
        return result;
      };
      const before = await count(Card);
      const { applications } = await timed(() => applyFile(server, file));
      expect(applications[0]!.cards!.map(({ card }) => card)).toEqual(cards.map(({ card }) => card));
      expect(await count(Card)).toBe(before + length);
      await timed(() => applyFile(server, file));
      expect(await count(Card)).toBe(before + length);
      const frozen = cards.map((card) => ({ ...card, frozen: true }));
      await timed(() => applyFile(server, { applications: [{ name, cards: frozen }] }));
      expect(await server.dataSource.manager.countBy(Card, { frozen: true })).toBe(before + length);
      return times;
    };
    await applied('First', FEW); // The first run takes longer, since it loads and compiles code.
    const few: number[][] = [];
    for (let length = 0; length < MANY; length += FEW) few.push(await applied(`Few ${length}`, FEW));
    const limits = [0, 1, 2].map(
      (step) => ONE_PER_TEN_FILES * few.reduce((sum, times) => sum + times[step]!, 0),
    );
    let best = await applied('Many', MANY);
    // The machine may have been busy. Work that is too slow is slow again.
    for (let i = 0; i < 2 && best.some((time, step) => time >= limits[step]!); i++) {
      const again = await applied(`Many ${i}`, MANY);
      best = best.map((time, step) => Math.min(time, again[step]!));
    }
    for (const [step, time] of best.entries()) expect(time).toBeLessThan(limits[step]!);
  });

  it.each([
    ['by name', {}],
    ['by key', { app_key: 'abcdefghij0123456789' }],
  ])('makes an application once when a file is applied several times concurrently: %s', async (_, key) => {
    const cards = Array.from({ length: 50 }, (__, i) => ({ card: `C${i}`, card_type: 'Day' }));
    const file = { applications: [{ name: 'App', ...key, card_types: [DAY], cards }] };
    for (let round = 0; round < 5; round++) {
      await server.dataSource.manager.deleteAll(Card);
      await server.dataSource.manager.deleteAll(Application);
      const outputs = await Promise.all(Array.from({ length: 4 }, () => applyFile(server, file)));
      for (const output of outputs) expect(output).toEqual(outputs[0]);
      expect([await count(Application), await count(CardType), await count(Card)]).toEqual([1, 1, 50]);
      expect(await server.dataSource.manager.findOneByOrFail(Application, {})).toMatchObject({ revision: 4 });
    }
  });

  it('applies files that name the same applications in another order', async () => {
    const names = ['a', 'b', 'c'];
    await applyFile(server, { applications: names.map((name) => ({ name })) });
    await Promise.all(
      Array.from({ length: 6 }, (_, i) =>
        applyFile(server, {
          applications: (i % 2 ? names : names.toReversed()).map((name) => ({ name, notice: `${i}` })),
        }),
      ),
    );
    const rows = await server.dataSource.manager.find(Application);
    expect(rows.map(({ revision }) => revision)).toEqual([7, 7, 7]);
    expect(new Set(rows.map(({ notice }) => notice)).size).toBe(1);
  });

  it('does not change the type of a card whose first login is under way', async () => {
    await applyFile(server, {
      applications: [{ name: 'App', card_types: [DAY, MONTH], cards: [{ card: 'C', card_type: 'Day' }] }],
    });
    const file = { applications: [{ name: 'App', cards: [{ card: 'C', card_type: 'Month' }] }] };
    await duringTransaction(
      server,
      (manager) => manager.update(Card, { card: 'C' }, { status: 'activated' }),
      () => expect(applyFile(server, file)).rejects.toThrow('the card has been used'),
    );
    expect(await server.dataSource.manager.findOneByOrFail(Card, { card: 'C' })).toMatchObject({
      status: 'activated',
      durationUnit: 'days',
    });
  });

  it('keeps the other columns of a card type that is being edited', async () => {
    await applyFile(server, { applications: [{ name: 'App', card_types: [DAY] }] });
    const longer = { ...DAY, duration: { unit: 'days', amount: 2 } };
    await duringTransaction(
      server,
      (manager) => manager.update(CardType, { name: 'Day' }, { priceNote: '9.99', maxDevices: 5 }),
      () =>
        applyFile(server, { applications: [{ name: 'App', card_types: [{ ...longer, max_devices: 1 }] }] }),
    );
    expect(await server.dataSource.manager.findOneByOrFail(CardType, {})).toMatchObject({
      durationAmount: 2,
      maxDevices: 1,
      priceNote: '9.99',
    });
  });

  it('writes no data of a card that is being deleted', async () => {
    const cards = [{ card: 'C', card_type: 'Day' }];
    await applyFile(server, { applications: [{ name: 'App', card_types: [DAY], cards }] });
    const data = [{ key: 'k', scope: 'card', card: 'C', value: 'v' }];
    await duringTransaction(
      server,
      (manager) => manager.delete(Card, { card: 'C' }),
      () => expect(applyFile(server, { applications: [{ name: 'App', data }] })).rejects.toThrow('no card C'),
    );
    expect(await count(RemoteData)).toBe(0);
  });

  it('leaves no open session of a card that it freezes during logins', async () => {
    const client = await server.client({
      name: 'App',
      card_types: [{ ...DAY, max_sessions: 0, max_devices: 0 }],
      cards: [{ card: 'C', card_type: 'Day' }],
    });
    const logins = Array.from({ length: 40 }, (_, i) =>
      client.post('/card/login', { card: 'C', device_id: `D${i}` }),
    );
    const frozen = server.apply({ name: 'App', cards: [{ card: 'C', card_type: 'Day', frozen: true }] });
    const answers = await Promise.all(logins);
    await frozen;
    for (const { code } of answers) expect([0, 10212]).toContain(code);
    const sessions = await server.dataSource.manager.find(Session);
    expect(sessions.map(({ endReason }) => endReason)).toEqual(sessions.map(() => 'frozen'));
    for (const { code, result } of answers) {
      if (code !== 0) continue;
      const heartbeat = await client.post('/card/heartbeat', { card: 'C', token: result!.token! });
      expect(heartbeat).toMatchObject({ code: 10214 });
    }
  });
});
