import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Card, CardJob } from '@app/database';
import { AdminClient } from '../../support/admin-client.js';
import { applyHere } from '../../support/apply-here.js';
import type { Job } from '../../support/card-jobs.js';
import { openTestDataSource } from '../../support/open-data-source.js';
import { eventually, ServerProcess } from '../../support/server-process.js';
import { createMigratedDatabase, type TestDatabase } from '../../support/test-database.js';

/** The column contains the code of the failure; the admin API adds the message. */
const STOPPED = JSON.stringify({ code: 'server_stopped', params: {} });

describe('a card job whose server', () => {
  let database: TestDatabase;
  let server: ServerProcess;
  let admin: AdminClient;
  beforeEach(async () => {
    database = await createMigratedDatabase();
    const card_types = [{ name: 'Day', duration: { unit: 'days', amount: 1 } }];
    await applyHere(database.environment, { card_types });
    await start();
  });
  afterEach(async () => {
    await server.kill();
    await database.drop();
  });

  const start = async () => {
    server = await ServerProcess.start(database.environment);
    admin = await AdminClient.owner(server);
  };
  /** Starts a job and waits until it is running. */
  const begin = async () => {
    const [type] = (await admin.list<{ id: number; applicationId: number }>('/card-types')).body;
    const { id: cardTypeId, applicationId } = type!;
    const { body } = await admin.post<Job>('/card-jobs/generate', {
      applicationId,
      cardTypeId,
      count: 100_000,
    });
    return eventually(async () => {
      const job = (await admin.get<Job>(`/card-jobs/${body.id}`)).body;
      return job.progress > 0 ? job : undefined;
    });
  };
  const look = async () => {
    const dataSource = await openTestDataSource(database.environment);
    const seen = {
      cards: await dataSource.manager.count(Card),
      jobs: await dataSource.manager.find(CardJob),
    };
    await dataSource.destroy();
    return seen;
  };

  it('is killed creates no card, and the next start reports the failure', async () => {
    const { id, status } = await begin();
    expect(status).toBe('running');
    await server.kill();
    expect(await look()).toMatchObject({ cards: 0, jobs: [{ id, status: 'running' }] });
    await start();
    expect(await look()).toMatchObject({ cards: 0, jobs: [{ id, status: 'failed', error: STOPPED }] });
  });

  it('is stopped ends immediately, and reports the failure', async () => {
    const { id, status } = await begin();
    expect(status).toBe('running');
    const started = performance.now();
    expect(await server.stop()).toMatchObject({ code: 0, signal: null, stderr: '' });
    expect(performance.now() - started).toBeLessThan(15_000);
    expect(await look()).toMatchObject({ cards: 0, jobs: [{ id, status: 'failed', error: STOPPED }] });
  });
});
