import { beforeEach, describe, expect, it } from '@jest/globals';
import type { EntityManager } from 'typeorm';
import { Application, Card, rowLock, Session } from '@app/database';
import { SessionExpiryJob } from '@app/licensing';
import { CardApplication } from '../../support/card-application.js';
import { openTransaction } from '../../support/counters.js';
import { allHaveCome, MANY, numbered, tokensOf } from '../../support/race.js';
import type { Answer } from '../../support/signed-client.js';
import { ENGINE } from '../../support/test-database.js';
import { TestServer } from '../../support/test-server.js';
import { watchParties } from '../../support/watch-parties.js';

const CARDS = numbered('C');
/** The logins of these cards occupy the shared transactions, so that other logins wait for the next transaction. */
const FIRST = numbered('F');
const REFUSED_DEVICE = 'refused by the database';

describe('logins of different cards that share a transaction', () => {
  const server = TestServer.forSuite();
  let app: CardApplication;
  beforeEach(async () => {
    app = await CardApplication.create(server, { cards: [...CARDS, ...FIRST], type: { max_devices: 2 } });
  });

  /**
   * Sends logins while the transaction of earlier logins waits for a locked row. Therefore the sent logins wait too,
   * and then run together in the next transaction.
   * @param meanwhile changes something while the logins wait
   */
  async function together(
    send: () => Promise<Answer>[],
    meanwhile: (manager: EntityManager) => Promise<unknown> = async () => undefined,
  ): Promise<Answer[]> {
    const { applicationId: id } = await app.row(CARDS[0]);
    // A new session refers to its application, so the login waits for this row.
    const lock = openTransaction(server.dataSource, async (manager) => {
      await manager.findOneOrFail(Application, { where: { id }, ...rowLock(manager) });
      await meanwhile(manager);
    });
    await lock.changed;
    const first = FIRST.map((card) => app.login('D1', card));
    await allHaveCome(app);
    const requests = send();
    await allHaveCome(app);
    await lock.commit();
    await Promise.all(first);
    return Promise.all(requests);
  }

  it('all succeed with few transactions, each with its own session and device', async () => {
    const { parties, unwatch } = watchParties(server.dataSource);
    const answers = await together(() => CARDS.map((card, i) => app.login(`D${i}`, card)));
    unwatch();
    expect(answers.map(({ code }) => code)).toEqual(CARDS.map(() => 0));
    if (ENGINE === 'mysql') {
      expect(parties.length).toBeLessThan(MANY / 2);
      // They wait for a connection in their own turn, not behind other requests of the first login's address.
      const { applicationId } = await app.row(CARDS[0]);
      expect(parties).toContainEqual(['applications', String(applicationId), 'logins']);
    }
    const tokens = tokensOf(answers);
    expect(new Set(tokens).size).toBe(MANY);
    for (const [i, card] of CARDS.entries()) {
      expect(await app.lives(tokens[i]!, card)).toBe(true);
      expect(await app.devices(card)).toEqual([`D${i}`]);
      expect(await app.sessions(card)).toMatchObject([{ deviceId: `D${i}`, endedAt: null }]);
      expect(await app.row(card)).toMatchObject({ status: 'activated', activatedAt: server.clock.now() });
    }
  });

  it('replace, kick and time out the sessions of each by its own rule', async () => {
    await app.configure({ multi_open_policy: 'kick_oldest', heartbeat_timeout_sec: 1800 });
    const [replaced = '', kicked = '', dead = ''] = CARDS;
    await app.open('D1', dead);
    server.clock.advance(1_900_000);
    await app.open('D1', replaced);
    await app.open('D1', kicked);
    await together(() => [
      app.login('D1', replaced),
      app.login('D2', kicked),
      app.login('D1', dead),
      app.login('D1', CARDS[3]),
    ]);
    const reasons = async (card: string) => (await app.sessions(card)).map(({ endReason }) => endReason);
    expect(await reasons(replaced)).toEqual(['replaced', null]);
    expect(await reasons(kicked)).toEqual(['kicked', null]);
    expect(await reasons(dead)).toEqual(['timeout', null]);
    expect(await reasons(CARDS[3]!)).toEqual([null]);
  });

  it('are refused one by one, without a change', async () => {
    const [frozen = '', expired = '', full = '', open = '', consumed = '', ...others] = CARDS;
    await app.open('D1', expired);
    server.clock.advance(31 * 86_400_000);
    await app.change({ frozen: true }, frozen);
    await app.logout(await app.open('D1', full), full);
    await app.open('D2', full);
    await app.open('D1', open);
    await app.open('D1', CARDS.at(-1));
    expect(await app.recharge(consumed, CARDS.at(-1))).toMatchObject({ code: 0 });
    const wrong = [frozen, expired, full, open, consumed];
    // Ends timed-out sessions first, so that no job does this between the two reads.
    await server.get(SessionExpiryJob).run();
    const before = await Promise.all(wrong.map((card) => app.sessions(card)));
    const answers = await together(() => [
      app.login('D1', frozen),
      app.login('D1', expired),
      app.login('D3', full),
      app.login('D2', open),
      app.login('D1', consumed),
      app.login('D1', 'unknown'),
      ...others.map((card) => app.login('D1', card)),
    ]);
    expect(answers.map(({ code }) => code)).toEqual([
      10212,
      10210,
      10217,
      10213,
      10218,
      10218,
      ...others.map(() => 0),
    ]);
    expect(await Promise.all(wrong.map((card) => app.sessions(card)))).toEqual(before);
    expect(await app.devices(open)).toEqual(['D1']);
    expect(await app.devices(full)).toEqual(['D1', 'D2']);
  });

  it('of the same card: the last login keeps the place', async () => {
    const answers = await together(() => CARDS.map(() => app.login('D1', 'C0')));
    expect(tokensOf(answers)).toHaveLength(MANY);
    expect(await Promise.all(tokensOf(answers).map((token) => app.lives(token, 'C0')))).toContain(true);
    expect((await app.sessions('C0')).filter(({ endedAt }) => endedAt === null)).toHaveLength(1);
    expect(await app.devices('C0')).toEqual(['D1']);
  });

  it('see all changes that were committed before', async () => {
    const { id: holderId, applicationId } = await app.row('C0');
    const devices = ['X', 'Y'].map((deviceId) => ({
      applicationId,
      holderKind: 'card',
      holderId,
      deviceId,
      boundAt: 1,
    }));
    const answers = await together(
      () => CARDS.map((card) => app.login('D1', card)),
      (manager) => manager.insert('Device', devices),
    );
    expect(answers.map(({ code }) => code)).toEqual([10217, ...CARDS.slice(1).map(() => 0)]);
    expect(await app.devices('C0')).toEqual(['X', 'Y']);
  });

  it('do not fail because one of them does', async () => {
    await refuseDevice(server);
    try {
      const answers = await together(() =>
        CARDS.map((card, i) => app.login(i === 7 ? REFUSED_DEVICE : 'D1', card)),
      );
      expect(answers.map(({ status }) => status)).toEqual(CARDS.map((_, i) => (i === 7 ? 500 : 200)));
      expect(await countLivingOf(answers)).toBe(MANY - 1);
      for (const [i, card] of CARDS.entries()) expect(await app.sessions(card)).toHaveLength(i === 7 ? 0 : 1);
      expect(await app.row('C7')).toMatchObject({ status: 'unused', activatedAt: null });
    } finally {
      await server.dataSource.query('DROP TRIGGER refuse_device');
    }
  });

  // SQLite locks no rows.
  if (ENGINE === 'mysql')
    it('do not wait for a card or a session that another transaction has locked', async () => {
      await app.open('D1', 'C1');
      const [card, session] = [await app.row('C0'), (await app.sessions('C1'))[0]!];
      const lock = openTransaction(server.dataSource, async (manager) => {
        await manager.findOneOrFail(Card, { where: { id: card.id }, ...rowLock(manager) });
        await manager.findOneOrFail(Session, { where: { id: session.id }, ...rowLock(manager) });
      });
      await lock.changed;
      const requests = CARDS.map((each) => app.login('D1', each));
      try {
        const free = await Promise.all(requests.slice(2));
        expect(free.map(({ code }) => code)).toEqual(CARDS.slice(2).map(() => 0));
      } finally {
        await lock.commit();
      }
      expect((await Promise.all(requests)).map(({ code }) => code)).toEqual(CARDS.map(() => 0));
    });

  function countLivingOf(answers: Answer[]): Promise<number> {
    const lives = answers.map(({ result }, i) =>
      result ? app.lives(String(result.token), CARDS[i]) : Promise.resolve(false),
    );
    return Promise.all(lives).then((each) => each.filter(Boolean).length);
  }
});

/** Makes the database refuse to bind a certain device. */
async function refuseDevice({ dataSource }: TestServer): Promise<void> {
  await dataSource.query(
    ENGINE === 'mysql'
      ? `CREATE TRIGGER refuse_device BEFORE INSERT ON devices FOR EACH ROW
          IF NEW.device_id = '${REFUSED_DEVICE}' THEN SIGNAL SQLSTATE '45000'; END IF`
      : `CREATE TRIGGER refuse_device BEFORE INSERT ON devices WHEN NEW.device_id = '${REFUSED_DEVICE}'
          BEGIN SELECT RAISE(ABORT, 'refused'); END`,
  );
}
