import { beforeAll, describe, expect, it } from '@jest/globals';
import { createHash, createHmac } from 'node:crypto';
import { AuditRecord } from '@app/database';
import { AdminClient } from '../../support/admin-client.js';
import { otherAdmin } from '../../support/admin-fixtures.js';
import { PaojiaoyunApplication } from '../../support/paojiaoyun-application.js';
import type { Parameters, SignedClient } from '../../support/signed-client.js';
import { TestServer } from '../../support/test-server.js';

interface Check {
  parameters: Record<string, string>;
  canonicalString: string;
  expectedSign: string;
  givenSign: string | null;
  matches: boolean;
  matchedSecret: string;
  findings: { severity: string; code: string; message: string; details: object }[];
}

const MODES = ['md5', 'hmac-sha256'] as const;

describe('the signature check', () => {
  const server = TestServer.forSuite();
  const admin = AdminClient.forSuite(server);
  const clients = {} as Record<(typeof MODES)[number], SignedClient>;
  const ids = {} as Record<(typeof MODES)[number], number>;
  beforeAll(async () => {
    for (const mode of MODES) {
      clients[mode] = await server.client({ name: `Signs ${mode}`, sign_mode: mode });
      ids[mode] = await idOf(clients[mode]);
    }
  });

  const idOf = async (client: SignedClient) => (await server.applicationOf(client)).id;

  async function check(body: object, as = admin): Promise<Check> {
    const answer = await as.post<Check>('/signature-check', body);
    expect(answer).toMatchObject({ status: 200 });
    return answer.body;
  }
  const codes = ({ findings }: Check) => findings.map(({ code }) => code);

  describe.each(MODES)('of %s', (mode) => {
    const parameters = () => clients[mode].sign({ card: 'C 1/é', config: '', big: 42, flag: true });

    it('agrees with the client API about a request that is right, in every form', async () => {
      const sent = parameters();
      const query = new URLSearchParams(
        Object.entries(sent).map(([key, value]) => [key, String(value)] as [string, string]),
      ).toString();
      const texts = Object.fromEntries(Object.entries(sent).map(([key, value]) => [key, String(value)]));
      const expected = {
        parameters: texts,
        signMode: mode,
        canonicalString: Object.keys(sent)
          .filter((key) => key !== 'sign')
          .toSorted()
          .map((key) => `${key}=${sent[key]}`)
          .join('&'),
        expectedSign: sent.sign,
        givenSign: sent.sign,
        matches: true,
        matchedSecret: 'current',
        findings: [],
      };
      const forms = [
        { parameters: sent },
        { raw: JSON.stringify(sent) },
        { raw: `\n${JSON.stringify(sent, null, 2)}\n` },
        { raw: query },
        { raw: `?${query}` },
        { raw: `/api/client/v1/card/login?${query}` },
        { raw: `https://example.com/api/client/v1/card/login?${query}` },
      ];
      for (const form of forms) expect(await check({ applicationId: ids[mode], ...form })).toEqual(expected);
      // Signed correctly, but refused for another reason.
      expect(await clients[mode].send('POST', '/card/login', sent, 'json')).toMatchObject({ code: 400 });
      expect(await clients[mode].send('GET', '/software/notice', parameters(), 'query')).toMatchObject({
        code: 0,
      });
    });

    it.each<[string, (parameters: Parameters, secret: string) => string, string[]]>([
      [
        'the other mode',
        (parameters, secret) =>
          mode === 'md5'
            ? createHmac('sha256', secret).update(sorted(parameters)).digest('hex')
            : createHash('md5')
                .update(sorted(parameters) + secret)
                .digest('hex'),
        ['other_mode'],
      ],
      [
        'values that are encoded',
        (parameters, secret) => digest(sorted(parameters, encodeURIComponent), secret),
        ['values_url_encoded'],
      ],
      [
        'empty values left out, not sorted',
        (parameters, secret) =>
          digest(
            Object.entries(parameters)
              .filter(([, value]) => value !== '')
              .map(([key, value]) => `${key}=${value}`)
              .join('&'),
            secret,
          ),
        ['empty_values_left_out', 'keys_not_sorted'],
      ],
      ['nothing known', () => 'f'.repeat(mode === 'md5' ? 32 : 64), ['sign_unexplained']],
    ])('explains %s, which the client API refuses', async (_, signWrongly, expected) => {
      const { sign: right, ...sent } = clients[mode].sign({ card: 'C 1', config: '' });
      const sign = signWrongly(sent, clients[mode].credentials.app_secret);
      const answer = await check({ applicationId: ids[mode], parameters: { ...sent, sign } });
      expect(answer).toMatchObject({
        matches: false,
        matchedSecret: 'none',
        expectedSign: right,
        givenSign: sign,
      });
      expect(codes(answer)).toEqual(expected);
      const refused = await clients[mode].send('GET', '/software/notice', { ...sent, sign }, 'query');
      expect(refused).toMatchObject({ code: 10010 });
      const accepted = { ...sent, sign: answer.expectedSign };
      expect(await clients[mode].send('GET', '/software/notice', accepted, 'query')).toMatchObject({
        code: 0,
      });
    });

    function digest(text: string, secret: string): string {
      return mode === 'md5'
        ? createHash('md5')
            .update(text + secret)
            .digest('hex')
        : createHmac('sha256', secret).update(text).digest('hex');
    }
    function sorted(parameters: Parameters, encode: (value: string) => string = String): string {
      return Object.keys(parameters)
        .toSorted()
        .map((key) => `${key}=${encode(String(parameters[key]))}`)
        .join('&');
    }
  });

  it.each<[code: string, refused: Parameters]>([
    ['parameter_name', { card: 'C1', 备注: 'x' }],
    ['value_ampersand', { card: 'C1', note: 'a&b' }],
    ['value_nonce_and_timestamp', { card: 'C1', config: '"&nonce=N&timestamp=1"' }],
    ['value_ambiguous', { card: 'C1', config: '"&nonce=N&password="' }],
  ])('explains refusals of correctly signed requests: %s', async (code, refused) => {
    const sent = clients.md5.sign(refused);
    const answer = await check({ applicationId: ids.md5, parameters: sent });
    expect(answer.matches).toBe(true);
    expect(codes(answer)).toEqual([code]);
    const { code: told, errs } = await clients.md5.send('POST', '/card/config', sent, 'json');
    expect(told).toBe(400);
    expect(answer.findings[0]!.details).toEqual({ parameter: Object.keys(errs!)[0] });
  });

  it.each(['{"u":"http://h/?a=1&b=2"}', '"http://h/?a=1&nonce=5"'])(
    'reports no fault for a value with & that the client API accepts: %s',
    async (config) => {
      const sent = clients.md5.sign({ card: 'C1', config });
      expect(codes(await check({ applicationId: ids.md5, parameters: sent }))).toEqual([]);
      expect(await clients.md5.send('POST', '/card/config', sent, 'json')).toMatchObject({ code: 10218 });
    },
  );

  it('follows a rotation of the secret', async () => {
    const { id, appKey } = await admin.create<{ id: number; appKey: string }>('/applications', {
      name: 'Rotates',
    });
    const { body: before } = await admin.post<{ appSecret: string }>(`/applications/${id}/reveal-secret`);
    const parameters = { app_key: appKey, nonce: 'N', timestamp: Math.floor(server.clock.now() / 1000) };
    const text = `app_key=${appKey}&nonce=N&timestamp=${parameters.timestamp}`;
    const sign = createHash('md5')
      .update(text + before.appSecret)
      .digest('hex');
    const body = { applicationId: id, parameters: { ...parameters, sign } };
    expect(await check(body)).toMatchObject({ matches: true, matchedSecret: 'current', findings: [] });

    await admin.post(`/applications/${id}/rotate-secret`, { overlapHours: 1 });
    const during = await check(body);
    expect(during).toMatchObject({ matches: true, matchedSecret: 'previous' });
    expect(during.expectedSign).not.toBe(sign);
    expect(codes(during)).toEqual(['previous_secret']);
    server.clock.advance(3600);
    const after = await check(body);
    expect(after).toMatchObject({ matches: false, matchedSecret: 'none' });
    expect(codes(after)).toEqual(['timestamp_old', 'previous_secret_ended']);
    await admin.post(`/applications/${id}/rotate-secret`, { overlapHours: 0 });
    expect(codes(await check(body))).toEqual(['timestamp_old', 'sign_unexplained']);
  });

  it('uses the current settings of the application', async () => {
    const client = await server.client({ name: 'Goes' });
    const applicationId = await idOf(client);
    const [right, other] = [client.sign({}), clients.md5.sign({})];
    expect(codes(await check({ applicationId, parameters: other }))).toEqual([
      'app_key_wrong',
      'sign_unexplained',
    ]);
    await server.apply({ name: 'Goes', enabled: false });
    const disabled = await check({ applicationId, parameters: right });
    expect(disabled.matches).toBe(true);
    expect(codes(disabled)).toEqual(['application_disabled']);
  });

  it.each<[string, object, object]>([
    ['neither form', {}, { raw: expect.any(String) }],
    ['both forms', { raw: 'a=1', parameters: {} }, { raw: expect.any(String) }],
    ['a repeated key', { raw: 'a=1&a=2' }, { raw: 'a: is given more than once' }],
    ['a repeated key in JSON', { raw: '{"a":1,"a":1}' }, { raw: 'is given more than once' }],
    ['text that is not valid JSON', { raw: '{a' }, { raw: 'must be valid JSON text' }],
    ['a list', { raw: '{"a":[1]}' }, { raw: 'a: must be a single text, whole number, true or false' }],
    [
      'a broken number',
      { parameters: { a: 1.5 } },
      { parameters: expect.stringMatching(/^a: must be a whole number/) },
    ],
    ['null', { parameters: { a: null } }, { parameters: expect.stringMatching(/^a: must be a single text/) }],
    ['a list of parameters', { parameters: [] }, { parameters: 'must be an object' }],
    [
      'more than 16 KiB',
      { parameters: { a: 'x'.repeat(16_384) } },
      { parameters: 'must not exceed 16384 bytes' },
    ],
    ['text that is too long', { raw: 'x'.repeat(65_537) }, { raw: expect.stringContaining('65536') }],
    [
      'an unknown application',
      { applicationId: 999, raw: 'a=1' },
      { applicationId: 'is not one of your applications' },
    ],
  ])('refuses %s', async (_, body, errors) => {
    const answer = await admin.post('/signature-check', { applicationId: ids.md5, ...body });
    expect(answer).toMatchObject({ status: 422, body: { errors } });
  });

  it('explains a request of a client of 泡椒云', async () => {
    const app = await PaojiaoyunApplication.create(server, { compat_hosts: ['api.example.com'] });
    const applicationId = await idOf(app.contract);
    const sign = (host: string) => app.client.sign('GET', '/v1/card/config', { card: 'C1' }, host);
    const raw = `http://api.example.com/v1/card/config?${queryOf(sign('api.example.com'))}`;
    expect(await check({ applicationId, method: 'GET', raw })).toMatchObject({
      matches: true,
      signMode: 'md5',
      canonicalString: expect.stringMatching(/^GETapi\.example\.com\/v1\/card\/configapp_key=/),
      findings: [],
    });
    const given = {
      applicationId,
      method: 'GET',
      path: '/v1/card/config',
      parameters: sign('api.example.com'),
    };
    expect(await check({ ...given, host: 'api.example.com' })).toMatchObject({ matches: true, findings: [] });
    expect(codes(await check({ ...given, host: 'api.example.com:80' }))).toEqual(['host_wrong']);
    expect(codes(await check({ ...given, host: 'b.example.com' }))).toEqual([
      'host_not_accepted',
      'sign_unexplained',
    ]);
    expect(await admin.post('/signature-check', given)).toMatchObject({
      status: 422,
      body: { errors: { host: 'is required' } },
    });
    const records = await server.dataSource.getRepository(AuditRecord).findBy({ applicationId });
    for (const { after } of records) expect(String(after)).toContain('"canonicalString":"GET');
    expect(records).toHaveLength(4);
  });

  // The suite `event-loop` measures, in CPU time, how long such input delays other requests.
  it('accepts input of the maximum length', async () => {
    const raw = `a=${'%2F'.repeat(5_440)}&sign=${'f'.repeat(32)}`;
    expect(codes(await check({ applicationId: ids.md5, raw }))).toContain('sign_unexplained');
  });

  it('is for managers of the application', async () => {
    const body = { applicationId: ids.md5, parameters: clients.md5.sign({}) };
    const manager = await otherAdmin(admin, 'manager', [ids.md5]);
    expect(await check(body, manager)).toMatchObject({ matches: true });
    const operator = await otherAdmin(admin, 'operator', [ids.md5]);
    expect(await operator.post('/signature-check', body)).toMatchObject({ status: 403 });
    const stranger = await otherAdmin(admin, 'manager', [ids['hmac-sha256']]);
    expect(await stranger.post('/signature-check', body)).toMatchObject({
      status: 422,
      body: { errors: { applicationId: 'is not one of your applications' } },
    });
    expect(await new AdminClient(server.url).post('/signature-check', body)).toMatchObject({ status: 401 });
  });

  it('is recorded with actor, application and text, but without secrets', async () => {
    const manager = await otherAdmin(admin, 'manager', [ids.md5]);
    const { app_secret } = clients.md5.credentials;
    const sent = clients.md5.sign({ card: 'C1', token: 'T0KEN', password: 'hunter22', config: app_secret });
    await check({ applicationId: ids.md5, parameters: sent }, manager);
    const rows = await server.dataSource.getRepository(AuditRecord).findBy({ action: 'check_signature' });
    const { actorName, after, ...record } = rows.at(-1)!;
    expect(actorName).toMatch(/^manager\./);
    expect(record).toMatchObject({
      resource: 'applications',
      applicationId: ids.md5,
      recordName: 'Signs md5',
    });
    expect(JSON.parse(after!)).toEqual({
      canonicalString:
        `app_key=${clients.md5.credentials.app_key}&card=C1&config=(app_secret)&nonce=${sent.nonce}` +
        `&password=•••&timestamp=${sent.timestamp}&token=•••`,
      matches: true,
    });
    for (const secret of ['T0KEN', 'hunter22', app_secret, String(sent.sign)])
      expect(after).not.toContain(secret);
    const foreign = { applicationId: ids['hmac-sha256'], parameters: sent };
    expect(await manager.post('/signature-check', foreign)).toMatchObject({ status: 422 });
    const count = await server.dataSource.getRepository(AuditRecord).countBy({ action: 'check_signature' });
    expect(count).toBe(rows.length);
  });

  describe('records no password or token', () => {
    const SECRETS = {
      password: 'hunter-1',
      new_password: 'hunter-2',
      token: 'hunter-3',
      // Names that a faulty client may use.
      Password: 'hunter-4',
      newPassword: 'hunter-5',
      passwd: 'hunter-6',
      PWD: 'hunter-7',
      access_token: 'hunter-8',
    };
    const path = '/api/client/v1/user/password';

    async function expectMasked(body: object, answer: Partial<Check> = { matches: true, findings: [] }) {
      expect(await check({ method: 'POST', ...body })).toMatchObject(answer);
      const rows = await server.dataSource.getRepository(AuditRecord).findBy({ action: 'check_signature' });
      const { after } = rows.at(-1)!;
      expect(after).not.toContain('hunter');
      for (const name of Object.keys(SECRETS)) expect(after).toContain(`${name}=•••`);
      expect(after).toContain('username=ann');
    }

    it.each([...MODES, 'hmac-sha256-path'] as const)('in the sign mode %s', async (mode) => {
      const client = await server.client({ name: `Secrets ${mode}`, sign_mode: mode });
      const applicationId = await idOf(client);
      const parameters = client.sign({ username: 'ann', ...SECRETS }, 'POST', '/user/password');
      await expectMasked({ applicationId, parameters, path });
      await expectMasked({ applicationId, raw: JSON.stringify(parameters), path: `${path}?password=hunter` });
      await expectMasked({ applicationId, raw: `${path}?${queryOf(parameters)}` });
    });

    it('of a client of 泡椒云', async () => {
      const app = await PaojiaoyunApplication.create(server, { compat_hosts: ['api.example.com'] });
      const applicationId = await idOf(app.contract);
      const parameters = app.client.sign('POST', '/v1/user/password', { username: 'ann', ...SECRETS });
      const given = { applicationId, host: 'api.example.com', path: '/v1/user/password', parameters };
      await expectMasked(given);
      const raw = `http://api.example.com/v1/user/password?${queryOf(parameters)}`;
      await expectMasked({ applicationId, raw });
    });
  });

  it('limits signatures per administrator', async () => {
    const manager = await otherAdmin(admin, 'manager', [ids.md5]);
    const body = { applicationId: ids.md5, parameters: clients.md5.sign({}) };
    const statuses = await Promise.all(
      Array.from({ length: 105 }, async () => (await manager.post('/signature-check', body)).status),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(100);
    const refused = await manager.post('/signature-check', body);
    expect(refused).toMatchObject({
      status: 429,
      body: { message: expect.stringMatching(/^Too many signature checks; try again in /) },
    });
    expect(refused.text).not.toContain('expectedSign');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    await check(body);
    server.clock.advance(15 * 60);
    expect(await manager.post('/signature-check', body)).toMatchObject({ status: 200 });
  });

  it('never shows the secret', async () => {
    const { app_secret } = clients.md5.credentials;
    const sent = clients.md5.sign({ config: `x${app_secret}`, [app_secret]: app_secret });
    const badName = clients.md5.sign({ [`1${app_secret}`]: 'x' });
    for (const parameters of [sent, { ...sent, sign: app_secret }, badName]) {
      const answer = await admin.post('/signature-check', { applicationId: ids.md5, parameters });
      expect(answer.status).toBe(200);
      expect(answer.text).not.toContain(app_secret);
      expect(answer.text).toContain('secret_sent');
    }
  });
});

function queryOf(parameters: Parameters): string {
  return new URLSearchParams(parameters as Record<string, string>).toString();
}
