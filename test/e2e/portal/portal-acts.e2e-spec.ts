import { describe, expect, it } from '@jest/globals';
import { ActivityCount, Application, AuditRecord, Refusal, SoftwareVersion } from '@app/database';
import { ApplicationDirectory } from '@app/applications';
import { deviceClaim, requestCode, SessionExpiryJob } from '@app/licensing';
import { DAY_MS, HOUR_MS } from '@app/platform';
import { UsageWriter } from '@app/usage';
import { addBlock } from '../../support/blocks.js';
import type { CardApplication } from '../../support/card-application.js';
import { createWithPage, OPEN_PAGE, type PortalAnswer, PortalClient } from '../../support/portal-client.js';
import { snapshotTables } from '../../support/table-snapshot.js';
import { TestServer } from '../../support/test-server.js';
import { PASSWORD, UserApplication } from '../../support/user-application.js';

/** Counts answers by status. */
function statuses(answers: readonly PortalAnswer[]): Record<number, number> {
  return Object.fromEntries(
    [...Map.groupBy(answers, ({ status }) => status)].map(([status, all]) => [status, all.length]),
  );
}

describe("The customer's page", () => {
  const server = TestServer.forSuite({ TRUST_PROXY: 'loopback' });

  /** Expects a refusal that changes no card, device, session or ticket. */
  async function expectRefused(
    app: CardApplication,
    send: () => Promise<PortalAnswer>,
    status: number,
    code: string,
  ) {
    const tables = ['cards', 'users', 'devices', 'sessions', 'tickets', 'audit_log'];
    const kept = async () => {
      const all = (await snapshotTables(app.server.dataSource)) as unknown as Record<string, unknown>;
      return tables.map((table) => all[table]);
    };
    // Sessions that have timed out are ended in the background.
    await server.get(SessionExpiryJob).run();
    const before = await kept();
    expect(await send()).toMatchObject({ status, body: { code } });
    expect(await kept()).toEqual(before);
  }

  async function history(app: CardApplication, card = 'C1'): Promise<AuditRecord[]> {
    const { id } = await app.row(card);
    const where = { resource: 'cards', recordId: String(id), actorKind: 'customer' as const };
    const records = await server.dataSource.getRepository(AuditRecord).find({ where, order: { id: 'ASC' } });
    return records.filter(({ action }) => action !== 'sign_in');
  }

  it('shows the account: times, uses, devices with masked ids, sessions, notice, latest version', async () => {
    const app = await createWithPage(server, {
      settings: {
        notice: 'Maintenance on Sunday',
        unbind_policy: 'deduct_hours',
        unbind_hours: 5,
        unbind_cooldown_hours: 24,
      },
      type: { uses: 100, max_devices: 3, max_sessions: 2, unbind_limit: 4, offline_hours: 48 },
      cards: ['CARD-0123-4567-89AB'],
    });
    const { applicationId } = await app.row('CARD-0123-4567-89AB');
    await server.dataSource.manager.insert(SoftwareVersion, {
      applicationId,
      channel: 'stable',
      version: '2.1.0',
      url: 'https://example.com/app.zip',
      notice: 'Faster',
      released: true,
      createdAt: 1,
      updatedAt: 1,
    });
    const started = server.clock.now();
    await app.open('workstation-of-alice', 'CARD-0123-4567-89AB');
    server.clock.advance(60);
    const token = await app.open('PC2', 'CARD-0123-4567-89AB');
    server.clock.advance(60);
    await app.heartbeat(token, 'CARD-0123-4567-89AB');
    const account = await (await PortalClient.signedIn(app, 'CARD-0123-4567-89AB')).account();
    const expiresAt = started + 30 * DAY_MS;
    const unbind = { refusal: null, until: null, expiresAt: expiresAt - 5 * HOUR_MS, resets: false };
    expect(account).toEqual({
      sessionId: expect.any(String),
      kind: 'card',
      name: 'CARD…89AB',
      cardType: 'Type',
      state: 'active',
      activatedAt: started,
      expiresAt,
      uses: { left: 100, total: 100, resetsAt: null },
      unbinds: { policy: 'deduct_hours', hours: 5, left: 4, cooldownHours: 24, cooldownUntil: null },
      hasUnbindPassword: false,
      maxDevices: 3,
      devices: [
        {
          id: expect.any(Number),
          name: '…',
          online: true,
          firstSeenAt: started + 60_000,
          lastSeenAt: started + 120_000,
          ticketUntil: null,
          unbind,
        },
        {
          id: expect.any(Number),
          name: 'work…lice',
          online: true,
          firstSeenAt: started,
          lastSeenAt: started,
          ticketUntil: null,
          unbind,
        },
      ],
      maxSessions: 2,
      sessions: [
        { id: expect.any(Number), device: '…', startedAt: started + 60_000, lastSeenAt: started + 120_000 },
        { id: expect.any(Number), device: 'work…lice', startedAt: started, lastSeenAt: started },
      ],
      offlineHours: 48,
      notice: 'Maintenance on Sunday',
      latestVersion: { version: '2.1.0', url: 'https://example.com/app.zip', notice: 'Faster' },
      now: server.clock.now(),
      signedInUntil: server.clock.now() + 900_000,
    });
  });

  it('shows as online only devices with an open session, even if their names look the same', async () => {
    const app = await createWithPage(server, { type: { max_devices: 2, max_sessions: 2 } });
    await app.logout(await app.open('PC-001'));
    await app.open('PC-011');
    const { devices } = await (await PortalClient.signedIn(app)).account();
    expect(devices).toMatchObject([
      { name: 'P…1', online: true },
      { name: 'P…1', online: false },
    ]);
  });

  describe('unbinding', () => {
    it('frees one device, ends its sessions and uses one unbind', async () => {
      const app = await createWithPage(server, {
        type: { max_devices: 2, max_sessions: 0, unbind_limit: 2 },
      });
      const [first, second] = [await app.open('D1'), await app.open('D2')];
      const client = await PortalClient.signedIn(app);
      expect((await client.unbind(1)).status).toBe(200);
      expect(await app.devices()).toEqual(['D2']);
      expect(await app.lives(first)).toBe(false);
      expect(await app.lives(second)).toBe(true);
      expect(await app.row()).toMatchObject({ unbindsUsed: 1, unboundAt: server.clock.now() });
      expect((await client.account()).unbinds.left).toBe(1);
      const [record] = await history(app);
      expect(record).toMatchObject({
        actorName: 'customer',
        action: 'unbind',
        recordName: 'C1',
        ip: client.from,
      });
      expect(JSON.parse(record!.before!)).toMatchObject({ devices: ['D1'] });
      expect(JSON.parse(record!.after!)).toMatchObject({ unbindsUsed: 1 });
    });

    it.each([
      ['unbind_only', 0, { hours: 30 * 24, resets: false }],
      ['deduct_hours', 10, { hours: 30 * 24 - 10, resets: false }],
      ['add_hours', 10, { hours: 30 * 24 + 10, resets: false }],
      ['reset_to_unused', 0, { hours: null, resets: true }],
    ] as const)(
      'has the effect that the account announced under %s',
      async (unbind_policy, unbind_hours, { hours, resets }) => {
        const app = await createWithPage(server, {
          settings: { unbind_policy, unbind_hours },
          type: { max_devices: 2, unbind_limit: 3 },
        });
        await app.open();
        const expiresAt = hours === null ? null : server.clock.now() + hours * HOUR_MS;
        const client = await PortalClient.signedIn(app);
        const { devices } = await client.account();
        expect(devices[0]!.unbind).toEqual({ refusal: null, until: null, expiresAt, resets });
        expect((await client.unbind()).status).toBe(200);
        expect(await app.row()).toMatchObject({ expiresAt, status: resets ? 'unused' : 'activated' });
        expect(await app.devices()).toEqual([]);
      },
    );

    it.each<[string, Record<string, unknown>, Record<string, unknown>, string]>([
      ['the policy forbids it', { unbind_policy: 'disabled' }, {}, 'unbind_disabled'],
      ['no unbinds are left', {}, { unbind_limit: 0 }, 'unbinds_exhausted'],
      [
        'too little time is left',
        { unbind_policy: 'deduct_hours', unbind_hours: 10_000 },
        {},
        'time_insufficient',
      ],
    ])('is refused when %s, as the preview says', async (_, settings, type, code) => {
      const app = await createWithPage(server, { settings, type });
      await app.open();
      const client = await PortalClient.signedIn(app);
      expect((await client.account()).devices[0]!.unbind.refusal).toBe(code);
      await expectRefused(app, () => client.unbind(), 409, code);
    });

    it('is refused when the card is frozen, or expired under a policy that moves the expiry', async () => {
      const app = await createWithPage(server, {
        settings: { unbind_policy: 'deduct_hours', unbind_hours: 1 },
      });
      await app.open();
      server.clock.advance(30 * 24 * 3600);
      const client = await PortalClient.signedIn(app);
      expect((await client.account()).devices[0]!.unbind.refusal).toBe('card_expired');
      await expectRefused(app, () => client.unbind(), 409, 'card_expired');
      await app.change({ frozen: true });
      expect((await client.account()).devices[0]!.unbind.refusal).toBe('card_frozen');
      await expectRefused(app, () => client.unbind(), 409, 'card_frozen');
    });

    it('waits for the cooldown after an unbind here or in the client (10259)', async () => {
      const app = await createWithPage(server, {
        settings: { unbind_cooldown_hours: 1 },
        type: { max_devices: 5, max_sessions: 0 },
      });
      for (const device of ['D1', 'D2', 'D3']) await app.open(device);
      const client = await PortalClient.signedIn(app);
      expect((await client.unbind()).status).toBe(200);
      const until = server.clock.now() + HOUR_MS;
      expect((await client.account()).unbinds.cooldownUntil).toBe(until);
      expect((await client.account()).devices[0]!.unbind).toMatchObject({
        refusal: 'unbind_cooldown',
        until,
      });
      await expectRefused(app, () => client.unbind(), 409, 'unbind_cooldown');
      expect((await client.unbind()).body).toMatchObject({ params: { code: 10259, until } });
      // The client API does not refuse this request.
      expect(await app.unbind(await app.open('D1'), 'D1')).toMatchObject({ code: 0 });
      server.clock.advance(3599);
      const again = await PortalClient.signedIn(app);
      expect(await again.unbind()).toMatchObject({ status: 409 });
      server.clock.advance(1);
      expect((await again.unbind()).status).toBe(200);
    });

    it('asks for the unbind password of a card that has one', async () => {
      const app = await createWithPage(server);
      await app.setPassword(await app.open(), 'secret1');
      const client = await PortalClient.signedIn(app);
      expect((await client.account()).hasUnbindPassword).toBe(true);
      await expectRefused(app, () => client.unbind(), 409, 'unbind_password_wrong');
      expect(await client.unbind(0, { unbindPassword: 'secret2' })).toMatchObject({
        status: 409,
        body: { code: 'unbind_password_wrong' },
      });
      expect(await app.row()).toMatchObject({ unbindFailures: 1 });
      expect((await client.unbind(0, { unbindPassword: 'secret1' })).status).toBe(200);
    });

    it('finds neither a device of another card nor one that does not exist', async () => {
      const app = await createWithPage(server, { cards: ['C1', 'C2'] });
      await app.open('D1', 'C2');
      const { id } = (await (await PortalClient.signedIn(app, 'C2')).account()).devices[0]!;
      const client = await PortalClient.signedIn(app);
      for (const device of [id, 999_999_999])
        await expectRefused(app, () => client.post('unbind', { device }), 404, 'device_not_bound');
      expect(await app.devices('C2')).toEqual(['D1']);
    });

    it.each([[0], ['1'], [1.5], [-1], [null], [{}]])('refuses the device %p', async (device) => {
      const client = await PortalClient.signedIn(await createWithPage(server));
      expect((await client.post('unbind', { device })).status).toBe(422);
    });

    it('succeeds only once if it is requested many times concurrently with one unbind left', async () => {
      const app = await createWithPage(server, {
        type: { max_devices: 10, max_sessions: 0, unbind_limit: 1 },
      });
      for (let i = 0; i < 10; i++) await app.open(`D${i}`);
      const client = await PortalClient.signedIn(app);
      const { devices } = await client.account();
      const answers = await Promise.all(devices.map(({ id }) => client.post('unbind', { device: id })));
      expect(statuses(answers)).toEqual({ 200: 1, 409: 9 });
      expect(await app.devices()).toHaveLength(9);
      expect(await app.row()).toMatchObject({ unbindsUsed: 1 });
      expect(await history(app)).toHaveLength(1);
    });

    it('succeeds only once if it is requested many times concurrently within the cooldown', async () => {
      const app = await createWithPage(server, {
        settings: { unbind_cooldown_hours: 24 },
        type: { max_devices: 10, max_sessions: 0 },
      });
      for (let i = 0; i < 10; i++) await app.open(`D${i}`);
      const client = await PortalClient.signedIn(app);
      const { devices } = await client.account();
      const answers = await Promise.all(devices.map(({ id }) => client.post('unbind', { device: id })));
      expect(statuses(answers)).toEqual({ 200: 1, 409: 9 });
    });

    it('of a user follows the same rules', async () => {
      const app = await UserApplication.withAlice(server, { settings: OPEN_PAGE });
      const client = await PortalClient.of(app.ofCards);
      await client.signInUser('alice', PASSWORD);
      const token = await app.open();
      expect((await client.unbind()).status).toBe(200);
      expect(await app.lives(token)).toBe(false);
      const record = await server.dataSource
        .getRepository(AuditRecord)
        .findOneByOrFail({ resource: 'users', action: 'unbind', actorKind: 'customer', recordName: 'alice' });
      expect(JSON.parse(record.before!)).toMatchObject({ devices: ['D1'] });
      expect(await client.post('unbind-password', { password: 'secret1' })).toMatchObject({
        status: 409,
        body: { code: 'no_unbind_password' },
      });
    });

    it('of a blocked device is refused', async () => {
      const app = await createWithPage(server);
      await app.open('STOLEN');
      const { applicationId } = await app.row();
      await addBlock(server, { kind: 'device', pattern: 'STOLEN', applicationId });
      const client = await PortalClient.signedIn(app);
      await expectRefused(app, () => client.unbind(), 409, 'blocked');
      const code = requestCode(app.client.credentials.app_key, 'STOLEN');
      await expectRefused(app, () => client.post('ticket', { requestCode: code }), 409, 'blocked');
    });
  });

  describe('recharging', () => {
    it('adds the time of another card, which is consumed', async () => {
      const app = await createWithPage(server, { cards: ['C1', 'C2'] });
      await app.open();
      const client = await PortalClient.signedIn(app);
      expect((await client.post('recharge', { card: 'C2' })).status).toBe(200);
      expect((await client.account()).expiresAt).toBe(server.clock.now() + 60 * DAY_MS);
      expect(await app.row('C2')).toMatchObject({ status: 'consumed' });
      const [record] = await history(app);
      expect(record).toMatchObject({ action: 'recharge' });
      expect(JSON.parse(record!.after!)).toEqual({ expiresAt: server.clock.now() + 60 * DAY_MS, card: 'C2' });
    });

    it.each([
      ['an unknown card', 'NONE', 'recharge_card_unknown'],
      ['itself', 'C1', 'recharge_card_used'],
      ['a used card', 'C3', 'recharge_card_used'],
      ['a card of other terms', 'C4', 'multi_open_differs'],
    ])('refuses %s', async (_, card, code) => {
      const app = await createWithPage(server, {
        types: { Other: { max_sessions: 5 } },
        cards: ['C1', 'C3', { card: 'C4', card_type: 'Other' }],
      });
      await app.open();
      await app.open('D1', 'C3');
      const client = await PortalClient.signedIn(app);
      await expectRefused(app, () => client.post('recharge', { card }), 409, code);
    });

    it('refuses an unused card as the target', async () => {
      const app = await createWithPage(server, { cards: ['C1', 'C2'] });
      const client = await PortalClient.signedIn(app);
      await expectRefused(app, () => client.post('recharge', { card: 'C2' }), 409, 'not_activated');
    });

    it('consumes a card once, for one of two cards that are recharged with it concurrently', async () => {
      const app = await createWithPage(server, { cards: ['C1', 'C2', 'NEW'] });
      await app.open('D1', 'C1');
      await app.open('D2', 'C2');
      const clients = [await PortalClient.signedIn(app), await PortalClient.signedIn(app, 'C2')];
      const answers = await Promise.all(
        [...clients, ...clients].map((client) => client.post('recharge', { card: 'NEW' })),
      );
      expect(statuses(answers)).toEqual({ 200: 1, 409: 3 });
      const ends = [(await app.row('C1')).expiresAt, (await app.row('C2')).expiresAt];
      const now = server.clock.now();
      expect(ends.toSorted((a, b) => a! - b!)).toEqual([now + 30 * DAY_MS, now + 60 * DAY_MS]);
    });
  });

  describe('the unbind password', () => {
    it('is set, and changed with the present password', async () => {
      const app = await createWithPage(server);
      await app.open();
      const client = await PortalClient.signedIn(app);
      expect((await client.post('unbind-password', { password: 'secret1' })).status).toBe(200);
      for (const current of ['', undefined, 'secret9'])
        expect(await client.post('unbind-password', { password: 'secret2', current })).toMatchObject({
          status: current === '' ? 422 : 409,
        });
      expect((await client.post('unbind-password', { password: 'secret2', current: 'secret1' })).status).toBe(
        200,
      );
      expect(await app.unbindByPassword('secret1')).toMatchObject({ code: 10254 });
      expect(await app.unbindByPassword('secret2')).toMatchObject({ code: 0 });
      expect((await history(app)).map(({ action, before, after }) => ({ action, before, after }))).toEqual(
        Array.from({ length: 2 }, () => ({ action: 'set_unbind_password', before: null, after: null })),
      );
    });

    it('is set once by concurrent requests for a card without one', async () => {
      const app = await createWithPage(server);
      const client = await PortalClient.signedIn(app);
      const wanted = ['secret1', 'secret2', 'secret3'];
      const answers = await Promise.all(
        wanted.map((password) => client.post('unbind-password', { password })),
      );
      expect(statuses(answers)).toEqual({ 200: 1, 409: 2 });
      expect(await app.row()).toMatchObject({ unbindFailures: 0 });
    });

    it.each(['short', 'longer-than-ten'])('cannot be %p', async (password) => {
      const client = await PortalClient.signedIn(await createWithPage(server));
      expect((await client.post('unbind-password', { password })).status).toBe(422);
    });
  });

  describe('sessions', () => {
    it('are ended one by one, or all', async () => {
      const app = await createWithPage(server, { type: { max_sessions: 0, max_devices: 3 } });
      const tokens = [await app.open('D1'), await app.open('D2'), await app.open('D3')];
      const client = await PortalClient.signedIn(app);
      const { sessions } = await client.account();
      expect((await client.post('end-sessions', { session: sessions[2]!.id })).body).toEqual({ ended: 1 });
      expect(await Promise.all(tokens.map((token) => app.lives(token)))).toEqual([false, true, true]);
      expect(await client.post('end-sessions', { session: sessions[2]!.id })).toMatchObject({ status: 404 });
      expect((await client.post('end-sessions')).body).toEqual({ ended: 2 });
      expect((await client.account()).sessions).toEqual([]);
      expect(await app.devices()).toHaveLength(3);
      expect(await history(app)).toMatchObject([{ action: 'end_sessions' }, { action: 'end_sessions' }]);
    });

    it('of another card are not found, and not ended', async () => {
      const app = await createWithPage(server, { cards: ['C1', 'C2'] });
      const token = await app.open('D1', 'C2');
      const { id } = (await (await PortalClient.signedIn(app, 'C2')).account()).sessions[0]!;
      const client = await PortalClient.signedIn(app);
      expect(await client.post('end-sessions', { session: id })).toMatchObject({
        status: 404,
        body: { code: 'no_such_session' },
      });
      expect((await client.post('end-sessions')).body).toEqual({ ended: 0 });
      expect(await app.lives(token, 'C2')).toBe(true);
    });
  });

  it.each([
    ['nothing', ''],
    ['__proto__', '{"__proto__":1}'],
    ['constructor', '{"constructor":1}'],
    ['hasOwnProperty', '{"hasOwnProperty":1}'],
    ['an unknown member', '{"sesion":1}'],
  ])('does not end all sessions for a body of %s', async (_, body) => {
    const app = await createWithPage(server);
    await app.open();
    const client = await PortalClient.signedIn(app);
    const send = () => client.request('POST', 'end-sessions', body, { 'content-type': 'application/json' });
    await expectRefused(app, send, 422, 'invalid_request');
  });

  it.each([
    ['unbind', { device: 1, unbindPassword: null }],
    ['unbind-password', { password: 'secret2', current: null }],
    ['end-sessions', { session: null }],
  ])('refuses null in %s', async (act, body) => {
    const app = await createWithPage(server);
    const token = await app.open();
    expect(await app.setPassword(token, 'secret1')).toMatchObject({ code: 0 });
    const client = await PortalClient.signedIn(app);
    const device = (await client.account()).devices[0]!.id;
    const sent = 'device' in body ? { ...body, device } : body;
    await expectRefused(app, () => client.post(act, sent), 422, 'invalid_request');
  });

  describe('an offline ticket', () => {
    const codeOf = (app: CardApplication, device: string) =>
      requestCode(app.client.credentials.app_key, device);
    const ask = (client: PortalClient, requestCode: string) => client.post('ticket', { requestCode });
    const claimsOf = (ticket: unknown) =>
      JSON.parse(Buffer.from(String(ticket).split('.')[1]!, 'base64url').toString()) as Record<
        string,
        unknown
      >;

    it('is issued for a device that was never online, which it binds', async () => {
      const app = await createWithPage(server, { type: { offline_hours: 48 } });
      const client = await PortalClient.signedIn(app);
      const { status, body } = await ask(client, codeOf(app, 'island'));
      expect(status).toBe(200);
      expect(body.expiresAt).toBe(server.clock.now() + 48 * HOUR_MS);
      const { app_key } = app.client.credentials;
      expect(claimsOf(body.ticket)).toMatchObject({
        iss: app_key,
        dev: deviceClaim(app_key, 'island'),
        type: 'Type',
      });
      expect(await app.devices()).toEqual(['island']);
      expect(await app.row()).toMatchObject({
        status: 'activated',
        expiresAt: server.clock.now() + 30 * DAY_MS,
      });
      const { devices } = await client.account();
      expect(devices).toMatchObject([
        { ticketUntil: body.expiresAt, unbind: { refusal: 'ticket_valid', until: body.expiresAt } },
      ]);
      await expectRefused(app, () => client.unbind(), 409, 'ticket_valid');
      expect((await client.unbind()).body).toMatchObject({ params: { code: 10258, until: body.expiresAt } });
      expect(await history(app)).toMatchObject([{ action: 'issue_ticket' }]);
      await server.get(UsageWriter).run();
      const { applicationId, cardTypeId } = await app.row();
      const counted = { applicationId, event: 'activation' as const };
      expect(await server.dataSource.manager.findBy(ActivityCount, counted)).toMatchObject([
        { code: cardTypeId, count: 1 },
      ]);
      // A second ticket for the same device works, even if the card allows no further device.
      expect((await ask(client, codeOf(app, 'island'))).status).toBe(200);
      await expectRefused(app, () => ask(client, codeOf(app, 'other')), 409, 'device_limit');
    });

    it('is refused without offline hours, for a frozen or expired card, and for a code of another software', async () => {
      const [app, other] = [
        await createWithPage(server, { type: { offline_hours: 1 } }),
        await createWithPage(server),
      ];
      const without = await PortalClient.signedIn(other);
      await expectRefused(other, () => ask(without, codeOf(other, 'D1')), 409, 'card_without_tickets');
      const client = await PortalClient.signedIn(app);
      for (const requestCode of [codeOf(other, 'D1'), 'D1', 'RDE.AAAAAA'])
        await expectRefused(app, () => ask(client, requestCode), 409, 'wrong_request_code');
      await app.open();
      server.clock.advance(30 * 24 * 3600);
      const late = await PortalClient.signedIn(app);
      await expectRefused(app, () => ask(late, codeOf(app, 'D1')), 409, 'card_expired');
      await app.change({ frozen: true });
      await expectRefused(app, () => ask(late, codeOf(app, 'D1')), 409, 'card_frozen');
    });

    it('binds only one of many devices that are requested concurrently', async () => {
      const app = await createWithPage(server, { type: { offline_hours: 48 } });
      const client = await PortalClient.signedIn(app);
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, i) => ask(client, codeOf(app, `D${i}`))),
      );
      expect(statuses(answers)).toEqual({ 200: 1, 409: 7 });
      expect(await app.devices()).toHaveLength(1);
    });
  });

  it('records refused acts of a customer for support, and only counts guesses of strangers', async () => {
    const app = await createWithPage(server, { type: { unbind_limit: 0 } });
    await app.open();
    const client = await PortalClient.signedIn(app);
    await client.unbind();
    await (await PortalClient.of(app)).signIn('GUESS');
    await server.get(UsageWriter).run();
    const { applicationId } = await app.row();
    expect(await server.dataSource.getRepository(Refusal).findBy({ applicationId })).toMatchObject([
      { endpoint: 'card/portal-unbind', code: 10255, name: 'C1', ip: client.from },
    ]);
    const counts = await server.dataSource.query<{ code: number; count: number }[]>(
      "SELECT code, count FROM activity_counts WHERE event = 'refusal' AND application_id = ? ORDER BY code",
      [applicationId],
    );
    expect(counts.map(({ code, count }) => [code, count])).toEqual([
      [10218, 1],
      [10255, 1],
    ]);
  });

  it('answers at its own address with a strict content security policy, and 404 for an unknown or closed page', async () => {
    const app = await createWithPage(server, {
      settings: { portal_logo_url: 'https://cdn.example.com/a;b.png' },
    });
    const { slug } = await PortalClient.of(app);
    const page = await fetch(`${server.url}/portal/${slug}`);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(page.headers.get('content-security-policy')).toBe(
      "default-src 'none';script-src 'self';style-src 'self';img-src 'self' https://cdn.example.com;connect-src 'self';form-action 'none';base-uri 'none';frame-ancestors 'none'",
    );
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    expect(page.headers.get('x-robots-tag')).toBe('noindex, nofollow');
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(await page.text()).toContain('noindex');
    await app.configure({ portal_enabled: false });
    const missing = [slug, 'aaaaaaaaaaaaaaaaaaaaaa', 'x'].map((each) =>
      fetch(`${server.url}/portal/${each}`),
    );
    for (const answer of await Promise.all(missing)) {
      expect(answer.status).toBe(404);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.headers.get('content-type')).toContain('text/plain');
      expect(await answer.text()).toBe('There is no such page.\n');
    }
    expect(await server.dataSource.getRepository(Application).countBy({ portalSlug: slug })).toBe(1);
    for (const path of ['', '/', `/${slug}/x`, '/assets/x.js']) {
      const { status, headers } = await fetch(`${server.url}/portal${path}`);
      expect([path, status, headers.get('cache-control')]).toEqual([path, 404, 'no-store']);
    }
  });

  it('leaves out a logo whose host cannot be part of the content security policy', async () => {
    const app = await createWithPage(server);
    const client = await PortalClient.of(app);
    // Such addresses could be saved in previous versions.
    for (const portalLogoUrl of ['https://a;b/x.png', 'https://a,b/x', 'https://*/x', 'no address']) {
      const values = { portalLogoUrl, revision: () => 'revision + 1' };
      await server.dataSource.manager.update(Application, { portalSlug: client.slug }, values);
      await server.get(ApplicationDirectory).refresh();
      const page = await fetch(`${server.url}/portal/${client.slug}`);
      expect(page.status).toBe(200);
      expect(page.headers.get('content-security-policy')).toContain("img-src 'self';");
      expect((await client.get()).body).toMatchObject({ logoUrl: '' });
    }
  });
});
