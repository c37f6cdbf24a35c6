import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ApplicationDto, CardEntry, CardTypeDto } from '@app/apply';
import { Application, Card, CardType, Device, Session } from '@app/database';
import { AdminClient } from '../../support/admin-client.js';
import { appliedRows, applyFile } from '../../support/apply-file.js';
import { SignedClient } from '../../support/signed-client.js';
import { snapshotTables } from '../../support/table-snapshot.js';
import { TestServer } from '../../support/test-server.js';

const DAY = { name: 'Day', duration: { unit: 'days', amount: 1 } };
const MONTH = { name: 'Month', duration: { unit: 'months', amount: 1 }, max_sessions: 3, max_devices: 2 };

/** A card type and a card with all fields; the compiler reports a missing new field. */
const EVERY_TYPE_FIELD = {
  ...MONTH,
  duration: { unit: 'months', amount: 1 },
  unbind_limit: 9,
  offline_hours: 72,
  uses: 1000,
  uses_period: 'month',
  features: { edition: '专业版', export: true, seats: 3 },
  unbind_policy: 'disabled',
  unbind_hours: 6,
  key_mask: 'VIP-****-****',
  price_note: '9,90 €',
} satisfies Required<CardTypeDto>;
const EVERY_CARD_FIELD = {
  card: 'C2',
  card_type: 'Month',
  frozen: true,
  config: '{"level":1}',
  max_sessions: 0,
  max_devices: 2,
  unbind_limit: null,
  offline_hours: 8784,
  uses: 7,
  uses_period: 'day',
  features: { beta: false, ratio: -0.5, text: '' },
  batch: 'Spring',
  note: '朋友 🎁',
} satisfies Required<CardEntry>;

const FULL = {
  name: 'Full',
  enabled: true,
  sign_mode: 'hmac-sha256',
  // RFC 8032, section 7.1, test 1.
  signing_key: 'nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A',
  public_key: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
  key_id: 'If4x36FUomFia_hU',
  response_signature: 'ed25519',
  clock_leeway_sec: 5,
  language: 'zh-CN',
  time_zone: 'Europe/Berlin',
  heartbeat_timeout_sec: 600,
  hg: 100,
  multi_open_policy: 'kick_oldest',
  unbind_policy: 'deduct_hours',
  unbind_hours: 12,
  unbind_cooldown_hours: 720,
  default_unbind_limit: 4,
  trial: 'interval',
  trial_minutes: 43_200,
  trial_interval_hours: 8784,
  trials_per_address: 0,
  compat: 'paojiaoyun',
  compat_hosts: ['api.example.com', 'api2.example.com:8080'],
  portal_enabled: true,
  portal_title: '图片编辑器',
  portal_logo_url: 'https://cdn.example.com/logo.png',
  portal_contact: 'Telegram: @seller\nMon–Fri',
  portal_languages: ['zh-CN'],
  portal_short_keys_confirmed: true,
  config: '{"a":"🔑"}',
  notice: '公告',
  card_types: [DAY, EVERY_TYPE_FIELD, { name: 'For ever', duration: { unit: 'permanent' } }],
  cards: [{ card: 'C1', card_type: 'Day' }, EVERY_CARD_FIELD],
};

describe('apply', () => {
  const server = TestServer.forSuite();
  beforeEach(async () => {
    for (const entity of [Session, Device, Card, CardType, Application])
      await server.dataSource.manager.deleteAll(entity);
    server.clock.advance(60);
  });

  const apply = (...applications: object[]) => applyFile(server, { applications });
  const one = async (application: object) => (await apply(application)).applications[0]!;
  const cardOf = ({ cards }: ApplicationDto, name: string) => cards!.find(({ card }) => card === name)!;
  const count = () => server.dataSource.manager.count(Application);
  const state = () => appliedRows(server);
  const clientOf = ({ app_key, app_secret, sign_mode }: ApplicationDto) =>
    new SignedClient(
      server.url,
      { app_key: app_key!, app_secret: app_secret!, sign_mode: sign_mode! },
      server.clock,
    );

  it('makes an application with a random key and secret and the documented defaults', async () => {
    expect(await one({ name: 'Bare' })).toEqual({
      name: 'Bare',
      app_key: expect.stringMatching(/^[a-z0-9]{20}$/),
      app_secret: expect.stringMatching(/^[A-Za-z0-9]{32}$/),
      public_key: expect.stringMatching(/^[\w-]{43}$/),
      key_id: expect.stringMatching(/^[\w-]{16}$/),
      enabled: true,
      sign_mode: 'md5',
      response_signature: 'off',
      clock_leeway_sec: 0,
      language: 'en',
      time_zone: 'Asia/Shanghai',
      heartbeat_timeout_sec: 1800,
      hg: null,
      multi_open_policy: 'refuse',
      unbind_policy: 'unbind_only',
      unbind_hours: 0,
      unbind_cooldown_hours: 0,
      default_unbind_limit: null,
      trial: 'off',
      trial_minutes: 60,
      trial_interval_hours: 24,
      trials_per_address: 20,
      compat: 'none',
      compat_hosts: [],
      portal_enabled: false,
      portal_title: '',
      portal_logo_url: '',
      portal_contact: '',
      portal_languages: ['en', 'zh-CN'],
      portal_short_keys_confirmed: false,
      config: '',
      notice: '',
      card_types: [],
      cards: [],
      variables: [],
      functions: [],
      versions: [],
      data: [],
      channels: [],
    });
  });

  it('outputs the content of a file with defaults filled in', async () => {
    const described = await one(FULL);
    const uncounted = { uses: null, uses_period: 'none', features: {} };
    const defaults = {
      max_sessions: 1,
      max_devices: 1,
      unbind_limit: 4,
      offline_hours: 0,
      unbind_policy: null,
      unbind_hours: 0,
      key_mask: null,
      price_note: null,
      ...uncounted,
    };
    expect(described).toMatchObject({ ...FULL, card_types: expect.anything(), cards: expect.anything() });
    expect(described.card_types).toEqual([
      { ...DAY, ...defaults },
      EVERY_TYPE_FIELD,
      { name: 'For ever', duration: { unit: 'permanent' }, ...defaults },
    ]);
    expect(described.cards).toEqual([
      {
        card: 'C1',
        card_type: 'Day',
        frozen: false,
        config: null,
        batch: null,
        note: null,
        max_sessions: 1,
        max_devices: 1,
        unbind_limit: 4,
        offline_hours: 0,
        ...uncounted,
      },
      EVERY_CARD_FIELD,
    ]);
  });

  it('keeps secrets sealed in the database', async () => {
    const { app_secret } = await one(FULL);
    expect(JSON.stringify(await snapshotTables(server.dataSource))).not.toContain(app_secret);
  });

  it('changes nothing but the revision when it runs again', async () => {
    const first = await one(FULL);
    const before = await state();
    const { revision, updatedAt } = await server.dataSource.manager.findOneByOrFail(Application, {});
    server.clock.advance(60);
    expect(await one(FULL)).toEqual(first);
    expect(await state()).toEqual(before);
    expect(await server.dataSource.manager.findOneByOrFail(Application, {})).toMatchObject({
      revision: revision + 1,
      updatedAt: updatedAt + 60_000,
    });
  });

  it('accepts its own output and repeats it unchanged', async () => {
    const output = await apply(FULL, { name: 'Bare' });
    const before = await state();
    server.clock.advance(60);
    expect(await applyFile(server, output)).toEqual(output);
    expect(await state()).toEqual(before);
  });

  it('accepts the output on another, empty server, with the same result', async () => {
    const output = await apply(FULL);
    for (const entity of [Card, CardType, Application]) await server.dataSource.manager.deleteAll(entity);
    expect(await applyFile(server, output)).toEqual(output);
  });

  it('uses the key and secret that a file gives', async () => {
    const given = { app_key: 'abcdefghij0123456789', app_secret: 'abcdefghijABCDEFGHIJ0123456789xy' };
    expect(await one({ name: 'Given', ...given })).toMatchObject(given);
    expect(await one({ name: 'Given' })).toMatchObject(given);
  });

  it('finds an application by its name', async () => {
    const { app_key, app_secret } = await one({ name: 'App' });
    expect(await one({ name: 'App', notice: 'new' })).toMatchObject({ app_key, app_secret, notice: 'new' });
    expect(await count()).toBe(1);
    await one({ name: 'app' });
    expect(await count()).toBe(2);
  });

  it('finds and renames an application by its key', async () => {
    const { app_key, app_secret } = await one({ name: 'Old' });
    expect(await one({ name: 'New', app_key })).toMatchObject({ name: 'New', app_secret });
    expect(await count()).toBe(1);
  });

  it('replaces the secret', async () => {
    const before = await one({ name: 'App', card_types: [DAY], cards: [{ card: 'C1', card_type: 'Day' }] });
    const after = await server.apply({ name: 'App', app_secret: '0'.repeat(32) });
    expect(after).toMatchObject({ app_key: before.app_key, app_secret: '0'.repeat(32) });
    expect(await clientOf(before).get('/card/config', { card: 'C1' })).toMatchObject({ code: 10010 });
    expect(await clientOf(after).get('/card/config', { card: 'C1' })).toMatchObject({ code: 0 });
  });

  it('replaces the secret and the signing key at once, even during the overlap of a rotation', async () => {
    const file = { name: 'App', card_types: [DAY], cards: [{ card: 'C1', card_type: 'Day' }] };
    const first = await server.apply(file);
    const admin = await AdminClient.owner(server);
    const { id } = await server.dataSource.manager.findOneByOrFail(Application, {});
    const rotated = await admin.post<{ appSecret: string }>(`/applications/${id}/rotate-secret`, {
      overlapHours: 1,
    });
    await admin.post(`/applications/${id}/rotate-signing-key`, { overlapHours: 1 });
    const second = { ...first, app_secret: rotated.body.appSecret };
    const codeOf = async (application: ApplicationDto) =>
      (await clientOf(application).get('/card/config', { card: 'C1' })).code;
    expect([await codeOf(first), await codeOf(second)]).toEqual([0, 0]);

    // A file without a secret and a key does not end the overlap.
    await server.apply({ name: 'App', notice: 'new' });
    expect([await codeOf(first), await codeOf(second)]).toEqual([0, 0]);

    const { signing_key } = FULL;
    const third = await server.apply({ name: 'App', app_secret: '0'.repeat(32), signing_key });
    expect([await codeOf(first), await codeOf(second), await codeOf(third)]).toEqual([10010, 10010, 0]);
    expect((await admin.get(`/applications/${id}`)).body).toMatchObject({
      previousSecretUntil: null,
      previousPublicKey: null,
      previousPublicKeyUntil: null,
    });
  });

  it('leaves omitted records unchanged', async () => {
    const first = await one(FULL);
    const before = await state();
    // The output has a private key only when the file has it.
    expect(await one({ name: 'Full' })).toEqual({ ...first, cards: [], signing_key: undefined });
    await one({ name: 'Full', card_types: [{ name: 'Month', duration: MONTH.duration }] });
    await one({ name: 'Full', cards: [{ card: 'C2', card_type: 'Month' }] });
    expect(await state()).toEqual(before);
  });

  it('applies the meaning of null', async () => {
    await one(FULL);
    const cleared = await one({
      name: 'Full',
      hg: null,
      default_unbind_limit: null,
      card_types: [{ ...MONTH, unbind_limit: null, key_mask: null, price_note: null }],
      cards: [{ card: 'C2', card_type: 'Month', config: null, batch: null, note: null }],
    });
    expect(cleared).toMatchObject({ hg: null, default_unbind_limit: null });
    expect(cleared.card_types![1]).toMatchObject({
      name: 'Month',
      unbind_limit: null,
      key_mask: null,
      price_note: null,
    });
    expect(cardOf(cleared, 'C2')).toMatchObject({ config: null, batch: null, note: null });
  });

  it('copies the terms of a type to its cards, which keep them when the type changes', async () => {
    const types = [{ ...MONTH, unbind_limit: 2 }];
    await one({ name: 'App', card_types: types, cards: [{ card: 'before', card_type: 'Month' }] });
    const changed = {
      name: 'Month',
      duration: { unit: 'hours', amount: 7 },
      max_sessions: 8,
      max_devices: 9,
      unbind_limit: null,
    };
    const cards = ['before', 'after'].map((card) => ({ card, card_type: 'Month' }));
    await one({ name: 'App', card_types: [changed], cards });
    const rows = await server.dataSource.manager.find(Card, { order: { id: 'ASC' } });
    expect(rows).toMatchObject([
      { durationUnit: 'months', durationAmount: 1, maxSessions: 3, maxDevices: 2, unbindLimit: 2 },
      { durationUnit: 'hours', durationAmount: 7, maxSessions: 8, maxDevices: 9, unbindLimit: null },
    ]);
  });

  it('gives an unused card the terms of the type it is moved to', async () => {
    await one({
      name: 'App',
      card_types: [DAY, MONTH],
      cards: [{ card: 'C', card_type: 'Day', max_devices: 7 }],
    });
    await one({ name: 'App', cards: [{ card: 'C', card_type: 'Month', max_devices: 5 }] });
    const month = await server.dataSource.manager.findOneByOrFail(CardType, { name: 'Month' });
    expect(await server.dataSource.manager.findOneByOrFail(Card, { card: 'C' })).toMatchObject({
      cardTypeId: month.id,
      durationUnit: 'months',
      maxSessions: 3,
      maxDevices: 5,
    });
  });

  it('separates applications with types and cards of the same names', async () => {
    const content = { card_types: [DAY], cards: [{ card: 'C1', card_type: 'Day' }] };
    await apply({ name: 'a', ...content }, { name: 'b', ...content });
    await one({ name: 'a', cards: [{ card: 'C1', card_type: 'Day', frozen: true }] });
    expect(cardOf(await one({ name: 'b', ...content }), 'C1').frozen).toBe(false);
    expect(await server.dataSource.manager.count(Card)).toBe(2);
  });

  it('ends the sessions of a card that it freezes, and of no other', async () => {
    const cards = ['C1', 'C2'].map((card) => ({ card, card_type: 'Day' }));
    const client = clientOf(await server.apply({ name: 'App', card_types: [DAY], cards }));
    const login = async (card: string) =>
      (await client.post('/card/login', { card, device_id: 'D' })).result!.token!;
    const tokens = { C1: await login('C1'), C2: await login('C2') };
    const heartbeat = async (card: 'C1' | 'C2') =>
      (await client.post('/card/heartbeat', { card, token: tokens[card] })).code;
    expect([await heartbeat('C1'), await heartbeat('C2')]).toEqual([0, 0]);

    await server.apply({ name: 'App', cards: [{ card: 'C1', card_type: 'Day', frozen: true }] });
    expect([await heartbeat('C1'), await heartbeat('C2')]).toEqual([10214, 0]);
    expect(await client.post('/card/login', { card: 'C1', device_id: 'D' })).toMatchObject({ code: 10212 });
    const [ended, open] = await server.dataSource.manager.find(Session, { order: { id: 'ASC' } });
    expect(ended).toMatchObject({ endedAt: server.clock.now(), endReason: 'frozen' });
    expect(open).toMatchObject({ endedAt: null, endReason: null });

    await server.apply({ name: 'App', cards: [{ card: 'C1', card_type: 'Day', frozen: false }] });
    expect(await heartbeat('C1')).toBe(10214);
    expect(await client.post('/card/login', { card: 'C1', device_id: 'D' })).toMatchObject({ code: 0 });
  });

  it('disables and enables an application', async () => {
    const client = clientOf(await server.apply({ name: 'App', enabled: false }));
    expect(await client.get('/card/config', { card: 'C' })).toMatchObject({ code: 10230 });
    await server.apply({ name: 'App', enabled: true });
    expect(await client.get('/card/config', { card: 'C' })).toMatchObject({ code: 10218 });
  });
});
