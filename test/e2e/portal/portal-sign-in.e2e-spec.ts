import { afterEach, describe, expect, it } from '@jest/globals';
import { ApplicationDirectory } from '@app/applications';
import { Application, AuditRecord, Card, PortalSession, User } from '@app/database';
import { PortalSessionPurgeJob } from '@app/portal';
import { AdminClient } from '../../support/admin-client.js';
import { addBlock, clearBlocks } from '../../support/blocks.js';
import type { CardApplication } from '../../support/card-application.js';
import { createWithPage, OPEN_PAGE, PortalClient } from '../../support/portal-client.js';
import { untilRowIsAwaited } from '../../support/race.js';
import { RawSocket } from '../../support/raw-socket.js';
import { ENGINE } from '../../support/test-database.js';
import { TestServer } from '../../support/test-server.js';
import { PASSWORD, UserApplication } from '../../support/user-application.js';

describe("Sign-in to the customer's page", () => {
  const server = TestServer.forSuite({ TRUST_PROXY: 'loopback' });
  const owner = AdminClient.forSuite(server);
  afterEach(() => clearBlocks(server));

  const rowOf = (app: CardApplication) => server.applicationOf(app.client);
  const edit = async (app: CardApplication, changes: object) => {
    const answer = await owner.edit(`/applications/${(await rowOf(app)).id}`, changes);
    expect(answer.status).toBe(200);
    return answer.body;
  };

  it('shows everybody with the link title, logo, contact and languages, and nothing else', async () => {
    const app = await createWithPage(server, {
      settings: {
        portal_title: 'Licences',
        portal_logo_url: 'https://cdn.example.com/logo.png',
        portal_contact: 'Telegram: @seller',
        portal_languages: ['zh-CN'],
      },
    });
    const client = await PortalClient.of(app);
    const { status, headers, body } = await client.get();
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toEqual({
      title: 'Licences',
      logoUrl: 'https://cdn.example.com/logo.png',
      contact: 'Telegram: @seller',
      languages: ['zh-CN'],
      hasUsers: false,
    });
  });

  it.each([
    'https://a;b/x.png',
    'https://a,b/x',
    'https://*/x',
    'http://a.example/x',
    'https://u:p@a.example/',
  ])('has no logo at %s', async (logo) => {
    const app = await createWithPage(server);
    const words = /must be empty or an https address .* host .*letters, digits, dots and hyphens/;
    const refused = await owner.edit(`/applications/${(await rowOf(app)).id}`, { portalLogoUrl: logo });
    expect(refused.status).toBe(422);
    expect(JSON.stringify(refused.body)).toMatch(words);
    await expect(app.configure({ portal_logo_url: logo })).rejects.toThrow(words);
    expect(await rowOf(app)).toMatchObject({ portalLogoUrl: '' });
  });

  it('accepts a card, and sets a 15-minute cookie that scripts and other sites cannot use', async () => {
    const app = await createWithPage(server);
    const client = await PortalClient.of(app);
    const answer = await client.signIn('C1');
    expect(answer).toMatchObject({ status: 200, body: { signedInUntil: server.clock.now() + 900_000 } });
    const [cookie] = answer.headers.getSetCookie();
    expect(cookie).toMatch(/^latchkey_portal=[A-Za-z0-9]{43}; /);
    expect(cookie!.split('; ').slice(1).toSorted()).toEqual([
      'HttpOnly',
      'Max-Age=900',
      `Path=/api/portal/v1/${client.slug}`,
      'SameSite=Strict',
    ]);
    const [row] = await server.dataSource
      .getRepository(PortalSession)
      .findBy({ applicationId: (await rowOf(app)).id });
    expect(JSON.stringify(row)).not.toContain(client.cookie!.split('=')[1]);
    expect(await client.account()).toMatchObject({ kind: 'card', state: 'unused', cardType: 'Type' });

    server.clock.advance(899);
    expect((await client.get('account')).status).toBe(200);
    server.clock.advance(1);
    expect(await client.get('account')).toMatchObject({ status: 401, body: { code: 'not_signed_in' } });
    await server.get(PortalSessionPurgeJob).run();
    expect(
      await server.dataSource.getRepository(PortalSession).countBy({ applicationId: row!.applicationId }),
    ).toBe(0);
  });

  it('has a cookie over HTTPS that no other host of the domain can set', async () => {
    const app = await createWithPage(server, { cards: ['C1', 'C2'] });
    const https = { 'x-forwarded-proto': 'https' };
    const attacker = await PortalClient.signedIn(app, 'C2');
    const client = await PortalClient.of(app);
    const [cookie] = (await client.signIn('C1', https)).headers.getSetCookie();
    const [first, ...attributes] = cookie!.split('; ');
    expect(first).toMatch(new RegExp(`^__Host-latchkey_portal_${client.slug}=[A-Za-z0-9]{43}$`));
    expect(attributes.toSorted()).toEqual(['HttpOnly', 'Max-Age=900', 'Path=/', 'SameSite=Strict', 'Secure']);
    const own = client.cookie!;
    // A sibling domain sets a cookie, which the browser sends first because of its longer path.
    const get = (cookie: string) => client.request('GET', 'account', undefined, { ...https, cookie });
    expect((await get(`${attacker.cookie!}; ${own}`)).body).toMatchObject({ sessionId: client.session });
    expect((await get(attacker.cookie!)).status).toBe(401);
    // Signing out clears the cookie under its actual name.
    client.cookie = own;
    const [cleared] = (await client.post('sign-out', {}, https)).headers.getSetCookie();
    expect(cleared).toContain(`__Host-latchkey_portal_${client.slug}=;`);
    expect(cleared).toContain('; Secure');
  });

  it('acts on the account that the page shows, and on no other', async () => {
    const app = await createWithPage(server, { cards: ['A', 'B', 'NEW'] });
    for (const card of ['A', 'B']) await app.open('D1', card);
    const page = await PortalClient.signedIn(app, 'A');
    const { id } = (await page.account()).devices[0]!;
    const other = await PortalClient.signedIn(app, 'B');
    // Another tab of the same browser signs in as B.
    page.cookie = other.cookie;
    const acts = [
      ['recharge', { card: 'NEW' }],
      ['unbind', { device: id }],
      ['unbind-password', { password: 'secret1' }],
      ['end-sessions', {}],
      ['ticket', { requestCode: 'x' }],
      ['sign-out', {}],
    ] as const;
    for (const session of [page.session, undefined, '', 'x', other.cookie!.split('=')[1]])
      for (const [path, body] of acts) {
        const shown = Object.assign(await PortalClient.of(app), { cookie: page.cookie, session });
        expect(await shown.post(path, body)).toMatchObject({
          status: 409,
          body: {
            code: 'session_changed',
            message: 'You signed in to another account in another tab. Reload the page.',
          },
        });
      }
    expect(await app.row('NEW')).toMatchObject({ status: 'unused' });
    expect(await app.devices('A')).toEqual(['D1']);
    // After a reload the page shows B, and its actions affect B.
    await page.account();
    expect(page.session).toBe(other.session);
    expect((await page.post('recharge', { card: 'NEW' })).status).toBe(200);
  });

  it('has a public id that stays the same and reveals nothing', async () => {
    const app = await createWithPage(server);
    const client = await PortalClient.of(app);
    const { sessionId } = (await client.signIn('C1')).body;
    expect(sessionId).toMatch(/^[\w-]{22}$/);
    for (let i = 0; i < 2; i++) expect(await client.account()).toMatchObject({ sessionId });
    const again = await PortalClient.signedIn(app);
    expect(again.session).not.toBe(sessionId);
    const rows = await server.dataSource
      .getRepository(PortalSession)
      .findBy({ applicationId: (await rowOf(app)).id });
    expect(JSON.stringify([rows, client.cookie])).not.toContain(sessionId);
  });

  it('outlives a visit from another site, with which browsers send no cookie', async () => {
    const client = await PortalClient.signedIn(await createWithPage(server));
    const stranger = new PortalClient(server.url, client.slug);
    const answer = await stranger.get('account');
    expect(answer.status).toBe(401);
    expect(answer.headers.getSetCookie()).toEqual([]);
    // An invalid cookie is cleared.
    stranger.cookie = 'latchkey_portal=old';
    expect((await stranger.get('account')).headers.getSetCookie()).toHaveLength(1);
    expect((await client.get('account')).status).toBe(200);
  });

  it('accepts a user name and a password, and ends when the password changes', async () => {
    const app = await UserApplication.withAlice(server, { settings: OPEN_PAGE });
    const client = await PortalClient.of(app.ofCards);
    expect((await client.get()).body).toMatchObject({ hasUsers: true });
    expect((await client.signInUser('alice', PASSWORD)).status).toBe(200);
    expect(await client.account()).toMatchObject({ kind: 'user', name: 'alice', hasUnbindPassword: null });
    const change = { username: 'alice', password: PASSWORD, new_password: 'battery staple' };
    expect(await app.post('password', change)).toMatchObject({ code: 0 });
    expect((await client.get('account')).status).toBe(401);
    // The user can no longer sign in with the card used for registration.
    expect((await client.signIn('C1')).status).toBe(401);
  });

  it('answers an unknown card, an unknown user and a wrong password with the same bytes', async () => {
    const app = await UserApplication.withAlice(server, { settings: OPEN_PAGE });
    const client = await PortalClient.of(app.ofCards);
    const answers = [
      await client.signIn('NO-SUCH-CARD'),
      await client.signInUser('nobody', PASSWORD),
      await client.signInUser('alice', 'wrong password'),
    ];
    for (const { status, text, headers } of answers) {
      expect(status).toBe(401);
      expect(text).toBe(answers[0]!.text);
      expect(headers.getSetCookie()).toEqual([]);
    }
    expect(answers[0]!.body.code).toBe('sign_in_failed');
  });

  it.each([
    ['frozen', { frozen: true }],
    ['expired', { status: 'activated', activatedAt: 1, expiresAt: 2 }],
    ['unused', {}],
  ] as const)('lets a customer see that the card is %s', async (state, values) => {
    const app = await createWithPage(server);
    await server.dataSource.manager.update(Card, { id: (await app.row()).id }, values);
    expect(await (await PortalClient.signedIn(app)).account()).toMatchObject({ state });
  });

  it('lets a blocked customer look, and change nothing', async () => {
    const app = await createWithPage(server);
    await app.open();
    const client = await PortalClient.signedIn(app);
    await addBlock(server, { kind: 'card', pattern: 'C1', applicationId: (await rowOf(app)).id });
    expect(await client.account()).toMatchObject({
      state: 'blocked',
      devices: [{ unbind: { refusal: 'blocked' } }],
    });
    expect(await client.unbind()).toMatchObject({ status: 409, body: { code: 'blocked' } });
    expect(await app.devices()).toEqual(['D1']);
  });

  it('refuses a blocked address', async () => {
    const app = await createWithPage(server);
    const client = await PortalClient.of(app, '203.0.113.99');
    await addBlock(server, { kind: 'ip', pattern: '203.0.113.99', applicationId: (await rowOf(app)).id });
    const answer = await client.signIn('C1');
    expect(answer).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    expect(answer.headers.get('retry-after')).toBe('3600');
    expect((await client.get()).status).toBe(429);
    expect((await (await PortalClient.of(app, '203.0.113.98')).signIn('C1')).status).toBe(200);
  });

  it('is over after signing out, also for a copy of the cookie', async () => {
    const app = await createWithPage(server);
    const client = await PortalClient.signedIn(app);
    const { cookie } = client;
    expect((await client.post('sign-out')).status).toBe(200);
    expect(client.cookie).toBeUndefined();
    client.cookie = cookie;
    expect((await client.get('account')).status).toBe(401);
    expect((await client.post('sign-out')).status).toBe(200);
  });

  it('is over when the card is deleted or consumed', async () => {
    const app = await createWithPage(server, { cards: ['C1', 'C2', 'C3'] });
    const [first, second] = [await PortalClient.signedIn(app), await PortalClient.signedIn(app, 'C2')];
    expect((await owner.delete(`/cards/${(await app.row()).id}`)).status).toBe(200);
    expect((await first.get('account')).status).toBe(401);
    await app.open('D1', 'C3');
    expect(await app.recharge('C2', 'C3')).toMatchObject({ code: 0 });
    expect((await second.get('account')).status).toBe(401);
    expect((await second.signIn('C2')).status).toBe(401);
  });

  it.each([
    [
      'the panel switches the page off',
      (app: CardApplication) => edit(app, { portalEnabled: false }),
      (app: CardApplication) => edit(app, { portalEnabled: true }),
    ],
    [
      'the application is disabled',
      (app: CardApplication) => edit(app, { enabled: false }),
      (app: CardApplication) => edit(app, { enabled: true }),
    ],
    [
      'a file switches the page off',
      (app: CardApplication) => app.configure({ portal_enabled: false }),
      (app: CardApplication) => app.configure({ portal_enabled: true }),
    ],
  ])('is over when %s, also after it is switched on again', async (_, off, on) => {
    const app = await createWithPage(server);
    const client = await PortalClient.signedIn(app);
    const { cookie } = client;
    await off(app);
    for (const answer of [await client.get(), await client.get('account'), await client.signIn('C1')])
      expect(answer).toMatchObject({ status: 404, body: { code: 'no_such_page' } });
    await on(app);
    client.cookie = cookie;
    expect((await client.get('account')).status).toBe(401);
    expect((await client.signIn('C1')).status).toBe(200);
  });

  it('is over when the link is renewed, and the old link is gone', async () => {
    const app = await createWithPage(server);
    const client = await PortalClient.signedIn(app);
    const { id, portalSlug } = await rowOf(app);
    const renewed = await owner.post<{ portalSlug: string }>(`/applications/${id}/renew-portal-link`);
    expect(renewed.status).toBe(200);
    expect(renewed.body.portalSlug).toMatch(/^[a-z0-9]{22}$/);
    expect(renewed.body.portalSlug).not.toBe(portalSlug);
    expect((await client.get()).status).toBe(404);
    const moved = new PortalClient(server.url, renewed.body.portalSlug);
    moved.cookie = client.cookie;
    expect((await moved.get('account')).status).toBe(401);
    expect(
      await server.dataSource
        .getRepository(AuditRecord)
        .countBy({ action: 'renew_portal_link', recordId: String(id) }),
    ).toBe(1);
  });

  it.each([
    ['the page is switched off', { portalEnabled: false }],
    ['the application is disabled', { enabled: false }],
  ])('a sign-in that waits while %s opens no session', async (_, changes) => {
    const app = await createWithPage(server);
    const client = await PortalClient.of(app);
    // Another process has changed the application, and this process has not noticed it yet.
    server.stopScheduledJobs();
    await server.dataSource.manager.update(Application, { appKey: app.client.credentials.app_key }, changes);
    expect(await client.signIn('C1')).toMatchObject({ status: 404, body: { code: 'no_such_page' } });
    expect(
      await server.dataSource.getRepository(PortalSession).countBy({ applicationId: (await rowOf(app)).id }),
    ).toBe(0);
    await server.get(ApplicationDirectory).refresh();
  });

  it.each([
    ['switches the page off', { portal_enabled: false }],
    ['disables the application', { enabled: false }],
  ])('is over if it begins while a file %s', async (_, changes) => {
    const app = await createWithPage(server);
    const client = await PortalClient.of(app);
    const { dataSource } = server;
    const { promise: isInserting, resolve: inserts } = Promise.withResolvers<void>();
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
    const subscriber = {
      listenTo: () => PortalSession,
      beforeInsert() {
        inserts();
        return isReleased;
      },
    };
    dataSource.subscribers.push(subscriber);
    try {
      const signIn = client.signIn('C1');
      await isInserting;
      const applied = app.configure(changes);
      await untilRowIsAwaited(dataSource).finally(release);
      expect((await signIn).status).toBe(200);
      await applied;
    } finally {
      dataSource.subscribers.splice(dataSource.subscribers.indexOf(subscriber), 1);
    }
    expect(await dataSource.manager.countBy(PortalSession, { applicationId: (await rowOf(app)).id })).toBe(0);
  });

  // On SQLite every write waits for every other.
  (ENGINE === 'mysql' ? it : it.skip)('does not wait for a transaction that adds cards', async () => {
    const app = await createWithPage(server);
    const { id: _, ...card } = await app.row('C1');
    const runner = server.dataSource.createQueryRunner();
    await runner.startTransaction();
    try {
      await runner.manager.insert(Card, { ...card, card: 'C2' });
      await PortalClient.signedIn(app);
    } finally {
      await runner.rollbackTransaction();
      await runner.release();
    }
  });

  it('is not accepted at the page of another application', async () => {
    const [app, other] = [await createWithPage(server), await createWithPage(server)];
    const client = await PortalClient.signedIn(app);
    const stranger = await PortalClient.of(other);
    stranger.cookie = client.cookie;
    expect((await stranger.get('account')).status).toBe(401);
    expect((await stranger.post('end-sessions')).status).toBe(401);
  });

  it('keeps ten sign-ins of a card, and a further sign-in ends the oldest', async () => {
    const app = await createWithPage(server);
    const clients: PortalClient[] = [];
    for (let i = 0; i < 11; i++) clients.push(await PortalClient.signedIn(app));
    expect((await clients[0]!.get('account')).status).toBe(401);
    for (const client of clients.slice(1)) expect((await client.get('account')).status).toBe(200);
  });

  it.each([
    ['unknown', 'aaaaaaaaaaaaaaaaaaaaaa'],
    ['in capitals', 'AAAA'],
    ['with an escape', '%00'],
    ['not UTF-8', '%ff'],
  ])('knows no page with a slug that is %s', async (_, slug) => {
    const client = new PortalClient(server.url, slug);
    expect((await client.get()).status).toBeGreaterThanOrEqual(404);
    expect((await client.signIn('C1')).status).toBeGreaterThanOrEqual(404);
  });

  it.each([
    ['Sec-Fetch-Site: cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['Sec-Fetch-Site: same-site', { 'sec-fetch-site': 'same-site' }],
    ['the origin of another host', { origin: 'https://evil.example' }],
    ['an opaque origin', { origin: 'null' }],
  ])('refuses changes with %s', async (_, headers) => {
    const app = await createWithPage(server);
    await app.open();
    const client = await PortalClient.signedIn(app);
    const { id } = (await client.account()).devices[0]!;
    for (const [path, body] of [
      ['sign-in', { card: 'C1' }],
      ['unbind', { device: id }],
      ['end-sessions', {}],
      ['sign-out', {}],
    ] as const)
      expect(await client.post(path, body, headers)).toMatchObject({
        status: 403,
        body: { code: 'other_site' },
      });
    expect(await app.devices()).toEqual(['D1']);
    expect((await client.get('account')).status).toBe(200);
  });

  it('refuses an opaque origin in HTTP/1.0 without a host', async () => {
    const { slug } = await PortalClient.of(await createWithPage(server));
    const body = '{"card":"C1"}';
    const head = [
      `POST /api/portal/v1/${slug}/sign-in HTTP/1.0`,
      'Origin: null',
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
    ];
    const raw = await RawSocket.open(server.url);
    raw.write(`${head.join('\r\n')}\r\n\r\n${body}`);
    expect(await raw.statuses(1)).toEqual([403]);
    const { text } = await raw.answer();
    expect(text).toContain('"other_site"');
    expect(text).not.toMatch(/^set-cookie/im);
  });

  it('accepts its own origin', async () => {
    const client = await PortalClient.of(await createWithPage(server));
    expect((await client.signIn('C1', { origin: server.url })).status).toBe(200);
    const proxied = { 'x-forwarded-host': 'shop.example', origin: 'https://shop.example' };
    expect((await client.signIn('C1', proxied)).status).toBe(200);
    const current = { 'sec-fetch-site': 'same-origin', origin: 'https://behind-a-proxy.example' };
    expect((await client.signIn('C1', current)).status).toBe(200);
  });

  it.each([
    ['a form', 'application/x-www-form-urlencoded', 'card=C1', 415],
    ['text, as a form of another site may send', 'text/plain', '{"card":"C1"}', 415],
    ['another charset', 'application/json; charset=utf-16', '{"card":"C1"}', 415],
    ['broken JSON', 'application/json', '{"card":', 422],
    ['a list', 'application/json', '[]', 422],
    ['no card', 'application/json', '{}', 422],
    ['a number as the card', 'application/json', '{"card":1}', 422],
    ['half a character', 'application/json', '{"card":"\\ud800"}', 422],
    ['another field', 'application/json', '{"card":"C1","x":1}', 422],
    ['a nested value', 'application/json', '{"card":{"a":1}}', 422],
    ['a long card', 'application/json', JSON.stringify({ card: 'x'.repeat(65) }), 422],
    ['much', 'application/json', JSON.stringify({ card: 'x'.repeat(9000) }), 413],
  ])('refuses a body of %s', async (_, type, body, status) => {
    const client = await PortalClient.of(await createWithPage(server));
    const answer = await client.request('POST', 'sign-in', body, { 'content-type': type });
    expect(answer.status).toBe(status);
    expect(client.cookie).toBeUndefined();
  });

  it.each(['unbind', 'recharge', 'unbind-password', 'end-sessions', 'ticket'])(
    'is needed for %s',
    async (path) => {
      const client = await PortalClient.of(await createWithPage(server));
      expect(await client.post(path)).toMatchObject({ status: 401, body: { code: 'not_signed_in' } });
    },
  );

  it('is recorded in the history of the card as an action of the customer', async () => {
    const app = await createWithPage(server);
    await PortalClient.signedIn(app);
    const { id } = await app.row();
    const { body } = await owner.get<{ audit: object[] }>(`/cards/${id}/history`);
    expect(body.audit).toMatchObject([{ actorKind: 'customer', actorName: 'customer', action: 'sign_in' }]);
  });

  it('of an imported user works with the old hash', async () => {
    const app = await UserApplication.withAlice(server, { settings: OPEN_PAGE });
    const { applicationId } = await app.ofCards.row();
    // md5('secret1')
    const passwordHash = '$md5$e52d98c459819a11775936d8dfbb7929';
    await server.dataSource.manager.update(User, { applicationId }, { passwordHash });
    const client = await PortalClient.of(app.ofCards);
    expect((await client.signInUser('alice', 'secret2')).status).toBe(401);
    expect((await client.signInUser('alice', 'secret1')).status).toBe(200);
  });
});
