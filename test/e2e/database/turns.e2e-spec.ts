import { beforeEach, describe, expect, it } from '@jest/globals';
import type { EntityManager } from 'typeorm';
import { Card, DataUsage, rowLock } from '@app/database';
import { PasswordWork } from '@app/platform';
import { CardApplication } from '../../support/card-application.js';
import { openTransaction } from '../../support/counters.js';
import { passwordsDone } from '../../support/password-work.js';
import { allHaveCome } from '../../support/race.js';
import { eventually } from '../../support/server-process.js';
import type { Answer, Parameters } from '../../support/signed-client.js';
import { median } from '../../support/summary.js';
import { ENGINE } from '../../support/test-database.js';
import { REAL_COST, TestServer } from '../../support/test-server.js';
import { UserApplication } from '../../support/user-application.js';

const CONNECTIONS = 4;
/** Number of connections; one of them holds the server's lock. */
const PLACES = ENGINE === 'mysql' ? CONNECTIONS - 1 : 1;
/** Number of concurrent requests of a party. */
const FLOOD = 40;
const OTHERS = 3;
/** Number of concurrent logins of a party, which need several transactions although they share them. */
const LOGINS = 200;

describe('many concurrent requests of one party do not crowd out others at the database:', () => {
  const server = TestServer.forSuite(
    {
      DATABASE_POOL_SIZE: String(CONNECTIONS),
      TRUST_PROXY: 'loopback',
      LIMIT_TAKEN_NAMES: '0',
    },
    REAL_COST,
  );
  let greedy: CardApplication;
  let other: CardApplication;
  beforeEach(async () => {
    const type = { max_sessions: 0, max_devices: 0 };
    const cards = Array.from({ length: LOGINS + OTHERS }, (_, i) => `C${i + 1}`);
    greedy = await CardApplication.create(server, { type, cards });
    other = await CardApplication.create(server, { type, cards });
  });

  /**
   * Occupies all free database connections while requests arrive: first those of the flood, then the others. Then
   * checks that the flood does not delay the others.
   */
  async function expectInTurns(
    flood: (i: number) => Promise<Answer>,
    others: (i: number) => Promise<Answer>,
  ): Promise<void> {
    const holders = Array.from({ length: PLACES }, () =>
      openTransaction(server.dataSource, (manager) => manager.query('SELECT 1')),
    );
    await Promise.all(holders.map(({ changed }) => changed));
    let served = 0;
    const flooding = Array.from({ length: LOGINS }, async (_, i) => {
      const { code } = await flood(i);
      served += 1;
      return code;
    });
    await allHaveCome(greedy);
    const asking = Array.from({ length: OTHERS }, async (_, i) => {
      const { code } = await others(i);
      return { code, before: served };
    });
    await allHaveCome(greedy);
    for (const { commit } of holders) await commit();
    const ended = await Promise.all(asking);
    expect(ended.map(({ code }) => code)).toEqual(Array(OTHERS).fill(0));
    expect(median(ended.map(({ before }) => before))).toBeLessThan(LOGINS / 2);
    expect(new Set(await Promise.all(flooding))).toEqual(new Set([0]));
  }

  it('an application does not crowd out another application', () =>
    expectInTurns(
      (i) => greedy.login('D', `C${i + 1}`),
      (i) => other.login('D', `C${i + 1}`),
    ));

  it('an address does not crowd out another address', () =>
    expectInTurns(
      (i) => from('10.9.0.1', other, { card: `C${i + 1}`, device_id: 'D' }),
      (i) => from('10.9.0.2', other, { card: `C${LOGINS + i + 1}`, device_id: 'D' }),
    ));

  // SQLite locks no rows.
  if (ENGINE === 'mysql') {
    /** Requests that wait for a row locked elsewhere hold no connections. */
    async function expectOthersServed(
      lock: (manager: EntityManager) => Promise<unknown>,
      ask: (i: number) => Promise<Answer>,
      haveCome = async () => undefined as unknown,
    ): Promise<void> {
      const holder = openTransaction(server.dataSource, lock);
      await holder.changed;
      const flooding = Array.from({ length: FLOOD }, (_, i) => ask(i));
      try {
        await haveCome();
        for (let i = 0; i < OTHERS; i++)
          expect(await other.login('D', `C${i + 1}`)).toMatchObject({ code: 0 });
      } finally {
        await holder.commit();
        await Promise.all(flooding);
      }
    }

    it('writers of the same remote data', async () => {
      const write = (key: string, value: string) =>
        greedy.client.post(`/remote/data/${key}`, { action: 'create', value });
      expect(await write('first', 'a')).toMatchObject({ code: 0 });
      const { applicationId } = await greedy.row();
      await expectOthersServed(
        (manager) => manager.findOneOrFail(DataUsage, { where: { applicationId }, ...rowLock(manager) }),
        (i) => write(`key${i}`, 'value'),
      );
    });

    it('recharges with a card that is locked', async () => {
      await Promise.all(Array.from({ length: FLOOD - 1 }, (_, i) => greedy.open('D', `C${i + 1}`)));
      const { id } = await greedy.row(`C${FLOOD}`);
      await expectOthersServed(
        (manager) => manager.findOneOrFail(Card, { where: { id }, ...rowLock(manager) }),
        (i) => greedy.recharge(`C${FLOOD}`, `C${(i % (FLOOD - 1)) + 1}`),
      );
    });

    it('registrations with a card that is locked', async () => {
      const users = await UserApplication.create(server);
      const { id } = await users.ofCards.row('C1');
      await expectOthersServed(
        (manager) => manager.findOneOrFail(Card, { where: { id }, ...rowLock(manager) }),
        (i) => users.register({ username: `user ${i}` }),
        async () => {
          await eventually(async () => server.get(PasswordWork).waiting > 0 || undefined, 2);
          await passwordsDone(server);
        },
      );
    });
  }
});

function from(address: string, { client }: CardApplication, parameters: Parameters): Promise<Answer> {
  return client.request('POST', '/card/login', JSON.stringify(client.sign(parameters)), {
    'content-type': 'application/json',
    'x-forwarded-for': address,
  });
}
