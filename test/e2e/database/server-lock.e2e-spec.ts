import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { hash } from 'node:crypto';
import { ServerRegistry } from '@app/cluster';
import { ENGINE } from '../../support/test-database.js';
import { TestServer } from '../../support/test-server.js';

describe('the lock of the only server of a database', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start();
  });
  afterAll(() => server.stop());

  const another = () => new ServerRegistry(server.dataSource, undefined);

  it('prevents another server from starting', async () => {
    await expect(another().onModuleInit()).rejects.toThrow(
      'Another server process is running on this database',
    );
  });

  it('stays with its server while the server renews it', async () => {
    await server.get(ServerRegistry).check();
    await expect(another().onModuleInit()).rejects.toThrow('Another server process');
  });

  it('waits for a predecessor that is stopping', async () => {
    const predecessor = server.get(ServerRegistry);
    const successor = another();
    const started = successor.onModuleInit();
    await predecessor.onApplicationShutdown();
    await started;
    await successor.onApplicationShutdown();
    await predecessor.onModuleInit();
  });

  if (ENGINE === 'mysql') {
    it('is taken again after its connection was lost', async () => {
      const owner = async () => {
        const [{ name }] = await server.dataSource.query('SELECT DATABASE() AS name');
        const lock = `latchkey-${hash('md5', name)}`;
        const [{ id }] = await server.dataSource.query('SELECT IS_USED_LOCK(?) AS id', [lock]);
        return id === null ? undefined : Number(id);
      };
      const before = await owner();
      await server.dataSource.query(`KILL ${before}`);
      await server.get(ServerRegistry).check();
      expect(await owner()).toEqual(expect.any(Number));
      expect(await owner()).not.toBe(before);
    });
  }
});
