import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { setTimeout } from 'node:timers/promises';
import { ServiceUnavailableError, SystemClock } from '@app/platform';
import { FakeSentinel } from '../../../test/support/fake-sentinel.js';
import { connectRedis, describeOnRedis } from '../../../test/support/private-redis.js';
import { eventually } from '../../../test/support/server-process.js';
import { startPrivateRedis } from '../../../tools/private-redis.js';
import { SharedRedis } from './shared-redis.js';

/** Delay of the sentinel's answer, so that the announcement reaches the client first. */
const ANNOUNCED_MS = 100;

describeOnRedis('SharedRedis', () => {
  let redis: SharedRedis;
  beforeEach(async () => {
    redis = await connectRedis('database1');
  });
  afterEach(() => redis.close());

  it('has keys of the database, and of the run of Redis', async () => {
    expect(redis.prefix).toBe('latchkey:database1:');
    expect(redis.runPrefix).toMatch(/^latchkey:database1:[0-9a-f]{8}:$/);
    const other = await connectRedis('database1');
    expect(other.runPrefix).toBe(redis.runPrefix);
    other.close();
  });

  it('is not blamed by a process that was busy itself', async () => {
    const asked = redis.ask((client) => client.ping());
    const until = performance.now() + 1500;
    while (performance.now() < until);
    expect(await asked).toBe('PONG');
  });

  it('its refusals count as unavailable, other errors do not', async () => {
    await expect(redis.ask((client) => client.call('NO-SUCH-COMMAND'))).rejects.toThrow(
      ServiceUnavailableError,
    );
    expect(await redis.ask((client) => client.ping())).toBe('PONG');
  });

  it('processes the items of one turn of the event loop by one command', async () => {
    const commands: (readonly string[])[] = [];
    const echo = redis.batch((items: readonly string[]) => {
      commands.push(items);
      return Promise.all(items.map((item) => redis.ask((client) => client.echo(item))));
    });
    expect(await Promise.all([echo('a'), echo('b')])).toEqual(['a', 'b']);
    expect(await echo('c')).toBe('c');
    expect(commands).toEqual([['a', 'b'], ['c']]);
  });

  it('is unavailable from the moment its connection is lost, until there is another', async () => {
    redis.client.stream.destroy();
    await expect(redis.ask((client) => client.ping())).rejects.toThrow(ServiceUnavailableError);
    await expect(redis.ping()).rejects.toThrow(ServiceUnavailableError);
    await expect(redis.batch(async () => [])(1)).rejects.toThrow(ServiceUnavailableError);
    const isBack = () =>
      redis.ping().then(
        () => true,
        () => undefined,
      );
    await eventually(isBack);
  });
});

describeOnRedis('SharedRedis behind a sentinel', () => {
  it('connects again when another primary is announced while it connects', async () => {
    const server = (await startPrivateRedis())!;
    const sentinel = await FakeSentinel.start(server.port);
    const url = `redis+sentinel://127.0.0.1:${sentinel.port}/mymaster`;
    const redis = await SharedRedis.connect(url, 'database1', new SystemClock());
    try {
      const heard: string[] = [];
      redis.subscribe('channel', (message) => heard.push(message));
      await eventually(async () => sentinel.subscriberCount === 2 || undefined);
      let announcements = 0;
      sentinel.beforeAnswer = async () => {
        if (++announcements > 2) return;
        sentinel.announce();
        await setTimeout(ANNOUNCED_MS);
      };
      const admin = new Redis(server.url);
      redis.client.stream.destroy();
      await admin.client('KILL', 'TYPE', 'pubsub');
      await eventually(() =>
        redis.ping().then(
          () => announcements >= 2 || undefined,
          () => undefined,
        ),
      );
      await eventually(async () => {
        await admin.publish('channel', 'hello');
        return heard.length > 0 || undefined;
      });
      admin.disconnect();
    } finally {
      redis.close();
      await sentinel.stop();
      await server.stop();
    }
  });
});
