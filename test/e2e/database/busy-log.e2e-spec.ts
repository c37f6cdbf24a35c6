import { describe, expect, it } from '@jest/globals';
import { Card, rowLock } from '@app/database';
import { AdminClient } from '../../support/admin-client.js';
import { CardApplication } from '../../support/card-application.js';
import { captureOutput } from '../../support/captured-output.js';
import { openTransaction } from '../../support/counters.js';
import { TestServer } from '../../support/test-server.js';

const LOGINS = 10;
const WARN = 40;

describe('the log of a busy database', () => {
  it('has at most one warning for each API about many requests that waited too long for the same rows and got 503', async () => {
    const { log } = await captureOutput(async () => {
      const server = await TestServer.start({
        LOG_LEVEL: 'info',
        LOG_FORMAT: 'json',
        DATABASE_WAIT_SECONDS: '2',
      });
      try {
        const app = await CardApplication.create(server);
        const admin = await AdminClient.owner(server);
        const { id, rowVersion } = await app.row();
        const holder = openTransaction(server.dataSource, (manager) =>
          manager.findOneOrFail(Card, { where: { id }, ...rowLock(manager) }),
        );
        await holder.changed;
        const logins = Array.from({ length: LOGINS }, () => app.login());
        const edits = Array.from({ length: LOGINS }, () =>
          admin.patch(`/cards/${id}`, { note: 'edited', rowVersion }),
        );
        for (const answer of await Promise.all([...logins, ...edits])) {
          expect(answer.status).toBe(503);
          expect(answer.headers.get('retry-after')).toBe('1');
        }
        await holder.commit();
      } finally {
        await server.stop();
      }
    });
    const lines = log.split('\n').filter((line) => line.startsWith('{'));
    const told = lines.map((line) => JSON.parse(line) as { level: number; msg: string; context?: string });
    const alarming = told.filter(({ level, msg }) => level >= WARN && /database|lock/i.test(msg));
    for (const { level, msg } of alarming) {
      // On SQLite, the queue of all writes logs that the database is too slow.
      if (!msg.includes('too slow')) expect({ level, msg }).toEqual({ level: WARN, msg: BUSY });
    }
    // At most one line of each API.
    expect(alarming.length).toBeGreaterThanOrEqual(1);
    expect(alarming.length).toBeLessThanOrEqual(2);
    expect(log).not.toMatch(/lock wait timeout/i);
  });
});

const BUSY = 'The database is busy: requests timed out waiting for locked rows and must be retried';
