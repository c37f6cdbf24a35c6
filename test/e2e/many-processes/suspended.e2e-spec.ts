import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { EntitySubscriberInterface } from 'typeorm';
import { HeartbeatSaver } from '@app/licensing';
import { AdminClient } from '../../support/admin-client.js';
import { CardApplication } from '../../support/card-application.js';
import { REDIS_URL } from '../../support/private-redis.js';
import { describeGroup } from '../../support/server-group.js';
import { eventually } from '../../support/server-process.js';
import { SignedClient } from '../../support/signed-client.js';
import { TestServer } from '../../support/test-server.js';

type Moment = 'beforeTransactionCommit' | 'afterTransactionCommit';

/** One server stops at a commit, as if it had died there. Another server continues. */
describeGroup('a process that dies', () => {
  let stuck: TestServer;
  let other: TestServer;
  let app: CardApplication;
  let elsewhere: SignedClient;
  let admin: AdminClient;
  let goOn: (() => void) | undefined;

  beforeEach(async () => {
    stuck = await TestServer.start({ REDIS_URL: REDIS_URL! });
    app = await CardApplication.create(stuck, {
      cards: ['C1', 'C2'],
      settings: { heartbeat_timeout_sec: 600 },
    });
    other = await stuck.startAnother();
    elsewhere = new SignedClient(other.url, app.client.credentials, other.clock);
    admin = await AdminClient.owner(stuck);
  });
  afterEach(async () => {
    goOn?.();
    goOn = undefined;
    await other.stop();
    await stuck.stop();
  });

  /** Sends a request whose transaction stops at `moment`, and waits until it has stopped. */
  async function stopAt(moment: Moment, send: () => Promise<unknown>): Promise<void> {
    const there = Promise.withResolvers<void>();
    const end = Promise.withResolvers<void>();
    const subscriber: EntitySubscriberInterface = {
      [moment]: () => {
        there.resolve();
        return end.promise;
      },
    };
    stuck.dataSource.subscribers.push(subscriber);
    const sent = send();
    goOn = () => {
      stuck.dataSource.subscribers.splice(stuck.dataSource.subscribers.indexOf(subscriber), 1);
      end.resolve();
    };
    void sent.catch(() => undefined);
    await there.promise;
  }

  const heartbeat = (token: string, card = 'C1') => elsewhere.post('/card/heartbeat', { card, token });

  it('after the commit of a freeze leaves no stale copy', async () => {
    const token = await app.open();
    expect(await heartbeat(token)).toMatchObject({ code: 0 });
    const { id } = await app.row();
    await stopAt('afterTransactionCommit', () => admin.post(`/cards/${id}/freeze`));
    for (let i = 0; i < 3; i++) expect(await heartbeat(token)).toMatchObject({ code: 10214 });
  });

  it('after the commit of a recharge leaves no stale copy', async () => {
    const token = await app.open();
    const before = await heartbeat(token);
    await stopAt('afterTransactionCommit', () => app.recharge('C2'));
    const after = await heartbeat(token);
    expect(Number(after.result!.expires_ts)).toBe(Number(before.result!.expires_ts) + 30 * 86_400);
  });

  it('before the commit: the session continues from the database, and its heartbeats are kept', async () => {
    const token = await app.open();
    const { id } = await app.row();
    await stopAt('beforeTransactionCommit', () => admin.post(`/cards/${id}/freeze`));
    // Each pause is shorter than the timeout, but all four together are longer: the session lives only if the
    // heartbeats count.
    for (let i = 0; i < 4; i++) {
      other.clock.advance(300);
      expect(await heartbeat(token)).toMatchObject({ code: 0 });
    }
    goOn!();
    // The job skips the session until the freeze has been committed.
    await eventually(async () => {
      await other.get(HeartbeatSaver).save();
      const [session] = await app.sessions();
      return session!.lastSeenAt === other.clock.now() || undefined;
    });
  });
});
