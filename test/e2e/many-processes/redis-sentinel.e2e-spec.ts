import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { LONG_DOWN_AFTER_MS, PrivateSentinels } from '../../support/private-sentinels.js';
import { describeGroup, heartbeat, served, ServerGroup } from '../../support/server-group.js';
import { ServerProcess } from '../../support/server-process.js';
import type { SignedClient } from '../../support/signed-client.js';
import { SessionLoad } from '../../support/session-load.js';

/** A card whose client logs out between two failovers. */
const LEAVING = 'L0';
const SESSION_INVALID = 10214;

describeGroup('a Redis with sentinels', () => {
  let group: ServerGroup;
  let sentinels: PrivateSentinels;
  let load: SessionLoad;
  beforeEach(async () => {
    [group, sentinels] = await Promise.all([
      ServerGroup.start(0, SessionLoad.application(LEAVING)),
      PrivateSentinels.start(undefined, LONG_DOWN_AFTER_MS),
    ]);
    for (let i = 0; i < 2; i++) await group.add({ REDIS_URL: sentinels.url });
    load = new SessionLoad(group.clients);
  });
  afterEach(async () => {
    await load.stop();
    await group.stop();
    await sentinels.stop();
  });

  it.each(['kill', 'hang'] as const)(
    'that loses its primary (%s) and its latest writes keeps all sessions and accepts no request twice',
    async (how) => {
      const [client, other] = group.clients as [SignedClient, SignedClient];
      const { result } = await served(() => client.post('/card/login', { card: LEAVING, device_id: 'D1' }));
      const leaving = String(result!.token);
      await load.start();
      const first = await sentinels.primary();
      await sentinels.stopReplication(first);
      await load.recovered();
      const lost = load.accepted;
      await first[how]();
      const second = await sentinels.failover(first);
      await load.recovered();
      const codes = await load.replay(lost);
      // The servers refuse the requests with 503. On a slow machine some requests have expired and are refused for
      // that reason.
      expect(codes).toHaveProperty('503');
      expect(codes).not.toHaveProperty('0');
      expect(await load.replay(load.accepted)).not.toHaveProperty('0');

      // The former primary comes back with its data and still considers itself the primary.
      if (how === 'hang') first.resume();
      else await first.restart();
      expect(await load.replay(load.accepted)).not.toHaveProperty('0');
      await sentinels.follows(first);
      expect(await heartbeat(client, leaving, LEAVING)).toMatchObject({ code: 0 });
      expect(await client.post('/card/logout', { card: LEAVING, token: leaving })).toMatchObject({ code: 0 });

      // It still has copies of sessions from the time when it was the primary.
      await second.kill();
      expect(await sentinels.failover(second)).toBe(first);
      await load.recovered();
      expect(await served(() => heartbeat(other, leaving, LEAVING))).toMatchObject({ code: SESSION_INVALID });
      expect(await load.replay(load.accepted)).not.toHaveProperty('0');

      await load.stop();
      expect(load.surprises).toEqual([]);
      expect(load.failures).toEqual(['503']);
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
