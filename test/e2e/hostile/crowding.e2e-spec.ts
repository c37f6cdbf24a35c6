import { beforeAll, describe, expect, it } from '@jest/globals';
import { AdminClient, OWNER } from '../../support/admin-client.js';
import { eventually } from '../../support/server-process.js';
import type { SignedClient } from '../../support/signed-client.js';
import { REAL_COST, TestServer } from '../../support/test-server.js';
import { UserApplication } from '../../support/user-application.js';

/** Number of connections that send requests continuously. */
const FLOOD = 60;
/** Number of concurrent requests of each other party. */
const OTHERS = 3;
/** Maximum number of rounds of these requests. */
const TRIES = 5;
/** Limit of waiting passwords; the flood reaches it. */
const LINE = 40;

describe('many concurrent requests of one party do not crowd out others:', () => {
  const server = TestServer.forSuite(
    { TRUST_PROXY: 'loopback', LIMIT_WAITING_PASSWORDS: String(LINE) },
    REAL_COST,
  );
  let greedy: UserApplication;
  let other: UserApplication;
  beforeAll(async () => {
    greedy = await UserApplication.withAlice(server);
    other = await UserApplication.withAlice(server, { type: { max_sessions: 0, max_devices: 0 } });
  });

  const login = ({ ofCards }: UserApplication, from: string, username: string, device_id = 'D1') =>
    send(ofCards.client, '/user/login', { username, password: 'correct horse', device_id }, from);

  /**
   * Sends requests of others while a flood fills the queue. All requests must succeed, and only a small part of the
   * waiting flood may be served before the fastest of each party. In a single queue the whole flood would be served
   * before each of them. On a busy machine other parts of a login may take longer, so there are several tries.
   */
  async function expectServedBeside(
    flood: (i: number) => Promise<{ status: number }>,
    ...others: ((i: number) => Promise<{ status: number }>)[]
  ): Promise<void> {
    const seen = { isOver: false, served: 0, turnedAway: 0 };
    const flooding = Array.from({ length: FLOOD }, async (_, i) => {
      for (let round = 0; !seen.isOver; round++) {
        const { status } = await flood(round * FLOOD + i);
        if (status === 503) seen.turnedAway += 1;
        else seen.served += 1;
      }
    });
    try {
      await eventually(async () => seen.turnedAway > 0 || undefined);
      const asked = async (request: Promise<{ status: number }>) => {
        const before = seen.served;
        const { status } = await request;
        return { status, waited: seen.served - before };
      };
      const fastest = others.map(() => Infinity);
      for (let attempt = 0; attempt < TRIES && Math.max(...fastest) >= LINE / 2; attempt++) {
        const ended = await Promise.all(
          others.map((ask) => Promise.all(Array.from({ length: OTHERS }, (_, i) => asked(ask(i))))),
        );
        expect(ended.flat().map(({ status }) => status)).toEqual(Array(OTHERS * others.length).fill(200));
        ended.forEach((party, i) => {
          fastest[i] = Math.min(fastest[i]!, ...party.map(({ waited }) => waited));
        });
      }
      expect(Math.max(...fastest)).toBeLessThan(LINE / 2);
    } finally {
      seen.isOver = true;
      await Promise.all(flooding);
    }
  }

  it('an application whose logins fill the queue does not delay administrators and another application', async () => {
    const admin = (i: number) =>
      new AdminClient(server.url).request('POST', '/auth/login', OWNER, { 'x-forwarded-for': `10.8.0.${i}` });
    await expectServedBeside(
      (i) => login(greedy, `10.9.${i >> 8}.${i & 255}`, `nobody ${i}`),
      admin,
      (i) => login(other, '10.8.0.99', 'alice', `D${i}`),
    );
  });

  it('an address whose logins fill the queue does not delay the customers of the same application', async () => {
    // Two applications flood. This machine's own address has no limit of wrong guesses.
    const flooded = (i: number) => login(i % 2 === 0 ? greedy : other, '127.0.0.1', `nobody ${i}`);
    await expectServedBeside(flooded, (i) => login(other, `10.8.1.${i}`, 'alice', `D${i}`));
  });

  it('correct logins of one account from many addresses do not delay other users of its application', async () => {
    expect(await other.register({ username: 'bob', card: 'C2' })).toMatchObject({ code: 0 });
    await expectServedBeside(
      (i) => login(other, `10.11.0.${i % FLOOD}`, 'alice'),
      (i) => login(other, `10.8.3.${i}`, 'bob', `D${i}`),
    );
  });

  it('addresses that sign in do not delay applications', async () => {
    const wrong = { email: 'nobody@example.com', password: 'a wrong password' };
    const signIn = (i: number) => {
      const from = { 'x-forwarded-for': `10.10.${i >> 8}.${i & 255}` };
      return new AdminClient(server.url).request('POST', '/auth/login', wrong, from);
    };
    await expectServedBeside(signIn, (i) => login(other, '10.8.2.1', 'alice', `D${i}`));
  });
});

function send(client: SignedClient, path: string, parameters: Record<string, string>, from: string) {
  return client.request('POST', path, JSON.stringify(client.sign(parameters)), {
    'content-type': 'application/json',
    'x-forwarded-for': from,
  });
}
