import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CLIENT_ERRORS } from '@app/auth-signature';
import { PAOJIAOYUN_ROUTES } from '@app/paojiaoyun';
import { applyHere } from '../../support/apply-here.js';
import type { Parameters, SignedClient } from '../../support/signed-client.js';
import { clientOf, ServerProcess } from '../../support/server-process.js';
import { createMigratedDatabase, type TestDatabase } from '../../support/test-database.js';

interface Schema {
  $ref?: string;
  type?: string;
  enum?: unknown[];
  allOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
}
interface Operation {
  operationId: string;
  summary?: string;
  tags?: string[];
  parameters: { name: string; in: string; required: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<
    string,
    {
      description: string;
      content?: Record<string, { schema: Schema; examples?: Record<string, { value: unknown }> }>;
    }
  >;
  security?: Record<string, string[]>[];
}
interface Document {
  openapi: string;
  info: { title: string; version: string; description: string };
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; securitySchemes: Record<string, object> };
}

const PREFIX = '/api/client/v1';
const COMMON = ['app_key', 'timestamp', 'nonce', 'sign'];
const COMMON_CODES = [400, 10010, 10011, 10013, 10014, 10230];
const HTTP_FAILURES = ['404', '413', '415', '429', '500', '503'];
const BODY_TYPES = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'];
const LOGIN = [
  'card_type', 'token', 'expires', 'expires_ts', 'config', 'server_time', 'hg', 'uses_left', 'features',
]; // prettier-ignore
const TRIAL_LOGIN = LOGIN.filter((name) => !['card_type', 'config', 'uses_left', 'features'].includes(name));
const TICKET = ['ticket', 'ticket_expires_ts'];
const HEARTBEAT = ['expires', 'expires_ts', 'server_time', 'uses_left'];
const TRIAL_HEARTBEAT = ['expires', 'expires_ts', 'server_time'];
const CONSUME = ['uses_left', 'uses_total', 'resets_ts', 'server_time'];

/** Contract of each endpoint: its own parameters (`?` marks optional ones), its result and its errors. */
const CONTRACT: [endpoint: string, parameters: string, result: string[], codes: number[]][] = [
  [
    'POST /card/login',
    'card device_id bind_device?',
    LOGIN,
    [10218, 10210, 10212, 10213, 10215, 10217, 10230],
  ],
  ['POST /card/heartbeat', 'card token', HEARTBEAT, [10214, 10210]],
  ['POST /card/logout', 'card token', [], [10214]],
  ['POST /card/unbind-device', 'card device_id token', [], [10218, 10255, 10257, 10258]],
  ['POST /card/unbind-password', 'card password token', [], []],
  ['POST /card/unbind-by-password', 'card password', [], [10254, 10255, 10257, 10258]],
  ['POST /card/ticket', 'card token', TICKET, [10214, 10210]],
  ['POST /card/recharge', 'card use_card', [], [10244, 10240, 10241, 10256]],
  ['POST /card/consume', 'card token amount? request_id', CONSUME, [10214, 10210, 10219]],
  ['GET /card/config', 'card', ['config'], []],
  ['POST /card/config', 'card config?', [], []],
  [
    'GET /remote/variables/{key}',
    'kami? card? device_id? token?',
    ['value', 'check', 'time'],
    [10501, 10502, 10503],
  ],
  ['GET /remote/data/{key}', 'scope? kami? card?', ['value'], [10521]],
  ['POST /remote/data/{key}', 'action value scope? kami? card?', [], [10521, 10522, 10523]],
  ['DELETE /remote/data/{key}', 'scope? kami? card?', [], [10521]],
  [
    'POST /remote/functions/{name}/call',
    'params? card? username? token? device_id? request_id?',
    ['return', 'uses_left'],
    [10541, 10542, 10543, 10210, 10214, 10219, 10250, 10503],
  ],
  ['GET /software/config', '', ['config'], []],
  ['GET /software/notice', '', ['notice'], []],
  [
    'GET /software/version/latest',
    'version? channel?',
    ['notice', 'url', 'version', 'server_time', 'forced'],
    [10304],
  ],
  ['POST /user/register', 'username password card device_id', [], [10242, 10240]],
  [
    'POST /user/login',
    'username password device_id bind_device?',
    LOGIN,
    [10243, 10250, 10252, 10253, 10215],
  ],
  ['POST /user/password', 'username password new_password', [], [10243, 10252]],
  ['POST /user/heartbeat', 'username token', HEARTBEAT, []],
  ['POST /user/logout', 'username token', [], []],
  ['POST /user/ticket', 'username token', TICKET, [10214, 10250]],
  ['POST /user/recharge', 'username card', [], []],
  ['POST /user/consume', 'username token amount? request_id', CONSUME, [10214, 10250, 10219]],
  ['POST /user/unbind-device', 'username device_id token', [], [10258]],
  ['GET /user/config', 'username? user?', ['config'], []],
  ['POST /user/config', 'username config?', [], []],
  ['POST /trial/login', 'device_id', TRIAL_LOGIN, [10401, 10405, 10406]],
  ['POST /trial/heartbeat', 'device_id token?', TRIAL_HEARTBEAT, [10401, 10404, 10405, 10406]],
  ['POST /trial/logout', 'device_id token', [], [10401, 10404]],
];

const DAY = {
  name: 'Day',
  duration: { unit: 'days', amount: 1 },
  uses: 10,
  uses_period: 'month',
  features: { export: true },
  offline_hours: 1,
};
const APPLICATION = {
  trial: 'once',
  card_types: [DAY],
  cards: [
    { card: 'C', card_type: 'Day' },
    { card: 'D', card_type: 'Day' },
  ],
  variables: [{ key: 'motd', value: 'hello', check: 'crc32' }],
  functions: [{ name: 'add', source: 'function add(a, b) { return a + b; }' }],
  versions: [{ version: '1.10.0', url: 'https://example.com/', released: true }],
};

describe('the API document', () => {
  let database: TestDatabase;
  let server: ServerProcess;
  let client: SignedClient;
  let document: Document;

  beforeAll(async () => {
    database = await createMigratedDatabase();
    const application = await applyHere(database.environment, APPLICATION);
    server = await ServerProcess.start(database.environment);
    client = clientOf(server, application);
    document = (await (await fetch(`${server.url}/docs/openapi.json`)).json()) as Document;
  });
  afterAll(async () => {
    await server.kill();
    await database.drop();
  });

  const operations = () =>
    Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => ({
        name: `${method.toUpperCase()} ${path}`,
        operation,
      })),
    );
  const clientOperation = (endpoint: string): Operation => {
    const [method, path] = endpoint.split(' ') as [string, string];
    return document.paths[PREFIX + path]![method.toLowerCase()]!;
  };
  const resolve = (schema: Schema): Schema =>
    schema.$ref ? document.components.schemas[schema.$ref.replace('#/components/schemas/', '')]! : schema;
  const answerOf = ({ responses }: Operation) => responses['200']!.content!['application/json']!;
  const memberOf = (operation: Operation, name: string): Schema | undefined =>
    answerOf(operation)
      .schema.allOf!.map(({ properties }) => properties?.[name])
      .find(Boolean);
  const resultOf = (operation: Operation): Schema => {
    const result = memberOf(operation, 'result');
    return result ? resolve(result) : { properties: {}, required: [] };
  };
  const codesOf = (operation: Operation) => memberOf(operation, 'code')!.enum as number[];

  describe('as a whole', () => {
    it('is OpenAPI 3.1 with the version of the server', () => {
      expect(document).toMatchObject({
        openapi: expect.stringMatching(/^3\.1\./),
        info: { title: 'Latchkey' },
      });
      expect(document.info.version).toMatch(/^\d+\.\d+\.\d+/);
      expect(document.info.description).toContain('### Signing');
    });

    it('has every $ref resolved', () => {
      const refs = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref]) => ref!);
      expect(refs.length).toBeGreaterThan(100);
      for (const ref of refs) {
        const target = ref
          .split('/')
          .slice(1)
          .reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], document);
        expect({ ref, target }).toEqual({ ref, target: expect.any(Object) });
      }
    });

    it('describes every operation with its tag and responses', () => {
      const tags = document.tags.map(({ name }) => name);
      for (const { name, operation } of operations()) {
        expect({ name, ...operation }).toMatchObject({
          name,
          summary: expect.stringMatching(/\S/),
          tags: [expect.stringMatching(/\S/)],
        });
        expect(tags).toEqual(expect.arrayContaining(operation.tags!));
        const statuses = Object.keys(operation.responses);
        expect({ name, statuses }).toEqual({
          name,
          statuses: expect.arrayContaining([expect.stringMatching(/^2/)]),
        });
      }
    });

    it('names every operation once', () => {
      const ids = operations().map(({ operation }) => operation.operationId);
      expect(ids.toSorted()).toEqual([...new Set(ids)].toSorted());
      for (const id of ids) expect(id).toMatch(/^[a-z][A-Za-z]+$/);
    });

    it('requires only defined schemes, and the CSRF token for each change with a cookie', () => {
      for (const { name, operation } of operations()) {
        for (const need of operation.security ?? []) {
          expect(Object.keys(document.components.securitySchemes)).toEqual(
            expect.arrayContaining(Object.keys(need)),
          );
          if ('session' in need)
            expect({ name, csrf: 'csrf' in need }).toEqual({ name, csrf: !name.startsWith('GET') });
        }
      }
      expect(document.paths['/api/admin/v1/auth/login']!.post!.security).toBeUndefined();
      expect(document.paths['/api/admin/v1/auth/me']!.get!.security).toEqual([
        { session: [] },
        { token: [] },
      ]);
    });
  });

  describe('as a file', () => {
    const ask = (headers: Record<string, string> = {}, method = 'GET') =>
      fetch(`${server.url}/docs/openapi.json`, { method, headers });

    it.each(['br', 'gzip', 'identity'])('is the same document in the encoding %s', async (encoding) => {
      const response = await ask({ 'accept-encoding': encoding });
      const { headers } = response;
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding);
      expect(headers.get('vary')).toBe('Accept-Encoding');
      expect(await response.json()).toEqual(document);
      const head = await ask({ 'accept-encoding': encoding }, 'HEAD');
      expect(head.headers.get('content-length')).toBe(headers.get('content-length'));
    });

    it('is not sent again to a client with a current copy', async () => {
      const [etag, compressed] = await Promise.all(
        ['identity', 'br'].map(async (encoding) => {
          const response = await ask({ 'accept-encoding': encoding });
          await response.arrayBuffer();
          return response.headers.get('etag')!;
        }),
      );
      expect(compressed).not.toBe(etag);
      // Otherwise Node's fetch would send `Cache-Control: no-cache`, which asks for a new copy.
      const asBrowsersDo = { 'cache-control': 'max-age=0' };
      const again = await ask({ 'accept-encoding': 'identity', 'if-none-match': etag!, ...asBrowsersDo });
      expect([again.status, await again.text()]).toEqual([304, '']);
    });

    it('accepts no POST', async () => {
      const response = await ask({ 'accept-encoding': 'br' }, 'POST');
      expect(await response.json()).toMatchObject({
        statusCode: 404,
        message: 'Cannot POST /docs/openapi.json',
      });
    });
  });

  describe('of the client API', () => {
    it('has exactly the endpoints of the contract', () => {
      const names = operations().flatMap(({ name }) =>
        name.includes(PREFIX) ? [name.replace(PREFIX, '')] : [],
      );
      const expected = [...CONTRACT.map(([endpoint]) => endpoint), 'GET /ping'];
      expect(names.toSorted()).toEqual(expected.toSorted());
    });

    it.each(CONTRACT)('%s accepts %j', (endpoint, own) => {
      const operation = clientOperation(endpoint);
      const names = own.split(' ').filter(Boolean);
      const all = [...names.map((name) => name.replace('?', '')), ...COMMON];
      const required = [...names.filter((name) => !name.endsWith('?')), ...COMMON];
      const inPath = [...endpoint.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
      const place = (where: string) => operation.parameters.filter((parameter) => parameter.in === where);
      expect(place('path').map(({ name }) => name)).toEqual(inPath);
      if (endpoint.startsWith('POST')) {
        expect(place('query')).toEqual([]);
        expect(Object.keys(operation.requestBody!.content)).toEqual(BODY_TYPES);
        for (const { schema } of Object.values(operation.requestBody!.content)) {
          const body = resolve(schema);
          expect(Object.keys(body.properties!).toSorted()).toEqual(all.toSorted());
          expect(body.required!.toSorted()).toEqual(required.toSorted());
        }
      } else {
        const query = place('query');
        expect(query.map(({ name }) => name).toSorted()).toEqual(all.toSorted());
        expect(query.flatMap((p) => (p.required ? [p.name] : [])).toSorted()).toEqual(required.toSorted());
      }
    });

    it.each(CONTRACT)('%s documents its responses', (endpoint, _, fields) => {
      const operation = clientOperation(endpoint);
      expect(Object.keys(resultOf(operation).properties!).toSorted()).toEqual(fields.toSorted());
      const [success] = Object.values(answerOf(operation).examples!);
      expect(success!.value).toEqual({
        code: 0,
        message: 'ok',
        ...(fields.length > 0 && {
          result: Object.fromEntries(fields.map((field) => [field, expect.anything()])),
        }),
      });
      expect(Object.keys(operation.responses)).toEqual(['200', ...HTTP_FAILURES]);
    });

    it.each(CONTRACT)('%s lists its codes with their meaning', (endpoint, _, __, codes) => {
      const operation = clientOperation(endpoint);
      expect(codesOf(operation)).toEqual(expect.arrayContaining([0, ...COMMON_CODES, ...codes]));
      const { description } = operation.responses['200']!;
      for (const code of codesOf(operation))
        expect(description).toMatch(new RegExp(`^\\| ${code} \\| \\w`, 'm'));
      const rows = description.match(/^\| \d+ .*$/gm)!;
      expect(rows).toEqual([...new Set(rows)]);
    });

    it('documents the ping, which has no parameters and is not signed', async () => {
      const operation = clientOperation('GET /ping');
      expect(operation.parameters).toEqual([]);
      expect(codesOf(operation)).toEqual([0]);
      expect(Object.keys(resultOf(operation).properties!)).toEqual(['server_time']);
      const answer = await (await fetch(`${server.url}${PREFIX}/ping`)).json();
      expect(answer).toEqual({ code: 0, message: 'ok', result: { server_time: expect.any(Number) } });
    });

    it('has every code of the catalogue at some endpoint, except the code that only the customer’s page answers', () => {
      const documented = new Set(CONTRACT.flatMap(([endpoint]) => codesOf(clientOperation(endpoint))));
      const { UNBIND_COOLDOWN: _ofThePage, ...errors } = CLIENT_ERRORS;
      const catalogue = new Set(Object.values(errors).map(({ code }) => code as number));
      expect(documented).toEqual(new Set([0, 400, ...catalogue]));
    });

    it('documents the actual fields and their types', async () => {
      const check = async (endpoint: string, parameters: Parameters = {}, path = endpoint) => {
        const [method, place] = path.split(' ') as ['GET' | 'POST', string];
        const answer = await (method === 'GET'
          ? client.get(place, parameters)
          : client.post(place, parameters));
        expect({ endpoint, ...answer }).toMatchObject({ endpoint, code: 0 });
        const { properties, required } = resultOf(clientOperation(endpoint));
        const result = answer.result ?? {};
        expect(Object.keys(properties!)).toEqual(expect.arrayContaining(Object.keys(result)));
        expect(Object.keys(result)).toEqual(expect.arrayContaining(required!));
        for (const [name, value] of Object.entries(result)) {
          const types = (properties![name]!.oneOf ?? [properties![name]!]).map(({ type }) => type);
          expect({ name, types }).toEqual({
            name,
            types: expect.arrayContaining([typeof value === 'number' ? 'integer' : 'string']),
          });
        }
        return result;
      };
      const user = { username: 'alice', password: 'secret12', device_id: 'pc' };

      const { token } = await check('POST /card/login', { card: 'C', device_id: 'pc' });
      await check('POST /card/heartbeat', { card: 'C', token: token! });
      await check('POST /card/consume', { card: 'C', token: token!, request_id: 'r' });
      await check('POST /card/ticket', { card: 'C', token: token! });
      await check('GET /card/config', { card: 'C' });
      await check('POST /card/logout', { card: 'C', token: token! });
      await check('GET /remote/variables/{key}', {}, 'GET /remote/variables/motd');
      const data = { action: 'create', value: 'v' };
      await check('POST /remote/data/{key}', data, 'POST /remote/data/k');
      await check('GET /remote/data/{key}', {}, 'GET /remote/data/k');
      const call = { params: '[1,2]' };
      await check('POST /remote/functions/{name}/call', call, 'POST /remote/functions/add/call');
      await check('GET /software/config');
      await check('GET /software/notice');
      await check('GET /software/version/latest');
      await check('POST /user/register', { ...user, card: 'D' });
      const login = await check('POST /user/login', user);
      await check('POST /user/heartbeat', { username: 'alice', token: login.token! });
      const consumption = { username: 'alice', token: login.token!, request_id: 'r' };
      await check('POST /user/consume', consumption);
      await check('POST /user/ticket', { username: 'alice', token: login.token! });
      await check('GET /user/config', { username: 'alice' });
      const trial = await check('POST /trial/login', { device_id: 'pc' });
      await check('POST /trial/heartbeat', { device_id: 'pc', token: trial.token! });
    });
  });

  describe('of clients of 泡椒云', () => {
    const OWN: [endpoint: string, parameters: string, result: string[], codes: number[]][] = [
      ['POST /v1/card/config', 'card config?', [], [10218]],
      ['POST /v1/user/config', 'username config?', [], [10243]],
      ['POST /v1/user/unbind_device', 'username token device_id?', [], [10243, 10214, 10215]],
      ['GET /v1/software/latest_ver', 'version?', ['notice', 'url', 'version', 'server_time'], [10304]],
      [
        'GET /v1/af/remote_var',
        'key kami? card? device_id? token?',
        ['value', 'check', 'time'],
        [10501, 10502],
      ],
      ['GET /v1/af/remote_data', 'key', ['value'], [10521]],
      ['POST /v1/af/remote_data', 'key action value?', [], [10521, 10522, 10523]],
      [
        'POST /v1/af/call_remote_func',
        'func_name params? card? username? token? device_id? request_id?',
        ['return', 'uses_left'],
        [10541, 10542, 10543],
      ],
    ];

    it('has the endpoints that differ from the contract in a group, and names the other endpoints', () => {
      const own = operations().filter(({ name }) => name.includes(' /v1/'));
      expect(own.map(({ name }) => name).toSorted()).toEqual(
        [...OWN.map(([endpoint]) => endpoint), 'GET /v1/ping'].toSorted(),
      );
      for (const { operation } of own) expect(operation.tags).toEqual(['Client: 泡椒云']);
      for (const endpoint of PAOJIAOYUN_ROUTES.keys())
        expect(
          document.info.description.includes(`| \`${endpoint}\` |`) ||
            own.some(({ name }) => name === endpoint),
        ).toBe(true);
    });

    it.each(OWN)('%s accepts %j and documents its responses', (endpoint, own, fields, codes) => {
      const [method, path] = endpoint.split(' ') as [string, string];
      const operation = document.paths[path]![method.toLowerCase()]!;
      const names = [...own.split(' ').map((name) => name.replace('?', '')), ...COMMON];
      const given = operation.requestBody
        ? Object.keys(resolve(Object.values(operation.requestBody.content)[0]!.schema).properties!)
        : operation.parameters.map(({ name }) => name);
      expect(given.toSorted()).toEqual(names.toSorted());
      expect(Object.keys(resultOf(operation).properties!).toSorted()).toEqual(fields.toSorted());
      expect(codesOf(operation)).toEqual(expect.arrayContaining([0, ...COMMON_CODES, ...codes]));
      expect(Object.keys(answerOf(operation).examples!)).toEqual(['success']);
    });
  });

  describe('of the admin API', () => {
    const admin = () => operations().filter(({ name }) => name.includes('/api/admin/v1/'));

    it('documents the refusals of each operation in one form', () => {
      expect(admin().length).toBeGreaterThan(100);
      for (const { name, operation } of admin()) {
        const statuses = Object.keys(operation.responses);
        const { 'x-role': role, parameters, requestBody } = operation as Operation & { 'x-role': string };
        const expected = [
          '500',
          '503',
          ...(role === 'anybody' ? [] : ['401', '403']),
          ...(name.includes('{') ? ['400', '404'] : []),
          ...(parameters.length > 0 ? ['400'] : []),
          ...(requestBody ? ['400', '409', '413', '415', '422'] : []),
        ];
        expect({ name, statuses }).toEqual({ name, statuses: expect.arrayContaining(expected) });
        for (const status of statuses.filter((each) => Number(each) >= 400)) {
          expect(operation.responses[status]).toEqual({ $ref: `#/components/responses/Admin${status}` });
        }
      }
    });

    it('has every actual response', async () => {
      const ask = async (path: string, init: RequestInit = {}) => {
        const answer = await fetch(`${server.url}/api/admin/v1${path}`, init);
        return { status: answer.status, fields: Object.keys((await answer.json()) as object) };
      };
      const login = document.paths['/api/admin/v1/auth/login']!.post!;
      const body = { method: 'POST', headers: { 'content-type': 'application/json' } };
      for (const init of [
        { ...body, body: '{' },
        { ...body, body: '{}' },
        { ...body, body: '"x"' },
      ]) {
        const { status, fields } = await ask('/auth/login', init);
        expect(Object.keys(login.responses)).toContain(String(status));
        const { properties } = document.components.schemas['AdminError']!;
        expect(Object.keys(properties!)).toEqual(expect.arrayContaining(fields));
      }
    });
  });

  describe('for people', () => {
    it.each(['/docs', '/docs/'])('%s is a page that loads nothing from other servers', async (path) => {
      const response = await fetch(server.url + path);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toContain('text/html');
      expect(response.headers.get('content-security-policy')).toContain("script-src 'self';");
      const page = await response.text();
      const scripts = [...page.matchAll(/<script([^>]*)>([^<]*)/g)];
      expect(scripts).toHaveLength(3);
      for (const [, , inline] of scripts) expect(inline!.trim()).toBe('');
      const addresses = [...page.matchAll(/ (?:src|href)="([^"]+)"/g)].map(([, address]) => address!);
      expect(addresses.length).toBeGreaterThan(3);
      for (const address of addresses) {
        expect(address).toMatch(/^\.\//);
        expect((await fetch(new URL(address, response.url))).status).toBe(200);
      }
    });

    it('uses no external validator for the document', async () => {
      const script = await (await fetch(`${server.url}/docs/swagger-ui-init.js`)).text();
      expect(script).toContain('validatorUrl: null');
    });
  });
});
