import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { AuditRecord, Webhook } from '@app/database';
import { Subscriptions } from '@app/events';
import { SecretBox } from '@app/platform';
import { AdminClient } from '../../support/admin-client.js';
import { newToken } from '../../support/admin-fixtures.js';
import { applyFile } from '../../support/apply-file.js';
import { CardApplication } from '../../support/card-application.js';
import { acceptTicket } from '../../support/ticket.js';
import { AnswerVerifier } from '../../support/answer-verifier.js';
import { TestServer } from '../../support/test-server.js';
import {
  createWebhook,
  deliver,
  WebhookReceiver,
  type WebhookRecord,
} from '../../support/webhook-receiver.js';

const secretOf = () => `whsec_${randomBytes(32).toString('base64')}`;

describe('webhooks', () => {
  const server = TestServer.forSuite({ OUTGOING_ALLOW: '127.0.0.1,hooks.internal' });
  const admin = AdminClient.forSuite(server);
  let receiver: WebhookReceiver;

  beforeAll(async () => {
    server.stopScheduledJobs();
    receiver = await WebhookReceiver.start();
  });
  afterEach(async () => {
    const { body } = await admin.list<{ id: number }>('/webhooks', { range: [0, 99] });
    for (const { id } of body) await admin.delete(`/webhooks/${id}`);
    receiver.requests.length = 0;
  });
  afterAll(() => receiver.stop());

  const create = (fields: object = {}) =>
    admin.post<WebhookRecord>('/webhooks', {
      name: 'Shop',
      url: 'https://shop.example/hooks',
      types: ['*'],
      ...fields,
    });

  it('are created with defaults, edited and deleted', async () => {
    const { status, body } = await create();
    expect(status).toBe(201);
    expect(body).toMatchObject({
      name: 'Shop',
      url: 'https://shop.example/hooks',
      types: ['*'],
      enabled: true,
      disabledReason: null,
      allApplications: true,
      applicationIds: [],
      revealCards: false,
      previousSecretUntil: null,
    });
    const { applicationId } = await (await CardApplication.create(server)).row();
    const changes = {
      types: ['card.frozen', 'card.expired'],
      applicationIds: [applicationId],
      revealCards: true,
    };
    const edited = await admin.patch<WebhookRecord>(`/webhooks/${body.id}`, {
      rowVersion: body.rowVersion,
      ...changes,
    });
    expect(edited.body).toMatchObject({ ...changes, allApplications: false });
    const stale = await admin.patch(`/webhooks/${body.id}`, { rowVersion: body.rowVersion, name: 'Late' });
    expect(stale.status).toBe(409);
    const all = { rowVersion: edited.body.rowVersion, applicationIds: null };
    expect((await admin.patch<WebhookRecord>(`/webhooks/${body.id}`, all)).body).toMatchObject({
      allApplications: true,
      applicationIds: [],
    });
    expect((await admin.delete(`/webhooks/${body.id}`)).status).toBe(200);
    expect((await admin.get(`/webhooks/${body.id}`)).status).toBe(404);
  });

  it.each([
    ['url', 'hooks', 'not_a_url'],
    ['url', 'ftp://shop.example/', 'not_http'],
    ['url', 'https://me:secret@shop.example/', 'with_credentials'],
    ['url', 'http://10.0.0.1/', 'not_public'],
    ['url', 'http://localhost/', 'not_public'],
    ['url', 'http://2130706434/', 'not_public'],
    ['url', 'http://[::ffff:169.254.169.254]/', 'not_public'],
    ['url', `https://shop.example/${'a'.repeat(1000)}`, 'text_length'],
    ['types', [], 'event_types'],
    ['types', ['card.unknown'], 'event_types'],
    ['types', ['card.frozen', 'card.frozen'], 'event_types'],
    ['types', ['*', 'card.frozen'], 'event_types'],
    ['types', ['webhook.test'], 'event_types'],
    ['applicationIds', [999_999], 'unknown_applications'],
    ['secret', 'whsec_short', 'webhook_secret'],
    ['name', '', 'printable_text'],
  ])('with a wrong %s are refused (%#)', async (field, value, code) => {
    const { status, body } = await create({ [field]: value });
    expect(status).toBe(422);
    expect(body).toMatchObject({ faults: { [field]: { code } } });
  });

  it('have unique names, and there are at most 50', async () => {
    await create();
    expect((await create()).body).toMatchObject({ faults: { name: { code: 'taken' } } });
    for (let i = 1; i < 50; i++) expect((await create({ name: `Shop ${i}` })).status).toBe(201);
    expect(await create({ name: 'One more' })).toMatchObject({
      status: 409,
      body: { code: 'too_many_webhooks' },
    });
  });

  it('keep their secrets sealed, and out of the audit log', async () => {
    const own = secretOf();
    const { id, secret } = await createWebhook(admin, receiver, { secret: own });
    expect(secret).toBe(own);
    const rotated = await admin.post<{ secret: string }>(`/webhooks/${id}/rotate-secret`, {
      overlapHours: 24,
    });
    expect(rotated.body.secret).toMatch(/^whsec_/);
    expect(rotated.body.secret).not.toBe(own);
    const row = await server.dataSource.manager.findOneByOrFail(Webhook, { id });
    const records = await server.dataSource.manager.find(AuditRecord);
    for (const text of [JSON.stringify(row), JSON.stringify(records)])
      for (const each of [own, rotated.body.secret]) expect(text).not.toContain(each.slice(6));
    expect(JSON.stringify(records)).not.toContain(row.secretSealed);
    const actions = records.filter(({ resource }) => resource === 'webhooks').map(({ action }) => action);
    expect(actions).toEqual(expect.arrayContaining(['create', 'reveal_secret', 'rotate_secret']));
  });

  it('take effect before the response', async () => {
    const app = await CardApplication.create(server, { cards: ['A', 'B'] });
    const { id } = await createWebhook(admin, receiver, { types: ['card.activated'] });
    await app.open('D1', 'A');
    await admin.delete(`/webhooks/${id}`);
    await app.open('D1', 'B');
    // The event of A no longer has a webhook, and the event of B is not written.
    await deliver(server);
    await createWebhook(admin, receiver, { types: ['card.activated'] });
    await deliver(server);
    expect(receiver.requests).toEqual([]);
  });

  it('send nothing that is accepted as a ticket or as an answer to a client', async () => {
    const app = await CardApplication.create(server, {
      cards: ['A'],
      settings: { response_signature: 'ed25519' },
    });
    const applied = await server.apply({ name: app.name });
    await createWebhook(admin, receiver, { types: ['card.activated'] });
    await app.open('D1', 'A');
    await deliver(server);
    const { headers, body } = receiver.requests[0]!;
    const signature = String(headers['webhook-signature']).slice(3);
    const keys = { [applied.key_id!]: applied.public_key! };
    const holder = { keys, app_key: applied.app_key!, device_id: 'D1', now: server.clock.now() / 1000 };
    const url = (text: string) => Buffer.from(text).toString('base64url');
    const header = url(JSON.stringify({ alg: 'EdDSA', typ: 'latchkey-ticket', kid: applied.key_id }));
    for (const ticket of [`${header}.${url(body)}.${signature}`, `${url(body)}.${signature}`, body])
      expect(acceptTicket(ticket, holder)).toBeUndefined();
    const verifier = new AnswerVerifier(keys);
    const request = {
      method: 'POST',
      path: '/api/client/v1/card/login',
      nonce: String(headers['webhook-id']),
    };
    const event = JSON.parse(body) as { data: object };
    const envelope = { code: 0, message: 'ok', time: server.clock.now() / 1000, sign: signature };
    for (const kid of [applied.key_id, undefined, 'unknown'])
      for (const result of [event.data, undefined])
        expect(verifier.accepts(request, JSON.stringify({ ...envelope, kid, result }))).toBe(false);
  });

  it('show tokens of managers only the origin of an address in the audit log', async () => {
    const { body } = await create({ url: 'https://shop.example:8443/hooks/t0k3n?key=t0k3n' });
    const changes = { rowVersion: body.rowVersion, url: 'https://other.example/t0k3n' };
    await admin.patch(`/webhooks/${body.id}`, changes);
    await admin.delete(`/webhooks/${body.id}`);
    const manager = AdminClient.withToken(server.url, (await newToken(admin, { role: 'manager' })).token);
    expect((await manager.get(`/webhooks/${body.id}`)).status).toBe(403);
    const filter = { resource: 'webhooks', recordId: String(body.id) };
    const { body: records } = await manager.list<AuditRecord>('/audit-log', { filter, sort: ['id', 'ASC'] });
    const urls = records.map(({ before, after }) =>
      [before, after].map((values) => values && (JSON.parse(values) as { url?: string }).url),
    );
    expect(urls).toEqual([
      [null, 'https://shop.example:8443/•••'],
      ['https://shop.example:8443/•••', 'https://other.example/•••'],
      ['https://other.example/•••', null],
    ]);
    expect(JSON.stringify(records)).not.toContain('t0k3n');
  });

  it('are set up by apply, with secrets from the environment', async () => {
    const secret = secretOf();
    const secrets = { WEBHOOK_SECRET_SHOP: secret };
    const app = await CardApplication.create(server);
    const entry = {
      name: 'Applied',
      url: receiver.url,
      types: ['card.activated'],
      applications: [app.client.credentials.app_key],
      secret_env: 'WEBHOOK_SECRET_SHOP',
    };
    const apply = (webhook: object) => applyFile(server, { applications: [], webhooks: [webhook] }, secrets);
    const result = await apply(entry);
    expect(result.webhooks).toEqual([{ ...entry, reveal_cards: false, enabled: true }]);
    expect(JSON.stringify(result)).not.toContain(secret);
    expect(await apply(result.webhooks![0]!)).toEqual(result);
    const row = await server.dataSource.manager.findOneByOrFail(Webhook, { name: 'Applied' });
    expect(row.rowVersion).toBe(1);
    expect(server.get(SecretBox).open(row.secretSealed)).toBe(secret);
    await server.get(Subscriptions).watch();
    await app.open();
    await deliver(server);
    expect(receiver.requests).toHaveLength(1);
    const { manager } = server.dataSource;
    const isPaused = async () =>
      (await manager.findOneByOrFail(Webhook, { id: row.id })).pausedUntil > server.clock.now();
    for (const changes of [{ enabled: true }, { url: `${receiver.url}/new` }]) {
      const paused = { pausedUntil: server.clock.now() + 1, enabled: !('enabled' in changes) };
      await manager.update(Webhook, { id: row.id }, paused);
      await apply({ ...entry, types: ['card.frozen'] });
      expect(await isPaused()).toBe(true);
      await apply({ ...entry, ...changes });
      expect(await isPaused()).toBe(false);
    }
    const previousOf = async () => {
      const { previousSecretSealed, previousSecretUntil } = await manager.findOneByOrFail(Webhook, {
        id: row.id,
      });
      return [previousSecretSealed, previousSecretUntil];
    };
    // A file from before a rotation does not undo the rotation, with or without an overlap.
    for (const overlapHours of [0, 24]) {
      await admin.post(`/webhooks/${row.id}/rotate-secret`, { overlapHours });
      const [, until] = await previousOf();
      expect(until !== null).toBe(overlapHours > 0);
      await expect(apply(entry)).rejects.toThrow('the secret before the last rotation');
      const { body } = await admin.post(`/webhooks/${row.id}/reveal-secret`);
      secrets.WEBHOOK_SECRET_SHOP = String(body.secret);
      expect(await apply(entry)).toMatchObject({ webhooks: [{ name: 'Applied' }] });
      expect((await previousOf())[1]).toBe(until);
    }
    secrets.WEBHOOK_SECRET_SHOP = secretOf();
    await apply(entry);
    expect(await previousOf()).toEqual([null, null]);
    await expect(apply({ ...entry, secret_env: 'WEBHOOK_SECRET_NONE' })).rejects.toThrow(
      'WEBHOOK_SECRET_NONE',
    );
    for (const [url, words] of [
      ['http://10.0.0.1/hook', 'must have a public host; the setting OUTGOING_ALLOW can allow others'],
      ['https://localhost/', 'must have a public host'],
      ['https://shop@example.com/', 'must not contain a user name or password'],
      ['https://', 'must be a URL'],
    ] as const)
      await expect(apply({ ...entry, url })).rejects.toThrow(`webhooks[0].url: ${words}`);
    await expect(apply({ ...entry, applications: ['a'.repeat(20)] })).rejects.toThrow('no application');
  });
});
