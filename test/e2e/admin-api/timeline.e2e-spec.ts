import { beforeEach, describe, expect, it } from '@jest/globals';
import { UsageWriter } from '@app/usage';
import { AdminClient, OWNER } from '../../support/admin-client.js';
import { hire, otherAdmin } from '../../support/admin-fixtures.js';
import { CardJobs } from '../../support/card-jobs.js';
import { TestServer } from '../../support/test-server.js';
import { UserApplication } from '../../support/user-application.js';

interface Entry extends Record<string, unknown> {
  id: string;
  at: number;
  kind: string;
  actorKind: string;
  actorName: string | null;
}
interface Timeline {
  entries: Entry[];
  next: string | null;
}

const MINUTE_SEC = 60;

describe('the timeline of a card or user', () => {
  const server = TestServer.forSuite();
  let admin: AdminClient;
  beforeEach(async () => {
    admin = await AdminClient.owner(server);
  });

  const read = async (path: string, query: Record<string, string> = {}, as = admin) =>
    as.get<Timeline>(`${path}/timeline?${new URLSearchParams(query).toString()}`);
  const kinds = ({ entries }: Timeline) => entries.map(({ kind }) => kind);
  /** Lets time pass, so that the following events are later. */
  const later = () => server.clock.advance(MINUTE_SEC);

  it('shows what happened to a card, latest first, and who did it', async () => {
    const jobs = await CardJobs.create(server, admin, {
      type: { max_devices: 1, uses: 5 },
      cards: ['C1', 'C2'],
    });
    const { app, applicationId } = jobs;
    const { id } = await app.row();
    later();
    const token = await app.open('D1');
    later();
    expect(await app.login('D2')).toMatchObject({ code: 10217 });
    await server.get(UsageWriter).run();
    later();
    expect(
      await app.client.post('/card/consume', { card: 'C1', token, amount: '2', request_id: 'r1' }),
    ).toMatchObject({ code: 0 });
    later();
    expect(await app.recharge('C2')).toMatchObject({ code: 0 });
    later();
    await admin.post(`/cards/${id}/freeze`, { reason: 'charged back' });
    later();
    await jobs.ended(jobs.change('unfreeze', { ids: [id] }));

    const { body } = await read(`/cards/${id}`);
    expect(body.next).toBeNull();
    expect(body.entries).toMatchObject([
      { kind: 'job', actorKind: 'admin', actorName: OWNER.email, job: { kind: 'unfreeze', changed: 1 } },
      {
        kind: 'change',
        actorKind: 'admin',
        actorName: OWNER.email,
        change: { action: 'freeze', after: expect.stringContaining('charged back') },
      },
      { kind: 'recharge', actorKind: 'client', consumed: { card: 'C2' } },
      { kind: 'consumption', actorKind: 'client', consumption: { amount: 2, usesLeft: 3 } },
      {
        kind: 'refusal',
        actorKind: 'client',
        refusal: { code: 10217, deviceId: 'D2', endpoint: 'card/login' },
      },
      { kind: 'activated', at: body.entries[6]!.at },
      { kind: 'login', session: { deviceId: 'D1', endReason: 'frozen', alive: false } },
      { kind: 'bound', deviceId: 'D1' },
      { kind: 'created', actorKind: 'server', actorName: null },
    ]);
    const consumed = (await read(`/cards/${(await app.row('C2')).id}`)).body;
    expect(consumed.entries[0]).toMatchObject({ kind: 'consumed', consumedBy: { kind: 'card', name: 'C1' } });
    const named = (await admin.list('/audit-log', { filter: { applicationId, action: 'unfreeze' } })).body;
    expect(named).toHaveLength(1);
    expect(JSON.parse(String(named[0]!['after']))).toMatchObject({ names: ['C1'], changed: 1 });
  });

  it('shows orders with the shop, and unbound and kicked devices with the administrator', async () => {
    const jobs = await CardJobs.create(server, admin, { type: { max_devices: 2, max_sessions: 2 } });
    const { applicationId, cardTypeId, app } = jobs;
    const order = { applicationId, cardTypeId, requestKey: 'a', quantity: 1 };
    const issued = await admin.create<{ id: number; cards: { card: string }[] }>('/orders', order);
    const { card } = issued.cards[0]!;
    const { id } = await app.row(card);
    later();
    await app.open('D1', card);
    later();
    await app.open('D2', card);
    const filter = { applicationId, holderKind: 'card', holderId: id };
    const [device] = (await admin.list<{ id: number }>('/devices', { filter: { ...filter, deviceId: 'D1' } }))
      .body;
    later();
    expect(await admin.delete(`/devices/${device!.id}`)).toMatchObject({
      status: 200,
      body: { deviceId: 'D1' },
    });
    expect(await admin.delete(`/devices/${device!.id}`)).toMatchObject({ status: 404 });
    const open = (await admin.list<{ id: number; endedAt: number | null }>('/sessions', { filter })).body;
    await admin.delete(`/sessions/${open.find(({ endedAt }) => endedAt === null)!.id}`);
    later();
    const refunder = await hire(server, admin, 'owner');
    expect(await refunder.client.post(`/orders/${issued.id}/refund`, { mode: 'all' })).toMatchObject({
      status: 200,
    });

    const { body } = await read(`/cards/${id}`);
    const by = (kind: string) => body.entries.filter((entry) => entry.kind === kind);
    expect(by('change')).toContainEqual(
      expect.objectContaining({
        actorName: OWNER.email,
        change: expect.objectContaining({ action: 'unbind', before: '{"devices":["D1"]}' }),
      }),
    );
    expect(by('login')).toMatchObject([
      { session: { deviceId: 'D2', endReason: 'kicked' }, kickedBy: OWNER.email },
      { session: { deviceId: 'D1', endReason: 'unbound' } },
    ]);
    expect(by('login')[1]).not.toHaveProperty('kickedBy');
    expect(by('bound')).toMatchObject([{ deviceId: 'D2' }]);
    expect(by('order')).toMatchObject([
      { actorKind: 'admin', actorName: OWNER.email, order: { id: issued.id, externalNo: null } },
    ]);
    expect(by('refund')).toMatchObject([{ actorKind: 'admin', actorName: refunder.email }]);
  });

  it('shows that a job gave a card the terms of its type', async () => {
    const jobs = await CardJobs.create(server, admin, { cards: ['C1'] });
    await admin.patch(`/card-types/${jobs.cardTypeId}`, { maxDevices: 7, rowVersion: 1 });
    later();
    await jobs.ended(jobs.change('apply_type', { filter: {} }));
    const { body } = await read(`/cards/${(await jobs.app.row()).id}`);
    expect(body.entries[0]).toMatchObject({ kind: 'job', job: { kind: 'apply_type', changed: 1 } });
  });

  it('shows each entry once, however it is paged', async () => {
    const jobs = await CardJobs.create(server, admin, {
      cards: ['C1'],
      type: { uses: 100, max_sessions: 0, max_devices: 0 },
    });
    const { app } = jobs;
    const token = await app.open('D1');
    for (let round = 0; round < 3; round++) {
      // All have the same time, so the pages must distinguish them by another property.
      const consume = (n: number) => ({ card: 'C1', token, amount: '1', request_id: `r${round}-${n}` });
      await Promise.all([0, 1, 2, 3, 4].map((n) => app.client.post('/card/consume', consume(n))));
      await Promise.all([0, 1, 2].map((n) => app.login(`E${round}-${n}`)));
      later();
    }
    const path = `/cards/${(await app.row()).id}`;
    const whole = (await read(path, { limit: '100' })).body;
    expect(whole.next).toBeNull();
    expect(kinds(whole).filter((kind) => kind === 'consumption')).toHaveLength(15);
    expect(new Set(whole.entries.map(({ id }) => id)).size).toBe(whole.entries.length);
    expect(whole.entries.map(({ at }) => at)).toEqual(
      whole.entries.map(({ at }) => at).toSorted((a, b) => b - a),
    );
    for (const limit of ['1', '4']) {
      const seen: Entry[] = [];
      let before: string | null = null;
      do {
        const page: Timeline = (await read(path, { limit, ...(before !== null && { before }) })).body;
        seen.push(...page.entries);
        before = page.next;
      } while (before !== null);
      expect(seen).toEqual(whole.entries);
    }
  });

  it('does not take a user for a card of the same name', async () => {
    const app = await UserApplication.withAlice(server, { cards: ['C1', 'alice'] });
    await app.open();
    await app.login('D1', 'alice', 'wrong password');
    await app.ofCards.client.post('/card/login', { card: 'alice', device_id: 'D9' });
    await server.get(UsageWriter).run();
    const { id } = await app.row();
    later();
    await admin.post(`/users/${id}/kick`);
    const timeline = (await read(`/users/${id}`)).body;
    expect(kinds(timeline)).toEqual(
      expect.arrayContaining(['change', 'refusal', 'recharge', 'login', 'created']),
    );
    expect(timeline.entries.find(({ kind }) => kind === 'created')).toMatchObject({ actorKind: 'client' });
    for (const { refusal } of timeline.entries.filter(({ kind }) => kind === 'refusal'))
      expect(refusal).toMatchObject({ endpoint: 'user/login' });
  });

  it('refuses strangers and wrong cursors', async () => {
    const { app } = await CardJobs.create(server, admin, { cards: ['C1'] });
    const path = `/cards/${(await app.row()).id}`;
    expect(await read(path, {}, await otherAdmin(admin, 'manager'))).toMatchObject({ status: 404 });
    expect(
      await read(path, {}, await otherAdmin(admin, 'viewer', [(await app.row()).applicationId])),
    ).toMatchObject({
      status: 200,
    });
    for (const query of [{ before: '1' }, { before: '1.2.x' }, { limit: '0' }, { limit: '101' }] as Record<
      string,
      string
    >[])
      expect(await read(path, query)).toMatchObject({ status: 400, body: { code: 'invalid_query' } });
  });
});
