import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { Application, CardJob, CardType, Session } from '@app/database';
import { eventually } from '../../support/server-process.js';
import { describeGroup, heartbeat, login, ServerGroup } from '../../support/server-group.js';

/** Maximum milliseconds for jobs of 100,000 cards on a busy machine. */
const JOB_MS = 400_000;

describeGroup('work that only the leader does', () => {
  let group: ServerGroup;
  beforeEach(async () => {
    group = await ServerGroup.start(1);
  });
  afterEach(() => group.stop());

  /** Inserts a session without recent heartbeats that no server has cached. */
  async function deadSession(): Promise<number> {
    const { manager } = group.dataSource;
    const { id: applicationId } = await manager.findOneByOrFail(Application, {});
    const { identifiers } = await manager.insert(Session, {
      applicationId,
      holderKind: 'card',
      holderId: await group.cardId('C3'),
      deviceId: 'D',
      tokenHash: randomUUID(),
      ip: '127.0.0.1',
      createdAt: 1,
      lastSeenAt: 1,
      endedAt: null,
      endReason: null,
    });
    return Number(identifiers[0]!['id']);
  }
  const row = (id: number) => group.dataSource.manager.findOneByOrFail(Session, { id });
  const ended = (id: number) =>
    eventually(async () => ((await row(id)).endedAt === null ? undefined : true), 200);

  it('moves to another process when its own dies', async () => {
    await group.add();
    await ended(await deadSession());
    await group.servers[0]!.kill();
    await ended(await deadSession());
  });

  it('ends no session that another process keeps alive', async () => {
    await group.add();
    const [, there] = group.clients;
    const token = await login(there!);
    const { id, lastSeenAt: atLogin } = await group.dataSource.manager.findOneByOrFail(Session, {
      holderId: await group.cardId('C1'),
    });
    expect(await heartbeat(there!, token)).toMatchObject({ code: 0 });
    await eventually(async () => (await row(id)).lastSeenAt > atLogin || undefined);
    // Creates the state in which the other process has not saved its heartbeats yet.
    await group.dataSource.manager.update(Session, { id }, { lastSeenAt: 1 });
    await ended(await deadSession());
    expect(await row(id)).toMatchObject({ endedAt: null });
    expect((await row(id)).lastSeenAt).toBeGreaterThan(1);
    expect(await heartbeat(there!, token)).toMatchObject({ code: 0 });
  });

  it('ends a card job only when its process has died', async () => {
    const { manager } = group.dataSource;
    const [admin] = await group.owners();
    const { id: applicationId } = await manager.findOneByOrFail(Application, {});
    const { id: cardTypeId } = await manager.findOneByOrFail(CardType, {});
    const generate = async (count: number) =>
      (await admin!.post('/card-jobs/generate', { applicationId, cardTypeId, count })).body.id as number;
    const job = (id: number) => manager.findOneByOrFail(CardJob, { id });
    const becomes = (id: number, status: string) =>
      eventually(async () => ((await job(id)).status === status ? true : undefined), 100, JOB_MS);

    const first = await generate(100_000);
    const second = await generate(100_000);
    const third = await generate(100_000);
    const fourth = await generate(10);
    expect((await job(first)).status).toBe('running');
    await group.add();
    // The added server shows the current state of a job that runs at the first server, and cancels a job that waits
    // there.
    const [, there] = await group.owners();
    const seen = await eventually(async () => {
      const { body } = await there!.get<{ status: string; progress: number }>(`/card-jobs/${first}`);
      return body.progress > 0 ? body : undefined;
    });
    expect(['running', 'done']).toContain(seen.status);
    expect(await there!.post(`/card-jobs/${fourth}/cancel`)).toMatchObject({
      status: 200,
      body: { status: 'cancelled' },
    });
    await becomes(first, 'done');
    await becomes(second, 'running');
    await group.servers[0]!.kill();
    await becomes(second, 'failed');
    await becomes(third, 'failed');
    expect(await job(second)).toMatchObject({ error: expect.stringContaining('server_stopped') });
  }, 900_000);
});
