import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { setTimeout } from 'node:timers/promises';
import { Session } from '@app/database';
import type { AdminClient } from '../../support/admin-client.js';
import { eventually, untilReady } from '../../support/server-process.js';
import { describeGroup, heartbeat, login, ServerGroup } from '../../support/server-group.js';
import type { SignedClient } from '../../support/signed-client.js';
import { SlowLine } from '../../support/slow-line.js';

describeGroup('a Redis that is lost', () => {
  let group: ServerGroup;
  let client: SignedClient;
  let admin: AdminClient;
  beforeEach(async () => {
    group = await ServerGroup.start(1);
    [client] = group.clients as [SignedClient];
    [admin] = (await group.owners()) as [AdminClient];
  });
  afterEach(() => group.stop());

  const isReady = async () => (await fetch(`${group.servers[0]!.url}/health/ready`)).status;
  /** Returns the slowest of many requests, in milliseconds, and the codes of all. */
  async function ask(token: string) {
    const started = performance.now();
    const answers = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const answer = await heartbeat(client, token);
        return { ...answer, took: performance.now() - started };
      }),
    );
    return { slowest: Math.max(...answers.map(({ took }) => took)), answers };
  }

  it.each(['kill', 'hang'] as const)(
    '(%s) makes requests get 503 within two seconds, and no other error',
    async (how) => {
      const token = await login(client);
      await untilReady(group.servers[0]!.url);
      await group.redis[how]();
      const times: number[] = [];
      for (let i = 0; i < 3; i++) {
        const { slowest, answers } = await ask(token);
        times.push(slowest);
        for (const answer of answers) {
          expect(answer).toMatchObject({ status: 503, code: 503 });
          expect(answer.headers.get('retry-after')).toBe('1');
        }
      }
      // A busy machine delays some of the rounds.
      expect(Math.min(...times)).toBeLessThan(2000);
      expect(await isReady()).toBe(503);
      const id = await group.cardId('C1');
      expect(await admin.post(`/cards/${id}/freeze`)).toMatchObject({
        status: 503,
        body: { statusCode: 503 },
      });
      const wrong = { email: 'nobody@example.com', password: 'wrong' };
      expect((await admin.post('/auth/login', wrong)).status).toBe(503);

      if (how === 'hang') group.redis.resume();
      else await group.redis.restart();
      await eventually(async () => (await isReady()) === 200 || undefined);
      // The same session continues without a login, and the card was not frozen.
      expect(await heartbeat(client, token)).toMatchObject({ code: 0 });
      expect((await admin.post('/auth/login', wrong)).status).toBe(401);

      const { stdout } = await group.servers[0]!.stop();
      expect(stdout.match(/Redis does not answer/g)).toHaveLength(1);
      expect(stdout.match(/Redis responds again/g)).toHaveLength(1);
    },
  );
});

describeGroup('a Redis that is full', () => {
  let group: ServerGroup;
  beforeEach(async () => {
    group = await ServerGroup.start(1);
  });
  afterEach(() => group.stop());

  /** Sets Redis's memory limit in bytes, beyond which it refuses writes; 0 means no limit. */
  const limitMemory = async (bytes: number) => {
    const redis = new Redis(group.redis.url);
    await redis.config('SET', 'maxmemory', bytes);
    redis.disconnect();
  };

  it('causes 503 and a log line, and nothing is changed until there is space', async () => {
    const [client] = group.clients as [SignedClient];
    const [admin] = (await group.owners()) as [AdminClient];
    const isReady = async () => (await fetch(`${group.servers[0]!.url}/health/ready`)).status;
    const token = await login(client);
    await limitMemory(1);
    const asked = [
      ['/card/heartbeat', { card: 'C1', token }],
      ['/card/logout', { card: 'C1', token }],
      ['/card/login', { card: 'C2', device_id: 'D2' }],
    ] as const;
    for (const [path, parameters] of [...asked, ...asked]) {
      const answer = await client.post(path, parameters);
      expect(answer).toMatchObject({ status: 503, code: 503 });
      expect(answer.headers.get('retry-after')).toBe('1');
    }
    const freeze = await admin.post(`/cards/${await group.cardId('C1')}/freeze`);
    expect(freeze).toMatchObject({ status: 503, body: { statusCode: 503 } });
    expect(await isReady()).toBe(503);
    expect(await group.dataSource.manager.find(Session)).toMatchObject([{ endedAt: null, deviceId: 'D1' }]);

    await limitMemory(0);
    await untilReady(group.servers[0]!.url);
    expect(await heartbeat(client, token)).toMatchObject({ code: 0 });
    await login(client, 'C2', 'D2');
    const { stdout } = await group.servers[0]!.stop();
    expect(stdout.match(/Redis is full, and clients are told to wait/g)).toHaveLength(1);
  });
});

describeGroup('a Redis that is slow', () => {
  let group: ServerGroup;
  let line: SlowLine;
  let client: SignedClient;
  beforeEach(async () => {
    group = await ServerGroup.start(0);
    line = await SlowLine.to(group.redis.port);
    await group.add({ REDIS_URL: `redis://127.0.0.1:${line.port}` });
    [client] = group.clients as [SignedClient];
  });
  afterEach(async () => {
    await group.stop();
    await line.close();
  });

  it('makes requests wait, but only for a limited time', async () => {
    const token = await login(client);
    const beats = async () => {
      const started = performance.now();
      const answers = await Promise.all(Array.from({ length: 50 }, () => heartbeat(client, token)));
      return { codes: new Set(answers.map(({ code }) => code)), took: performance.now() - started };
    };
    await line.delay(300);
    const untilOnly = (code: number) =>
      eventually(async () => {
        const { codes } = await beats();
        return (codes.size === 1 && codes.has(code)) || undefined;
      });
    // A busy machine adds to the delay, so that Redis may count as lost.
    await untilOnly(0);
    const told = (words: string) => group.servers[0]!.said(words);
    const before = told('Redis does not answer');
    await line.delay(1200);
    // A server that had to wait for the CPU does not count this time.
    await untilOnly(503);
    const times: number[] = [];
    // The loop lasts longer than a new connection to Redis takes.
    for (let i = 0; i < 8; i++) {
      const { codes, took } = await beats();
      expect(codes).toEqual(new Set([503]));
      times.push(took);
      await setTimeout(500);
    }
    // A busy machine delays some of the rounds.
    expect(Math.min(...times)).toBeLessThan(2400);
    await line.delay(0);
    await eventually(async () => (await heartbeat(client, token)).code === 0 || undefined);
    await group.servers[0]!.stop();
    expect(told('Redis does not answer')).toBe(before + 1);
    expect(told('Redis responds again')).toBe(before + 1);
  });
});
