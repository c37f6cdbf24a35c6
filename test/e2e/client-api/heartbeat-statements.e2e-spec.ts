import { beforeAll, describe, expect, it } from '@jest/globals';
import { ScheduledJobs } from '@app/cluster';
import { HeartbeatSaver, type SessionCache } from '@app/licensing';
import { AdminClient } from '../../support/admin-client.js';
import { CardApplication } from '../../support/card-application.js';
import { statementsDuring } from '../../support/recorded-statements.js';
import { TestServer } from '../../support/test-server.js';

const HEARTBEATS = 100;

describe('database statements', () => {
  const server = TestServer.forSuite();
  beforeAll(async () => {
    // A webhook for all events must not add statements, since a heartbeat creates no event.
    const webhook = { name: 'All', url: 'https://hooks.invalid/', types: ['*'] };
    await (await AdminClient.owner(server)).create('/webhooks', webhook);
    // Statements of scheduled jobs must not be counted.
    server.stopScheduledJobs();
  });
  const during = async (work: () => Promise<unknown>) =>
    (await statementsDuring(server.dataSource, work)).map(({ sql }) => sql);

  it('are not sent for heartbeats, and few of them save the times of many heartbeats', async () => {
    const app = await CardApplication.create(server);
    let token = '';
    expect(await during(async () => (token = await app.open()))).not.toEqual([]);
    await app.heartbeat(token);

    const beat = async () => {
      for (let i = 0; i < HEARTBEATS; i++) {
        server.clock.advance(1);
        expect(await app.heartbeat(token)).toMatchObject({ code: 0 });
      }
    };
    expect(await during(beat)).toEqual([]);

    const saves = await during(() => server.get(HeartbeatSaver).save());
    expect(saves.filter((sql) => sql.startsWith('UPDATE'))).toHaveLength(1);
    expect(saves.length).toBeLessThan(5);
  });

  it('save many times in several transactions, so that no session stays locked for long', async () => {
    const times = new Map(Array.from({ length: 12_000 }, (_, i) => [1_000_000 + i, 1]));
    const saveHeartbeats: SessionCache['saveHeartbeats'] = async (save) => void (await save(times));
    const cache = { saveHeartbeats } as SessionCache;
    const saver = new HeartbeatSaver(server.dataSource, cache, server.get(ScheduledJobs));
    const statements = await during(() => saver.save());
    const starts = statements.filter((sql) => /^(?:START TRANSACTION|BEGIN|SAVEPOINT)/.test(sql));
    expect(starts).toHaveLength(3);
  });
});
