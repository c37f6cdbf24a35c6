import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { ServiceUnavailableError } from '@app/platform';
import { connectRedis, describeOnRedis } from '../../../test/support/private-redis.js';
import { eventually } from '../../../test/support/server-process.js';
import type { SharedRedis } from './shared-redis.js';

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

  it('is unavailable from the moment its connection is lost, until there is another', async () => {
    redis.client.stream.destroy();
    await expect(redis.ask((client) => client.ping())).rejects.toThrow(ServiceUnavailableError);
    await expect(redis.ping()).rejects.toThrow(ServiceUnavailableError);
    const isBack = () =>
      redis.ping().then(
        () => true,
        () => undefined,
      );
    await eventually(isBack);
  });
});
