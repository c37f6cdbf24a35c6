import { describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ticket } from '@app/database';
import { TicketPurgeJob } from '@app/licensing';
import { AdminClient } from '../../support/admin-client.js';
import { CardApplication, expectRefused } from '../../support/card-application.js';
import { codes, duringTransaction, many } from '../../support/race.js';
import { type Answer } from '../../support/signed-client.js';
import { acceptTicket, type Claims, headerOf } from '../../support/ticket.js';
import { eventually } from '../../support/server-process.js';
import { TestServer } from '../../support/test-server.js';
import { UserApplication } from '../../support/user-application.js';

const HOUR = 3600;
const DAY = 24 * HOUR;
const TYPE = { offline_hours: 72, max_devices: 2, max_sessions: 0, unbind_limit: 9 };

describe('Offline tickets', () => {
  const server = TestServer.forSuite();

  const nowSec = () => Math.floor(server.clock.now() / 1000);
  const ticketOf = (app: CardApplication, token: string, card = 'C1') =>
    app.client.post('/card/ticket', { card, token });
  const rows = async (app: CardApplication) => {
    const { applicationId } = await app.row();
    return server.dataSource.manager.find(Ticket, { where: { applicationId }, order: { id: 'ASC' } });
  };
  /** Returns what a client of the application accepts now. */
  async function accepted(
    app: CardApplication,
    answer: Answer,
    device_id = 'D1',
  ): Promise<Claims | undefined> {
    const { key_id, public_key, app_key } = await server.apply({ name: app.name });
    const ticket = String(answer.result?.ticket);
    return acceptTicket(ticket, {
      keys: { [key_id!]: public_key! },
      app_key: app_key!,
      device_id,
      now: nowSec(),
    });
  }

  it('say what a client needs without the server, and nothing else', async () => {
    const app = await CardApplication.create(server, { type: TYPE });
    const answer = await ticketOf(app, await app.open());
    expect(answer).toMatchObject({ code: 0, result: { ticket_expires_ts: nowSec() + 72 * HOUR } });
    expect(Object.keys(answer.result!)).toEqual(['ticket', 'ticket_expires_ts']);
    const { id } = await app.row();
    const { key_id } = await server.apply({ name: app.name });
    expect(headerOf(String(answer.result!.ticket))).toEqual({
      alg: 'EdDSA',
      kid: key_id,
      typ: 'latchkey-ticket',
    });
    expect(await accepted(app, answer)).toEqual({
      iss: app.client.credentials.app_key,
      sub: `card:${id}`,
      dev: expect.stringMatching(/^[\w-]{43}$/),
      iat: nowSec(),
      exp: nowSec() + 72 * HOUR,
      card_exp: nowSec() + 30 * DAY,
      type: 'Type',
      features: {},
      jti: expect.stringMatching(/^[\w-]{22}$/),
    });
    const payload = Buffer.from(String(answer.result!.ticket).split('.')[1]!, 'base64url').toString();
    // Leaves out random texts, which may contain `C1` or `D1` by chance.
    expect(payload.replaceAll(/[\w-]{20,}/g, '')).not.toMatch(/C1|D1/);
  });

  it('are verified by openssl', async () => {
    const app = await CardApplication.create(server, { type: TYPE });
    const { result } = await ticketOf(app, await app.open());
    const [header, payload, signature] = String(result!.ticket).split('.') as [string, string, string];
    const { public_key } = await server.apply({ name: app.name });
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-ticket-'));
    const file = (name: string, content: Buffer) => {
      writeFileSync(join(folder, name), content);
      return join(folder, name);
    };
    const der = Buffer.concat([
      Buffer.from('302a300506032b6570032100', 'hex'),
      Buffer.from(public_key!, 'base64url'),
    ]);
    const verify = (text: string) =>
      spawnSync('openssl', [
        'pkeyutl', '-verify', '-pubin', '-keyform', 'DER', '-inkey', file('key', der), '-rawin',
        '-in', file('text', Buffer.from(text)), '-sigfile', file('sign', Buffer.from(signature, 'base64url')),
      ]).status; // prettier-ignore
    expect(verify(`${header}.${payload}`)).toBe(0);
    expect(verify(`${header}.${payload.slice(0, -1)}A`)).not.toBe(0);
    rmSync(folder, { recursive: true });
  });

  it.each<[what: string, type: object, expected: number, cardExpiry: number]>([
    ['of a card that expires earlier', { duration: { unit: 'hours', amount: 5 } }, 5 * HOUR, 5 * HOUR],
    ['of a card that expires later', { duration: { unit: 'days', amount: 30 } }, 72 * HOUR, 30 * DAY],
  ])(
    '%s are valid until the expiry or the end of the offline hours, whichever comes first',
    async (_, type, expected, cardExpiry) => {
      const app = await CardApplication.create(server, { type: { ...TYPE, ...type } });
      const claims = await accepted(app, await ticketOf(app, await app.open()));
      expect([claims!.exp - claims!.iat, claims!.card_exp - claims!.iat]).toEqual([expected, cardExpiry]);
    },
  );

  it('of a permanent card are valid for the offline hours, and contain the expiry that clients get', async () => {
    const app = await CardApplication.create(server, { type: { ...TYPE, duration: { unit: 'permanent' } } });
    const { result } = await app.login();
    const claims = await accepted(app, await ticketOf(app, String(result!.token)));
    expect(claims).toMatchObject({ exp: nowSec() + 72 * HOUR, card_exp: result!.expires_ts });
  });

  it('are refused without a live session, offline hours, or time', async () => {
    const app = await CardApplication.create(server, {
      type: { ...TYPE, duration: { unit: 'hours', amount: 1 } },
      types: { Online: {} },
      cards: ['C1', 'C2', { card: 'ONLINE', card_type: 'Online' }],
      settings: { heartbeat_timeout_sec: 86_400 },
    });
    await expectRefused(server, 10214, () => ticketOf(app, 'x'.repeat(20)));
    const token = await app.open();
    await expectRefused(server, 10214, () => ticketOf(app, token, 'C2'));
    const online = await app.open('D1', 'ONLINE');
    const refused = await expectRefused(server, 400, () => ticketOf(app, online, 'ONLINE'));
    expect(refused.errs).toEqual({ card: 'has a type without offline tickets' });
    const closed = await app.open('D2');
    await app.logout(closed);
    await expectRefused(server, 10214, () => ticketOf(app, closed));
    const frozen = await app.open('D1', 'C2');
    await app.change({ frozen: true }, 'C2');
    await expectRefused(server, 10214, () => ticketOf(app, frozen, 'C2'));
    server.clock.advance(HOUR);
    await expectRefused(server, 10210, () => ticketOf(app, token));
    expect(await rows(app)).toEqual([]);
  });

  it('follow the terms of the card, which are copied from its type', async () => {
    const app = await CardApplication.create(server, { type: TYPE });
    const token = await app.open();
    await app.change({ offline_hours: 1 });
    expect((await ticketOf(app, token)).result!.ticket_expires_ts).toBe(nowSec() + HOUR);
    await app.change({ offline_hours: 0 });
    await expectRefused(server, 400, () => ticketOf(app, token));
  });

  it('replace the stored ticket of their device without shortening its time', async () => {
    const app = await CardApplication.create(server, { type: TYPE });
    const [first, second] = [await app.open('D1'), await app.open('D2')];
    await ticketOf(app, first);
    await ticketOf(app, second);
    server.clock.advance(60);
    await ticketOf(app, first);
    const until = server.clock.now() + 72 * HOUR * 1000;
    const wholeSecond = Math.floor(until / 1000) * 1000;
    expect(await rows(app)).toMatchObject([
      { deviceId: 'D1', issuedAt: server.clock.now(), expiresAt: wholeSecond },
      { deviceId: 'D2', expiresAt: wholeSecond - 60_000 },
    ]);
    await app.change({ offline_hours: 1 });
    const { result } = await ticketOf(app, first);
    expect(result!.ticket_expires_ts).toBe(nowSec() + HOUR);
    // The earlier ticket is still valid, so the later expiry is kept.
    expect((await rows(app))[0]).toMatchObject({ deviceId: 'D1', expiresAt: wholeSecond });
  });

  it('of one device that are requested concurrently are stored as one', async () => {
    const app = await CardApplication.create(server, { type: TYPE });
    const token = await app.open();
    const answers = await Promise.all(many(() => ticketOf(app, token)));
    expect(await codes(Promise.resolve(answers))).toEqual({ 0: answers.length });
    const jtis = await Promise.all(answers.map(async (answer) => (await accepted(app, answer))!.jti));
    expect(new Set(jtis).size).toBe(answers.length);
    const [row, ...more] = await rows(app);
    expect(more).toEqual([]);
    expect(jtis).toContain(row!.jti);
  });

  describe('keep their device bound until they expire', () => {
    it('when unbind-device is called for this device, but not for another', async () => {
      const app = await CardApplication.create(server, { type: TYPE });
      const [token, other] = [await app.open('D1'), await app.open('D2')];
      await ticketOf(app, token);
      const refused = await expectRefused(server, 10258, () => app.unbind(other, 'D1'));
      expect(refused.message).toMatch(
        /^an offline ticket of this device is valid until: \d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/,
      );
      expect(await app.unbind(token, 'D2')).toMatchObject({ code: 0 });
      server.clock.advance(72 * HOUR - 1);
      const again = await app.open('D1');
      await expectRefused(server, 10258, () => app.unbind(again, 'D1'));
      server.clock.advance(1);
      expect(await app.unbind(again, 'D1')).toMatchObject({ code: 0 });
      expect(await rows(app)).toEqual([]);
    });

    it('when unbind-by-password or a policy would unbind all devices', async () => {
      const app = await CardApplication.create(server, { type: TYPE });
      const [token, other] = [await app.open('D1'), await app.open('D2')];
      await app.setPassword(token, 'secret12');
      await ticketOf(app, token);
      await expectRefused(server, 10258, () => app.unbindByPassword('secret12'));
      await app.configure({ unbind_policy: 'reset_to_unused', default_unbind_limit: 9 });
      await expectRefused(server, 10258, () => app.unbind(other, 'D2'));
      server.clock.advance(72 * HOUR);
      expect(await app.unbindByPassword('secret12')).toMatchObject({ code: 0 });
      expect(await app.devices()).toEqual([]);
    });

    it('with a check after those of the policy and before that of the time', async () => {
      const app = await CardApplication.create(server, {
        type: { ...TYPE, duration: { unit: 'hours', amount: 5 } },
        settings: { unbind_policy: 'deduct_hours', unbind_hours: 10 },
      });
      const token = await app.open();
      await expectRefused(server, 10257, () => app.unbind(token));
      await ticketOf(app, token);
      await expectRefused(server, 10258, () => app.unbind(token));
      await expectRefused(server, 10215, () => app.unbind(token, 'D9'));
      await app.configure({ unbind_policy: 'disabled' });
      await expectRefused(server, 10216, () => app.unbind(token));
    });

    it('when an unbind of another device would leave less time than the ticket is valid for', async () => {
      const app = await CardApplication.create(server, {
        type: { ...TYPE, duration: { unit: 'hours', amount: 100 } },
        settings: { unbind_policy: 'deduct_hours', unbind_hours: 20 },
      });
      const [token, other] = [await app.open('D1'), await app.open('D2')];
      await ticketOf(app, token);
      expect(await app.unbind(other, 'D2')).toMatchObject({ code: 0 });
      const again = await app.open('D2');
      // 60 hours would remain, but the ticket is valid for 72 hours.
      await expectRefused(server, 10258, () => app.unbind(again, 'D2'));
    });

    it('when the ticket and the unbind are requested concurrently', async () => {
      for (let round = 0; round < 5; round++) {
        const app = await CardApplication.create(server, { type: TYPE });
        const [token, other] = [await app.open('D1'), await app.open('D2')];
        const [ticket, unbound] = await Promise.all([ticketOf(app, token), app.unbind(other, 'D1')]);
        const bound = (await app.devices()).includes('D1');
        const kept = { ticket: 0, unbound: 10258, bound: true };
        const gone = { ticket: 10214, unbound: 0, bound: false };
        expect([kept, gone]).toContainEqual({ ticket: ticket.code, unbound: unbound.code, bound });
        expect(await rows(app)).toHaveLength(bound ? 1 : 0);
      }
    });
  });

  it('of users are the same', async () => {
    const app = await UserApplication.withAlice(server, { type: TYPE });
    const token = await app.open('D1');
    const ask = () => app.post('ticket', { username: 'alice', token });
    const answer = await ask();
    const { id } = await app.row();
    expect(await accepted(app.ofCards, answer)).toMatchObject({ sub: `user:${id}`, type: 'Type' });
    await expectRefused(server, 10258, () => app.unbind(token, 'D1'));
    await app.change({ offlineHours: 0 });
    const refused = await expectRefused(server, 400, ask);
    expect(refused.errs).toEqual({ username: 'has a type without offline tickets' });
    server.clock.advance(72 * HOUR);
    const again = await app.open('D1');
    expect(await app.unbind(again, 'D1')).toMatchObject({ code: 0 });
  });

  it('do not hinder an administrator, who sees until when they are valid', async () => {
    const admin = await AdminClient.owner(server);
    const app = await CardApplication.create(server, { type: TYPE });
    const [token] = [await app.open('D1'), await app.open('D2')];
    await ticketOf(app, token);
    const { applicationId, id: cardId } = await app.row();
    const list = async () =>
      (
        await admin.list<Record<string, unknown>>('/devices', {
          filter: { applicationId },
          sort: ['id', 'ASC'],
        })
      ).body;
    expect(await list()).toMatchObject([
      { deviceId: 'D1', ticketExpiresAt: (nowSec() + 72 * HOUR) * 1000 },
      { deviceId: 'D2', ticketExpiresAt: null },
    ]);
    const [device] = await list();
    expect(await admin.delete(`/devices/${String(device!.id)}`)).toMatchObject({ status: 200 });
    expect(await rows(app)).toEqual([]);
    await ticketOf(app, await app.open('D1'));
    expect(await admin.post(`/cards/${cardId}/unbind`)).toMatchObject({ status: 200 });
    expect(await rows(app)).toEqual([]);
    await ticketOf(app, await app.open('D1'));
    expect(await admin.delete(`/cards/${cardId}`)).toMatchObject({ status: 200 });
    expect(await server.dataSource.manager.countBy(Ticket, { applicationId })).toBe(0);
  });

  it('do not bind the next owner of a card, whether the card was reset alone or with others', async () => {
    const admin = await AdminClient.owner(server);
    const app = await CardApplication.create(server, { type: TYPE });
    const { applicationId, id } = await app.row();
    const reset = {
      alone: () => admin.post(`/cards/${id}/reset`),
      'with others': () => admin.post('/card-jobs/bulk', { applicationId, action: 'reset', ids: [id] }),
    };
    for (const each of Object.values(reset)) {
      await ticketOf(app, await app.open('D1'));
      expect((await each()).status).toBeLessThan(300);
      await eventually(async () => (await app.row()).status === 'unused' || undefined);
      expect(await rows(app)).toEqual([]);
    }
  });

  it('can still be verified by the former public key after a rotation', async () => {
    const admin = await AdminClient.owner(server);
    const app = await CardApplication.create(server, { type: TYPE });
    const token = await app.open();
    const { key_id, public_key, app_key } = await server.apply({ name: app.name });
    const before = String((await ticketOf(app, token)).result!.ticket);
    const { applicationId } = await app.row();
    const { body } = await admin.post(`/applications/${applicationId}/rotate-signing-key`, {
      overlapHours: 72,
    });
    expect(body).toMatchObject({ previousKeyId: key_id, previousPublicKey: public_key });
    const after = String((await ticketOf(app, token)).result!.ticket);
    const by = (ticket: string, keys: Record<string, string>) =>
      acceptTicket(ticket, { keys, app_key: app_key!, device_id: 'D1', now: nowSec() }) !== undefined;
    const [former, current] = [{ [key_id!]: public_key! }, { [String(body.keyId)]: String(body.publicKey) }];
    expect([by(before, former), by(after, former)]).toEqual([true, false]);
    expect([by(before, current), by(after, current)]).toEqual([false, true]);
  });

  it('are forgotten once they have expired', async () => {
    const app = await CardApplication.create(server, { type: TYPE });
    await ticketOf(app, await app.open('D1'));
    server.clock.advance(HOUR);
    await ticketOf(app, await app.open('D2'));
    const purge = () => server.get(TicketPurgeJob).run();
    await purge();
    expect(await rows(app)).toHaveLength(2);
    server.clock.advance(71 * HOUR + 1);
    expect(await purge()).toBeGreaterThan(0);
    expect(await rows(app)).toMatchObject([{ deviceId: 'D2' }]);
  });

  it('are kept if they are renewed while a purge waits for them', async () => {
    const app = await CardApplication.create(server, { type: TYPE });
    for (const device of ['D1', 'D2']) await ticketOf(app, await app.open(device));
    const [first] = await rows(app);
    server.clock.advance(73 * HOUR);
    const later = server.clock.now() + HOUR;
    await duringTransaction(
      server,
      (manager) => manager.update(Ticket, { id: first!.id }, { expiresAt: later }),
      () => server.get(TicketPurgeJob).run(),
    );
    expect(await rows(app)).toMatchObject([{ deviceId: 'D1', expiresAt: later }]);
  });

  it('are kept if their renewal waits for a purge', async () => {
    const app = await CardApplication.create(server, { type: TYPE });
    await ticketOf(app, await app.open());
    const [{ id }] = (await rows(app)) as [Ticket];
    server.clock.advance(73 * HOUR);
    const token = await app.open();
    const renewed = await duringTransaction(
      server,
      (manager) => manager.delete(Ticket, { id }),
      () => ticketOf(app, token),
    );
    expect(renewed).toMatchObject({ code: 0 });
    expect(await rows(app)).toMatchObject([{ deviceId: 'D1', issuedAt: server.clock.now() }]);
  });

  it('are accepted for their application and device only, and not when changed', async () => {
    const app = await CardApplication.create(server, { type: TYPE });
    const other = await CardApplication.create(server, { type: TYPE });
    const answer = await ticketOf(app, await app.open());
    expect(await accepted(app, answer, 'D2')).toBeUndefined();
    expect(await accepted(other, answer)).toBeUndefined();
    const [header, payload, signature] = String(answer.result!.ticket).split('.') as [string, string, string];
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Claims;
    const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
    for (const ticket of [
      `${header}.${encode({ ...claims, exp: claims.exp + 1 })}.${signature}`,
      `${encode({ ...headerOf(header), alg: 'none' })}.${payload}.`,
      `${encode({ ...headerOf(header), typ: 'JWT' })}.${payload}.${signature}`,
      `${header}.${payload}`,
    ]) {
      expect(await accepted(app, { ...answer, result: { ticket } })).toBeUndefined();
    }
    server.clock.advance(72 * HOUR);
    expect(await accepted(app, answer)).toBeUndefined();
  });
});
