import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { startPrivateRedis } from '../../../tools/private-redis.js';
import { eventually, ServerProcess } from '../../support/server-process.js';
import { describeGroup, heartbeat, login, ServerGroup } from '../../support/server-group.js';

describeGroup('server processes that start on one database', () => {
  let group: ServerGroup;
  beforeEach(async () => {
    group = await ServerGroup.start(0);
  });
  afterEach(() => group.stop());

  const alone = () => group.database.environment;

  it('a process without Redis is refused next to processes with Redis', async () => {
    await group.add();
    const { code, stderr } = await ServerProcess.fail(alone());
    expect(code).toBe(1);
    expect(stderr).toContain('Other server processes are running on this database and share a Redis');
  });

  it('a process with Redis is refused next to a process without', async () => {
    group.servers.push(await ServerProcess.start(alone()));
    const { code, stderr } = await ServerProcess.fail(group.environment);
    expect(code).toBe(1);
    expect(stderr).toContain('Another server process is running on this database, and it keeps sessions');
  });

  it('a process with a different Redis is refused', async () => {
    await group.add();
    const another = (await startPrivateRedis())!;
    try {
      const { code, stderr } = await ServerProcess.fail({ ...group.environment, REDIS_URL: another.url });
      expect(code).toBe(1);
      expect(stderr).toContain('with a different Redis');
    } finally {
      await another.stop();
    }
  });

  it('a process can join after Redis was emptied', async () => {
    await group.add();
    await group.redis.restart();
    await group.add();
    const [first, second] = group.clients;
    const token = await eventually(async () => login(first!).catch(() => undefined));
    expect(await heartbeat(second!, token)).toMatchObject({ code: 0 });
  });

  it('the mode can change when all processes have died', async () => {
    await (await group.add()).kill();
    const server = await ServerProcess.start(alone());
    await server.kill();
    await group.add();
  });

  it('a Redis that evicts keys causes a warning', async () => {
    const redis = new Redis(group.redis.url);
    await redis.config('SET', 'maxmemory-policy', 'allkeys-lru');
    const unlimited = await group.add();
    await redis.config('SET', 'maxmemory', '100mb');
    redis.disconnect();
    await (await group.add()).logged('Redis evicts keys when it is full (maxmemory-policy allkeys-lru)');
    expect((await unlimited.stop()).stdout).not.toContain('evicts');
  });
});
