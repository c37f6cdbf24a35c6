import { beforeAll, describe, expect, it } from '@jest/globals';
import { TOTP, URI } from 'otpauth';
import { AdminPurgeJob } from '@app/admin';
import { AdminSession, AuditRecord, CardJob } from '@app/database';
import { type AdminAnswer, AdminClient, OWNER } from '../../support/admin-client.js';
import {
  type Account,
  createWorld,
  DAY_SEC,
  editAdmin,
  hire,
  newToken,
  unchanged,
  type World,
} from '../../support/admin-fixtures.js';
import { NO_ID } from '../../support/admin-route-table.js';
import { adminRoutes } from '../../support/admin-routes.js';
import { withFailingCommits } from '../../support/failing-commits.js';
import { TestServer } from '../../support/test-server.js';

const MASK = '•••';
const FROM = { 'x-forwarded-for': '203.0.113.7' };

/** Action and changes of an audit record. */
interface Noted {
  resource: string;
  recordName: string;
  action: string;
  before?: object | null;
  after?: object | null;
  applicationId?: number | null;
}

describe('the audit log', () => {
  const server = TestServer.forSuite({
    TRUST_PROXY: 'loopback',
    AUDIT_RETENTION_DAYS: '30',
    CARD_JOB_RETENTION_DAYS: '30',
  });
  let owner: AdminClient;
  let world: World;
  beforeAll(async () => {
    owner = await AdminClient.owner(server);
    world = await createWorld(server, owner);
  });

  const records = () =>
    server.dataSource.getRepository(AuditRecord).find({ order: { id: 'ASC' } }) as Promise<
      Pick<AuditRecord, keyof AuditRecord>[]
    >;
  /** Returns the audit records written during `work`. */
  const noted = async (send: () => Promise<unknown>) => {
    const before = await records();
    await send();
    return (await records()).slice(before.length);
  };
  const parsed = (text: string | null) => text && (JSON.parse(text) as object);

  describe('has one record of', () => {
    /** Changes in order, each with its expected audit record. */
    type Step = [method: string, path: () => string, body: object | undefined, Noted];
    const ofApplication = (resource: string, recordName: string) => ({
      resource,
      recordName,
      applicationId: 1,
    });
    const ofAll = (resource: string, recordName: string) => ({ resource, recordName, applicationId: null });
    const id = (resource: string) => () => `/${resource}/${world.ids[resource]}`;
    const act = (resource: string, action: string) => () => `/${resource}/${world.ids[resource]}/${action}`;

    const STEPS: Record<string, Step> = {
      'an edit': [
        'PATCH',
        id('variables'),
        { value: 'Bye', checkRule: 'md5' },
        {
          ...ofApplication('variables', 'motd'),
          action: 'update',
          before: { value: 'Hello', checkRule: null, version: 1 },
          after: { value: 'Bye', checkRule: 'md5', version: 2 },
        },
      ],
      'a deletion': [
        'DELETE',
        id('variables'),
        undefined,
        {
          ...ofApplication('variables', 'motd'),
          action: 'delete',
          before: expect.objectContaining({ key: 'motd', value: 'Bye' }),
          after: null,
        },
      ],
      'an edit of an application': [
        'PATCH',
        id('applications'),
        { notice: 'x'.repeat(3000) },
        {
          ...ofApplication('applications', 'Application 1'),
          action: 'update',
          before: { notice: '' },
          after: { notice: `${'x'.repeat(2000)}… (3000 characters)` },
        },
      ],
      'a look at a secret': [
        'POST',
        act('applications', 'reveal-secret'),
        {},
        {
          ...ofApplication('applications', 'Application 1'),
          action: 'reveal_secret',
          before: null,
          after: null,
        },
      ],
      'a new secret': [
        'POST',
        act('applications', 'rotate-secret'),
        { overlapHours: 1 },
        {
          ...ofApplication('applications', 'Application 1'),
          action: 'rotate_secret',
          before: { appSecretSealed: MASK, previousSecretSealed: null, previousSecretUntil: null },
          after: {
            appSecretSealed: MASK,
            previousSecretSealed: MASK,
            previousSecretUntil: expect.any(Number),
          },
        },
      ],
      'the end of an overlap of secrets': [
        'POST',
        act('applications', 'end-overlap'),
        {},
        {
          ...ofApplication('applications', 'Application 1'),
          action: 'end_overlap',
          before: { previousSecretUntil: expect.any(Number) },
          after: { previousSecretUntil: null },
        },
      ],
      'a new signing key': [
        'POST',
        act('applications', 'rotate-signing-key'),
        { overlapHours: 1 },
        {
          ...ofApplication('applications', 'Application 1'),
          action: 'rotate_signing_key',
          before: {
            signingKeySealed: MASK,
            publicKey: expect.any(String),
            previousPublicKey: null,
            previousPublicKeyUntil: null,
          },
          after: {
            signingKeySealed: MASK,
            publicKey: expect.any(String),
            previousPublicKey: expect.any(String),
            previousPublicKeyUntil: expect.any(Number),
          },
        },
      ],
      "a new link of the customer's page": [
        'POST',
        act('applications', 'renew-portal-link'),
        {},
        {
          ...ofApplication('applications', 'Application 1'),
          action: 'renew_portal_link',
          before: { portalSlug: null },
          after: { portalSlug: expect.stringMatching(/^[a-z0-9]{20,}$/) },
        },
      ],
      'more time': [
        'POST',
        act('cards', 'add-time'),
        { unit: 'days', amount: 1 },
        {
          ...ofApplication('cards', 'C2'),
          action: 'add_time',
          before: { expiresAt: expect.any(Number) },
          after: { expiresAt: expect.any(Number) },
        },
      ],
      'a freeze': [
        'POST',
        act('cards', 'freeze'),
        {},
        {
          ...ofApplication('cards', 'C2'),
          action: 'freeze',
          before: { frozen: false },
          after: { frozen: true },
        },
      ],
      "a user's new password": [
        'POST',
        act('users', 'password'),
        { password: 'another password' },
        {
          ...ofApplication('users', 'alice'),
          action: 'reset_password',
          before: { passwordHash: MASK },
          after: { passwordHash: MASK },
        },
      ],
      'a kick': [
        'DELETE',
        id('sessions'),
        undefined,
        { ...ofApplication('sessions', 'D3'), action: 'kick', before: null, after: null },
      ],
      'an unbinding': [
        'DELETE',
        id('devices'),
        undefined,
        {
          ...ofApplication('cards', 'C3'),
          action: 'unbind',
          before: { devices: ['D3'] },
          after: null,
        },
      ],
      "an administrator's edit, with all that it changes": [
        'PATCH',
        id('admins'),
        { name: 'Ann', role: 'manager', password: 'a new password', applicationIds: [] },
        {
          ...ofAll('admins', 'viewer.1@example.com'),
          action: 'update',
          before: { name: 'Number 1', role: 'viewer', passwordHash: MASK, applicationIds: [1] },
          after: { name: 'Ann', role: 'manager', passwordHash: MASK, applicationIds: [] },
        },
      ],
      'the assignment of applications to an administrator, without another change': [
        'PATCH',
        id('admins'),
        { applicationIds: [1] },
        {
          ...ofAll('admins', 'viewer.1@example.com'),
          action: 'update',
          before: { applicationIds: [] },
          after: { applicationIds: [1] },
        },
      ],
      "the end of an administrator's sessions": [
        'POST',
        act('admins', 'sign-out'),
        {},
        { ...ofAll('admins', 'viewer.1@example.com'), action: 'end_sessions', before: null, after: null },
      ],
      'a token that is revoked': [
        'DELETE',
        id('api-tokens'),
        undefined,
        {
          ...ofAll('api-tokens', 'For tests'),
          action: 'delete',
          before: expect.objectContaining({ name: 'For tests', role: 'viewer' }),
          after: null,
        },
      ],
    };

    it.each(Object.keys(STEPS))('%s', async (name) => {
      const [method, path, body, change] = STEPS[name]!;
      server.clock.advance(1);
      expect(world.applicationId).toBe(1);
      const { rowVersion } = (await owner.get(path())).body ?? {};
      const edit = method === 'PATCH' ? { ...body, rowVersion } : body;
      let answer: AdminAnswer;
      const all = await noted(async () => (answer = await owner.request(method, path(), edit, FROM)));
      expect(answer!).toMatchObject({ status: 200 });
      const { before, after, ...rest } = all[0]!;
      expect(all).toHaveLength(1);
      expect({ ...rest, before: parsed(before), after: parsed(after) }).toEqual({
        id: expect.any(Number),
        at: server.clock.now(),
        actorKind: 'admin',
        actorId: 1,
        actorName: OWNER.email,
        recordId: path().split('/')[2],
        ip: FROM['x-forwarded-for'],
        requestId: answer!.headers.get('x-request-id'),
        ...change,
      });
      for (const secret of Object.values(body ?? {})) {
        if (String(secret).includes('password')) expect(before! + after!).not.toContain(secret);
      }
    });

    it.each([
      ['variables', { key: 'new', value: 'v' }, { key: 'new', value: 'v', cardAuth: false }],
      ['card-types', { name: 'New', durationUnit: 'permanent' }, { name: 'New', maxSessions: 1 }],
      ['data', { key: 'new', value: 'v' }, { key: 'new', scope: 'app' }],
    ])('a new record of %s', async (resource, fields, after) => {
      const all = await noted(() =>
        owner.create(`/${resource}`, { applicationId: world.applicationId, ...fields }),
      );
      expect(all).toHaveLength(1);
      expect(all[0]).toMatchObject({ action: 'create', resource, before: null });
      expect(parsed(all[0]!.after)).toMatchObject(after);
    });

    it('a new administrator and a new token, with their fields', async () => {
      const fields = { email: 'new@example.com', name: 'New', role: 'manager', password: 'password of new' };
      const applicationIds = [world.applicationId];
      const [made, ...more] = await noted(() => owner.create('/admins', { ...fields, applicationIds }));
      expect(more).toEqual([]);
      expect(made).toMatchObject({ action: 'create', recordName: 'new@example.com' });
      expect(parsed(made!.after)).toMatchObject({ role: 'manager', applicationIds });
      expect(made!.after).not.toContain(fields.password);

      const [token, ...none] = await noted(() => newToken(owner, { role: 'manager', applicationIds }));
      expect(none).toEqual([]);
      expect(parsed(token!.after)).toMatchObject({ role: 'manager', allApplications: false, applicationIds });
    });

    it('actions of a program, under the names of its administrator and its token', async () => {
      const { id: actorId, email, client } = await hire(server, owner, 'manager', [world.applicationId]);
      const { token } = await newToken(client, { name: 'Shop', role: 'manager' });
      const program = AdminClient.withToken(server.url, token);
      const [record, ...more] = await noted(() =>
        program.create('/variables', { applicationId: world.applicationId, key: 'by-program', value: '' }),
      );
      expect(more).toEqual([]);
      expect(record).toMatchObject({ actorKind: 'token', actorId, actorName: `${email} (Shop)` });
    });

    it('actions of the server itself', async () => {
      const [first] = await records();
      expect(first).toMatchObject({
        actorKind: 'server',
        actorId: null,
        actorName: 'server',
        action: 'create',
        resource: 'admins',
        recordName: OWNER.email,
        ip: '',
      });
      expect(first!.after).not.toContain('password');
    });
  });

  describe('has one record of signing in and of changes to one’s own account:', () => {
    type Person = Account & { client: AdminClient; phone?: TOTP };
    let person: Person;
    beforeAll(async () => {
      person = await hire(server, owner, 'viewer');
    });
    const anonymous = () => new AdminClient(server.url);
    const login = (password: string, totp?: string) => anonymous().signIn(person.email, password, totp);
    const shown = () => person.phone!.generate({ timestamp: server.clock.now() });
    const sayAgain = () => ({ currentPassword: person.password });

    const OWN: Record<string, () => Promise<AdminAnswer>> = {
      sign_in: () => login(person.password),
      sign_in_failed: () => login('wrong password'),
      end_session: async () => {
        const { body } = await person.client.get<{ id: number; current: boolean }[]>('/auth/sessions');
        return person.client.delete(`/auth/sessions/${body.find(({ current }) => !current)!.id}`);
      },
      change_password: async () => {
        const newPassword = 'a password of my own';
        const answer = await person.client.post('/auth/password', { ...sayAgain(), newPassword });
        person.password = newPassword;
        return answer;
      },
      totp_on: async () => {
        const { body } = await person.client.post('/auth/totp', sayAgain());
        person.phone = URI.parse(String(body.uri)) as TOTP;
        return person.client.post('/auth/totp/confirm', { code: shown() });
      },
      totp_asked: () => login(person.password),
      'sign_in_failed with a wrong code': () => login(person.password, '000000 '),
      'sign_in with a code': () => {
        server.clock.advance(60);
        return login(person.password, shown());
      },
      new_recovery_codes: () => person.client.post('/auth/totp/recovery-codes', sayAgain()),
      totp_off: () => person.client.post('/auth/totp/off', sayAgain()),
      sign_out: () => person.client.post('/auth/logout'),
    };

    it.each(Object.keys(OWN))('%s', async (name) => {
      let answer: AdminAnswer;
      const all = await noted(async () => (answer = await OWN[name]!()));
      const isRefused = /^sign_in_failed|^totp_asked/.test(name);
      expect(answer!.status).toBe(isRefused ? 401 : answer!.text === '' ? 204 : 200);
      expect(all).toHaveLength(1);
      expect(all[0]).toMatchObject({
        at: server.clock.now(),
        actorKind: 'admin',
        actorId: person.id,
        actorName: person.email,
        applicationId: null,
        resource: 'admins',
        recordId: String(person.id),
        recordName: person.email,
        action: name.split(' ')[0],
        before: null,
        after: null,
        requestId: answer!.headers.get('x-request-id'),
      });
    });

    it('a failed sign-in of a disabled administrator', async () => {
      const { id, email, password } = await hire(server, owner, 'viewer');
      await editAdmin(owner, { id }, { enabled: false });
      const [record] = await noted(() => anonymous().signIn(email, password));
      expect(record).toMatchObject({ action: 'sign_in_failed', actorId: id });
    });

    it('a failed sign-in with an unknown address, without the address', async () => {
      const all = await noted(() => anonymous().signIn('my password', 'wrong'));
      expect(all).toMatchObject([
        {
          action: 'sign_in_failed',
          actorId: null,
          actorName: 'unknown',
          recordId: null,
          recordName: 'unknown',
        },
      ]);
    });
  });

  describe('has no record of', () => {
    const variable = () => ({ applicationId: world.applicationId, key: 'k', value: 'v' });
    const REFUSED: Record<string, [number, () => Promise<AdminAnswer>]> = {
      reading: [200, () => owner.get('/cards')],
      'a change by somebody who is not signed in': [
        401,
        () => new AdminClient(server.url).post('/variables', variable()),
      ],
      'a change without the CSRF token': [403, () => owner.request('POST', '/variables', variable(), { 'x-csrf-token': 'x' })], // prettier-ignore
      'a change that is not allowed': [403, async () => AdminClient.withToken(server.url, (await viewer()).token).post('/variables', variable())], // prettier-ignore
      'a record that is not there': [404, () => owner.delete(`/cards/${NO_ID}`)],
      'a stale edit': [
        409,
        () => owner.patch(`/cards/${world.ids['cards']}`, { note: 'x', rowVersion: 999 }),
      ],
      'an action at the wrong time': [409, () => owner.delete(`/applications/${world.applicationId}`)],
      'a wrong field': [422, () => owner.post('/variables', { ...variable(), key: 'a b' })],
      'a name that is taken': [422, () => owner.post('/card-types', { ...variable(), name: 'Type' })],
      'an edit that changes nothing': [200, async () => {
        const { body } = await owner.get(`/cards/${world.ids['cards']}`);
        return owner.patch(`/cards/${world.ids['cards']}`, { note: body.note, rowVersion: body.rowVersion });
      }], // prettier-ignore
      'a freeze of a card that is already frozen': [
        200,
        () => owner.post(`/cards/${world.ids['cards']}/freeze`),
      ],
      'a change that was not committed': [500, () =>
        withFailingCommits(server.dataSource, () => owner.post('/variables', variable()))], // prettier-ignore
    };
    let made: Promise<{ token: string }> | undefined;
    const viewer = () => (made ??= newToken(owner));

    it.each(Object.keys(REFUSED))('%s', async (name) => {
      await owner.post(`/cards/${world.ids['cards']}/freeze`);
      await AdminClient.withToken(server.url, (await viewer()).token).get('/auth/me');
      const [status, send] = REFUSED[name]!;
      const answer = await unchanged(server, send);
      expect(answer.status).toBe(status);
    });
  });

  describe('is read', () => {
    it('by managers, of their applications only', async () => {
      const other = await owner.create('/applications', { name: 'Another' });
      const { client } = await hire(server, owner, 'manager', [other.id]);
      const { body } = await client.list<AuditRecord>('/audit-log');
      expect(body).toMatchObject([
        { resource: 'applications', recordId: String(other.id), action: 'create' },
      ]);
      expect(await client.get(`/audit-log/${body[0]!.id}`)).toMatchObject({ status: 200, body: body[0] });
      const all = await owner.list<AuditRecord>('/audit-log', { range: [0, 999] });
      expect(all.body).toEqual((await records()).map((record) => ({ ...record })).toReversed());
      for (const { id, applicationId } of all.body.filter(
        ({ applicationId }) => applicationId !== other.id,
      )) {
        expect([applicationId, (await client.get(`/audit-log/${id}`)).status]).toEqual([applicationId, 404]);
      }
    });

    it('by action, record, actor and time', async () => {
      server.clock.advance(100);
      const from = server.clock.now();
      const { id, email, client } = await hire(server, owner, 'manager', [world.applicationId]);
      const { id: recordId } = await client.create('/blocks', {
        applicationId: world.applicationId,
        kind: 'device',
        pattern: 'D77',
        reason: 'r',
      });
      const find = async (filter: object) =>
        (await owner.list<AuditRecord>('/audit-log', { filter, sort: ['id', 'ASC'] })).body.map(
          ({ resource, action }) => `${resource} ${action}`,
        );
      const mine = ['admins sign_in', 'blocks create'];
      expect(await find({ actorName: email })).toEqual(mine);
      expect(await find({ from })).toEqual(['admins create', ...mine]);
      expect(await find({ from: from + 1 })).toEqual([]);
      expect(await find({ actorName: email, before: from + 1 })).toEqual(mine);
      expect(await find({ actorName: email, before: from })).toEqual([]);
      expect(await find({ resource: 'blocks', recordId: String(recordId) })).toEqual(['blocks create']);
      expect(await find({ resource: 'admins', recordId: String(id), action: 'sign_in' })).toEqual([
        'admins sign_in',
      ]);
      expect(await find({ applicationId: world.applicationId, from })).toEqual(['blocks create']);
    });
  });

  describe('is kept', () => {
    it('unchanged: the API cannot modify it', async () => {
      const routes = adminRoutes(server).filter(({ path }) => path.startsWith('/audit-log'));
      expect(new Set(routes.map(({ method }) => method))).toEqual(new Set(['GET']));
      const [{ id }] = (await records()) as [AuditRecord];
      await unchanged(server, async () => {
        for (const [method, path] of [
          ['POST', '/audit-log'],
          ['PUT', `/audit-log/${id}`],
          ['PATCH', `/audit-log/${id}`],
          ['DELETE', `/audit-log/${id}`],
          ['DELETE', '/audit-log'],
        ] as const) {
          expect([path, (await owner.request(method, path, {})).status]).toEqual([path, 404]);
        }
      });
    });

    it('when the administrator and the record are deleted', async () => {
      const { id, email, client } = await hire(server, owner, 'manager', [world.applicationId]);
      const block = { applicationId: world.applicationId, kind: 'device', pattern: 'D78', reason: 'r' };
      const made = await client.create('/blocks', block);
      await client.delete(`/blocks/${made.id}`);
      await owner.delete(`/admins/${id}`);
      const { body } = await owner.list<AuditRecord>('/audit-log', { filter: { actorName: email } });
      expect(body.map(({ action }) => action)).toEqual(['delete', 'create', 'sign_in']);
    });

    const purge = () => server.get(AdminPurgeJob).run();

    it('for AUDIT_RETENTION_DAYS; ended card jobs are kept for CARD_JOB_RETENTION_DAYS', async () => {
      const jobs = () => server.dataSource.getRepository(CardJob).count();
      const sessions = () => server.dataSource.getRepository(AdminSession).count();
      expect(await jobs()).toBe(1);
      expect(await sessions()).toBeGreaterThan(1);
      const before = await records();
      const last = Math.max(...before.map(({ at }) => at));
      const isLast = ({ at }: { at: number }) => at === last;
      server.clock.advance((last - server.clock.now()) / 1000 + 30 * DAY_SEC);
      await purge();
      // A record of exactly the retention period is kept.
      expect(await records()).toEqual(before.filter(isLast));
      server.clock.advance(1);
      await purge();
      expect(await records()).toEqual([]);
      expect(await jobs()).toBe(0);

      // Expired sign-ins are deleted too, but live ones are not.
      owner = await AdminClient.owner(server);
      await purge();
      expect(await sessions()).toBe(1);
      expect(await owner.get('/auth/me')).toMatchObject({ status: 200 });
      expect(await records()).toMatchObject([{ action: 'sign_in' }]);
    });

    it('and then deleted, however many records there are', async () => {
      const kept = await records();
      const fields = { actorKind: 'server', actorName: 'server', resource: 'x', action: 'x', ip: '', requestId: '' } as const; // prettier-ignore
      const old = { ...fields, at: server.clock.now() - 31 * DAY_SEC * 1000 };
      await server.dataSource.getRepository(AuditRecord).insert(Array.from({ length: 2500 }, () => old));
      expect(await records()).toHaveLength(kept.length + 2500);
      await purge();
      expect(await records()).toEqual(kept);
    });
  });
});
