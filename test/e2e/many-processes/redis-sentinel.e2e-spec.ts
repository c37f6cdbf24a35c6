import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { setTimeout } from 'node:timers/promises';
import { PrivateSentinels } from '../../support/private-sentinels.js';
import { describeGroup, heartbeat, login, ServerGroup } from '../../support/server-group.js';
import { eventually, ServerProcess } from '../../support/server-process.js';
import type { SignedClient } from '../../support/signed-client.js';
import { type Sent, SteadyLoad } from '../../support/steady-load.js';

const STAYING = Array.from({ length: 6 }, (_, i) => `S${i}`);
const RETURNING = Array.from({ length: 3 }, (_, i) => `R${i}`);
/** A card whose client logs out between two failovers. */
const LEAVING = 'L0';
const APPLICATION = {
  multi_open_policy: 'kick_oldest',
  card_types: [{ name: 'T', duration: { unit: 'days', amount: 30 }, max_sessions: 1, max_devices: 0 }],
  cards: [...STAYING, ...RETURNING, LEAVING].map((card) => ({ card, card_type: 'T' })),
};
const PAUSE_MS = 20;
const SESSION_INVALID = 10214;

describeGroup('a Redis with sentinels', () => {
  let group: ServerGroup;
  let sentinels: PrivateSentinels;
  let loads: SteadyLoad[];
  beforeEach(async () => {
    [group, sentinels] = await Promise.all([ServerGroup.start(0, APPLICATION), PrivateSentinels.start()]);
    for (let i = 0; i < 2; i++) await group.add({ REDIS_URL: sentinels.url });
    loads = group.clients.map((client) => new SteadyLoad(client));
  });
  afterEach(async () => {
    await Promise.all(loads.map((load) => load.stop()));
    await group.stop();
    await sentinels.stop();
  });

  /** Retries, because a new record of the primaries counts as a change of primary. */
  const firstLogin = (client: SignedClient) =>
    eventually(async () => {
      const { code, result } = await client.post('/card/login', { card: LEAVING, device_id: 'D1' });
      return code === 503 ? undefined : String(result!.token);
    });

  const recovered = () =>
    Promise.all(
      loads.map(({ accepted }) => {
        const before = accepted.length;
        return eventually(async () => accepted.length > before + 50 || undefined);
      }),
    );

  /** Starts clients that keep one session, and clients that log in again and again. */
  async function startLoad(): Promise<void> {
    for (const [index, load] of loads.entries()) {
      const isOurs = (_: string, i: number) => i % loads.length === index;
      const stays = STAYING.filter(isOurs).map(async (card) => {
        const token = await login(group.clients[index]!, card);
        return async () => {
          await load.ask('/card/heartbeat', { card, token });
          await setTimeout(PAUSE_MS);
        };
      });
      const returns = RETURNING.filter(isOurs).map((card) => async () => {
        const session = await load.ask('/card/login', { card, device_id: 'D1' });
        await setTimeout(PAUSE_MS);
        if (session) await load.ask('/card/heartbeat', { card, token: session.token! });
      });
      load.start([...(await Promise.all(stays)), ...returns]);
    }
    await recovered();
  }

  /** Sends requests again, to both servers. Returns the number of answers by code. */
  async function replay(requests: readonly Sent[]): Promise<Record<string, number>> {
    const codes: Record<string, number> = {};
    for (const { path, signed } of requests) {
      for (const client of group.clients) {
        const { code } = await client.send('POST', path, signed, 'json');
        codes[code] = (codes[code] ?? 0) + 1;
      }
    }
    return codes;
  }

  const accepted = () => loads.flatMap((load) => load.accepted.slice(-100));
  const surprises = () => loads.flatMap((load) => load.surprises);
  const failures = () => [...new Set(loads.flatMap((load) => load.failed.map(({ failure }) => failure)))];

  it.each(['kill', 'hang'] as const)(
    'that loses its primary (%s) and its latest writes keeps all sessions and accepts no request twice',
    async (how) => {
      const [client, other] = group.clients as [SignedClient, SignedClient];
      const leaving = await firstLogin(client);
      await startLoad();
      const first = await sentinels.primary();
      await sentinels.stopReplication(first);
      await recovered();
      const lost = accepted();
      await first[how]();
      const second = await sentinels.failover(first);
      await recovered();
      const codes = await replay(lost);
      // 503, or expired on a slow machine.
      expect(codes).toHaveProperty('503');
      expect(codes).not.toHaveProperty('0');
      expect(await replay(accepted())).not.toHaveProperty('0');

      // The former primary comes back with its data and still considers itself the primary.
      if (how === 'hang') first.resume();
      else await first.restart();
      expect(await replay(accepted())).not.toHaveProperty('0');
      await sentinels.follows(first);
      expect(await heartbeat(client, leaving, LEAVING)).toMatchObject({ code: 0 });
      expect(await client.post('/card/logout', { card: LEAVING, token: leaving })).toMatchObject({ code: 0 });

      // It still has copies of sessions from the time when it was the primary.
      await second.kill();
      expect(await sentinels.failover(second)).toBe(first);
      await recovered();
      const answer = await eventually(async () => {
        const { code } = await heartbeat(other, leaving, LEAVING);
        return code === 503 ? undefined : code;
      });
      expect(answer).toBe(SESSION_INVALID);
      expect(await replay(accepted())).not.toHaveProperty('0');

      await Promise.all(loads.map((load) => load.stop()));
      expect(surprises()).toEqual([]);
      expect(failures()).toEqual(['503']);
    },
  );
});

describeGroup('a REDIS_URL that does not fit its sentinels', () => {
  let group: ServerGroup;
  let sentinels: PrivateSentinels;
  beforeAll(async () => {
    [group, sentinels] = await Promise.all([ServerGroup.start(0), PrivateSentinels.start()]);
  });
  afterAll(async () => {
    await group.stop();
    await sentinels.stop();
  });

  it.each([
    [
      'another name of the primary',
      /\/mymaster/,
      '/other',
      "does not know the primary: check the primary's name",
    ],
    ['no password of the sentinels', /\?.*/, '', 'NOAUTH.*sentinel_password'],
    ['a wrong password of the sentinels', /_password=.*/, '_password=x', 'WRONGPASS.*sentinel_password'],
    ['no password of the primary', /\/\/.*@/, '//', 'NOAUTH.*requires a password'],
    [
      'a sentinel as the server',
      /redis\+sentinel.*@[^:]*:(\d+).*sentinel_password=(.*)/,
      'redis://:$2@127.0.0.1:$1',
      'names a sentinel: write redis\\+sentinel',
    ],
  ])('is reported at start: %s', async (_, part, wrong, words) => {
    const REDIS_URL = sentinels.url.replace(part, wrong);
    const { code, stderr } = await ServerProcess.fail({ ...group.environment, REDIS_URL });
    expect(stderr).toMatch(new RegExp(words, 's'));
    expect(code).toBe(78);
  });
});
