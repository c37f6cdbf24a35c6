import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { ServiceUnavailableError } from '@app/platform';
import { FakeSentinel } from '../../../test/support/fake-sentinel.js';
import { connectRedis, describeOnRedis } from '../../../test/support/private-redis.js';
import { blockFor, untilAnswers } from '../../../test/support/redis-answers.js';
import { eventually } from '../../../test/support/server-process.js';
import { startPrivateRedis } from '../../../tools/private-redis.js';
import type { PrivateServer } from '../../../tools/private-server.js';
import type { SharedRedis } from './shared-redis.js';

/** The client cannot use this port, and gives up. */
const INVALID_PORT = 70_000;

describeOnRedis('SharedRedis', () => {
  let redis: SharedRedis;
  beforeEach(async () => {
    redis = await connectRedis('database1');
  });
  afterEach(() => redis.close());

  it('has a key prefix for the database, and one for the run of Redis', async () => {
    expect(redis.prefix).toBe('latchkey:database1:');
    expect(redis.runPrefix).toMatch(/^latchkey:database1:[0-9a-f]{8}:$/);
    const other = await connectRedis('database1');
    expect(other.runPrefix).toBe(redis.runPrefix);
    other.close();
  });

  it('is not considered lost by a process that was itself blocked', async () => {
    redis.client.options.commandTimeout = 120_000;
    const asked = redis.ask((client) => client.ping());
    blockFor(1500);
    expect(await asked).toBe('PONG');
  });

  it('reports a refused command as unavailable, and answers the next command', async () => {
    await expect(redis.ask((client) => client.call('NO-SUCH-COMMAND'))).rejects.toThrow(
      ServiceUnavailableError,
    );
    expect(await redis.ask((client) => client.ping())).toBe('PONG');
  });

  it('processes the items of one turn of the event loop in one command', async () => {
    const commands: (readonly string[])[] = [];
    const echo = redis.batch((items: readonly string[]) => {
      commands.push(items);
      return Promise.all(items.map((item) => redis.ask((client) => client.echo(item))));
    });
    expect(await Promise.all([echo('a'), echo('b')])).toEqual(['a', 'b']);
    expect(await echo('c')).toBe('c');
    expect(commands).toEqual([['a', 'b'], ['c']]);
  });

  it('is unavailable from the loss of its connection until there is a new connection', async () => {
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

describeOnRedis('SharedRedis with a Redis of its own', () => {
  let server: PrivateServer;
  let admin: Redis;
  beforeEach(async () => {
    server = (await startPrivateRedis())!;
    admin = new Redis(server.url);
  });
  afterEach(async () => {
    admin.disconnect();
    await server.stop();
  });

  const untilHeard = async (heard: string[]) => {
    heard.length = 0;
    await eventually(async () => {
      await admin.publish('channel', 'hello');
      return heard.length > 0 || undefined;
    });
  };

  it('subscribes again until Redis accepts it', async () => {
    const redis = await connectRedis('database1', server.url);
    const heard: string[] = [];
    const refused = async () => {
      const [, calls] =
        /^cmdstat_subscribe:.*rejected_calls=(\d+)/m.exec(await admin.info('commandstats')) ?? [];
      return Number(calls ?? 0);
    };
    const untilRefused = async () => {
      const before = await refused();
      await eventually(async () => (await refused()) >= before + 2 || undefined);
    };
    try {
      await admin.acl('SETUSER', 'default', '-subscribe');
      redis.subscribe('channel', (message) => heard.push(message));
      await untilRefused();
      await admin.acl('SETUSER', 'default', '+subscribe');
      await untilHeard(heard);
      await admin.acl('SETUSER', 'default', '-subscribe');
      await admin.client('KILL', 'TYPE', 'pubsub');
      // An unhandled error would end the process.
      await untilRefused();
      await admin.acl('SETUSER', 'default', '+subscribe');
      await untilHeard(heard);
    } finally {
      redis.close();
    }
  });

  it('connects again after a sentinel has reported an invalid address', async () => {
    const sentinel = await FakeSentinel.start(server.port);
    const url = `redis+sentinel://127.0.0.1:${sentinel.port}/mymaster`;
    const redis = await connectRedis('database1', url);
    try {
      const heard: string[] = [];
      redis.subscribe('channel', (message) => heard.push(message));
      await untilHeard(heard);
      let asked = 0;
      sentinel.beforeAnswer = async () => void asked++;
      sentinel.named = INVALID_PORT;
      await eventually(async () => asked > 5 || undefined);
      sentinel.named = server.port;
      await untilAnswers(redis, true);
      await untilHeard(heard);
    } finally {
      redis.close();
      await sentinel.stop();
    }
  });
});
