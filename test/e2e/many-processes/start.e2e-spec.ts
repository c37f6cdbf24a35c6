import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { revert } from '@app/database';
import { startPrivateRedis } from '../../../tools/private-redis.js';
import { eventually, latchkey, ServerProcess } from '../../support/server-process.js';
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

  const migrations = async () => {
    const rows: { name: string }[] = await group.dataSource.query('SELECT name FROM migrations');
    return rows.map(({ name }) => name);
  };

  it('a process that is refused does not migrate the database', async () => {
    const server = await group.add();
    const newest = await revert(group.dataSource);
    const { stderr } = await ServerProcess.fail(alone());
    expect(stderr).toContain('Other server processes are running on this database and share a Redis');
    await server.kill();
    group.servers.push(await ServerProcess.start(alone()));
    expect(await revert(group.dataSource)).toBe(newest);
    const refused = await ServerProcess.fail(group.environment);
    expect(refused.stderr).toContain('Another server process is running on this database');
    expect(await migrations()).not.toContain(newest);
  });

  it('a process with Redis, and a command, can migrate next to processes with Redis', async () => {
    await group.add();
    const newest = (await revert(group.dataSource))!;
    await group.add();
    expect(await migrations()).toContain(newest);
    await revert(group.dataSource);
    const finished = await latchkey(group.environment, ['migrate']);
    expect(finished).toMatchObject({ code: 0, stdout: `Migrated: ${newest}\n`, stderr: '' });
    await revert(group.dataSource);
    // The settings of a command need not contain REDIS_URL.
    expect(await latchkey(alone(), ['migrate'])).toMatchObject({ code: 0, stderr: '' });
    const [first, second] = group.clients;
    expect(await heartbeat(second!, await login(first!))).toMatchObject({ code: 0 });
  });

  it('processes with Redis can start at once on a database that has to be migrated', async () => {
    const newest = await revert(group.dataSource);
    await Promise.all([group.add(), group.add(), group.add()]);
    expect(await migrations()).toContain(newest);
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
