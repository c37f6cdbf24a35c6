import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { ADMIN_API_PREFIX } from '@app/admin';
import { CLIENT_API_PREFIX } from '@app/auth-signature';
import { ACG_API_PREFIX, DUJIAO_API_PREFIX, FULFIL_API_PREFIX } from '@app/orders';
import { AcgClient } from '../../support/acg-client.js';
import { AdminClient } from '../../support/admin-client.js';
import { createWorld, type World } from '../../support/admin-fixtures.js';
import { pathOf, ROUTE_TABLE } from '../../support/admin-route-table.js';
import { adminRoutes, routesUnder } from '../../support/admin-routes.js';
import { DujiaoClient } from '../../support/dujiao-client.js';
import { dealt } from '../../support/fuzz-run.js';
import { leastTurnMs, longestTurnMs, slowness } from '../../support/longest-turn.js';
import { lemonsqueezyEvents, polarEvents } from '../../support/payment-events.js';
import { PaymentShop } from '../../support/payment-shop.js';
import { RawSocket } from '../../support/raw-socket.js';
import type { SignedClient } from '../../support/signed-client.js';
import { createSigningShop } from '../../support/signing-shop.js';
import { TestServer } from '../../support/test-server.js';
import {
  COSTLIEST,
  WORST_FORMS,
  WORST_IMPORTS,
  WORST_JSON,
  WORST_MULTIPART,
  WORST_QUERIES,
  type WorstBody,
} from '../../support/worst-bodies.js';
import { statusOf, WORST_PATHS } from '../../support/worst-paths.js';

/** Maximum time for which one request may delay others, in milliseconds of CPU time on a machine of normal speed. */
const BAR_MS = 50;
const CLIENT_LIMIT = 256 * 1024;
/** The maximum of `BODY_LIMIT_BYTES`. */
const MOST_CLIENT_LIMIT = 1024 * 1024;
const ADMIN_LIMIT = 1024 * 1024;
const SIGN_IN_LIMIT = 8 * 1024;
const SHOP_LIMIT = 16 * 1024;
const PAYMENT_LIMIT = 256 * 1024;
const IMPORT_LIMIT = 16 * 1024 * 1024;

interface Route {
  method: string;
  path: string;
}

interface Made {
  name: string;
  type: string;
  body: string;
}

const made = (bodies: readonly WorstBody[], size: number): Made[] =>
  bodies.map(({ name, type, make }) => ({ name, type, body: make(size) }));

jest.setTimeout(600_000);

describe('no request delays others', () => {
  const limits = {
    LIMIT_REFUSED_REQUESTS: '0',
    LIMIT_WRONG_SIGN_INS: '0',
    LIMIT_WRONG_GUESSES: '0',
    LIMIT_WRONG_KEYS: '0',
  };
  const server = TestServer.forSuite({ BODY_LIMIT_BYTES: String(MOST_CLIENT_LIMIT), ...limits });
  const owner = AdminClient.forSuite(server);
  let world: World;
  let client: SignedClient;
  let adminPaths: Route[];
  let clientPaths: Route[];
  beforeAll(async () => {
    world = await createWorld(server, owner);
    client = await server.client({ name: 'Loop', cards: [] });
    adminPaths = adminRoutes(server)
      // Leaves out the routes that sign out: the other requests need the owner's session.
      .filter(({ name }) => !ROUTE_TABLE[name]?.signsOut)
      .map(({ name, method }) => ({ method, path: `${ADMIN_API_PREFIX}${pathOf(name, world)}` }));
    clientPaths = routesUnder(CLIENT_API_PREFIX, server).map(({ method, path }) => ({
      method,
      path: CLIENT_API_PREFIX + path.replace(/:\w+/, 'one'),
    }));
  });

  const send = async ({ method, path }: Route, { type, body }: Partial<Made>, headers = {}) => {
    const response = await fetch(server.url + path, {
      method,
      headers: { ...(type && { 'content-type': type }), ...headers },
      ...(body !== undefined && { body }),
    });
    await response.arrayBuffer();
    return response.status;
  };
  const asOwner = () => owner.credentials;

  /** Returns the requests that would delay others for too long. */
  const slowOnes = async (requests: { name: string; send: () => Promise<unknown> }[]) => {
    const slow: [string, number][] = [];
    for (const each of requests) {
      const ms = await leastTurnMs(BAR_MS, each.send);
      if (ms > BAR_MS) slow.push([each.name, Math.round(ms)]);
    }
    return slow;
  };
  const withBody = (route: Route, headers = {}) => {
    const { method, path } = route;
    return (body: Made) => ({
      name: `${method} ${path}: ${body.name}`,
      send: () => send(route, body, headers),
    });
  };
  const everywhere = (routes: Route[], bodies: Made[], headers = {}) =>
    routes
      .filter(({ method }) => method !== 'GET')
      .flatMap((route, i) => dealt(bodies, i).map(withBody(route, headers)));
  const withQuery = ({ method, path }: Route, headers = {}) => {
    return (query: string) => ({
      name: `${method} ${path}${query.slice(0, 20)}`,
      send: () => send({ method, path: path + query }, {}, headers),
    });
  };

  describe('with a body', () => {
    it('that anybody sends to the client API', async () => {
      const all = [...WORST_JSON, ...WORST_FORMS, ...WORST_MULTIPART];
      const post = clientPaths.find(({ method }) => method === 'POST')!;
      expect(await slowOnes(made(all, MOST_CLIENT_LIMIT).map(withBody(post)))).toEqual([]);
      expect(await slowOnes(everywhere(clientPaths, made(COSTLIEST, CLIENT_LIMIT)))).toEqual([]);
    });

    it('that an application signed', async () => {
      const many = Object.fromEntries(Array.from({ length: 990 }, (_, i) => [`a${i}`, 'x'.repeat(200)]));
      const long = { card: 'x', device_id: 'x', config: '['.repeat(200_000), value: ' '.repeat(30_000) };
      const requests = clientPaths
        .filter(({ method }) => method === 'POST')
        .flatMap(({ path }, i) =>
          dealt([many, long], i).map((parameters) => ({
            name: path,
            send: () =>
              client.post(
                path.slice(CLIENT_API_PREFIX.length),
                parameters,
                parameters === many ? 'form' : 'json',
              ),
          })),
        );
      expect(await slowOnes(requests)).toEqual([]);
    });

    it('that anybody sends to the admin API', async () => {
      const signIn = withBody(adminPaths.find(({ path }) => path.endsWith('/auth/login'))!);
      const all = [...WORST_JSON, ...WORST_FORMS, ...WORST_MULTIPART];
      expect(await slowOnes(made(all, ADMIN_LIMIT).map(signIn))).toEqual([]);
      expect(await slowOnes(made(WORST_JSON, SIGN_IN_LIMIT).map(signIn))).toEqual([]);
      expect(await slowOnes(everywhere(adminPaths, made(COSTLIEST.slice(0, 2), ADMIN_LIMIT)))).toEqual([]);
    });

    it('that a shop or anybody sends to the APIs of shops', async () => {
      const prefixes = [FULFIL_API_PREFIX, ACG_API_PREFIX, DUJIAO_API_PREFIX];
      const routes = prefixes.flatMap((prefix) =>
        routesUnder(prefix, server).map(({ method, path }) => ({
          method,
          path: prefix + path.replace(/:\w+/, '1'),
        })),
      );
      expect(routes.length).toBeGreaterThan(15);
      const all = [...WORST_JSON, ...WORST_FORMS, ...WORST_MULTIPART];
      for (const size of [SHOP_LIMIT, CLIENT_LIMIT])
        expect(await slowOnes(everywhere(routes, made(all, size)))).toEqual([]);

      const forAcg = await createSigningShop(server, 'acg');
      const forDujiao = await createSigningShop(server, 'dujiao');
      const acg = new AcgClient(server.url, forAcg.id, forAcg.key);
      const dujiao = new DujiaoClient(server.url, forDujiao.id, forDujiao.key, server.clock);
      const long = Object.fromEntries(Array.from({ length: 17 }, (_, i) => [`sku[${i}]`, '~'.repeat(300)]));
      const ofAcg = routesUnder(ACG_API_PREFIX, server).map(({ path }) => ({
        name: path,
        send: () => acg.post(path, long),
      }));
      const ofDujiao = made(WORST_JSON, SHOP_LIMIT).map(({ name, body }) => ({
        name,
        send: () => dujiao.send('POST', '/orders', body),
      }));
      expect(await slowOnes([...ofAcg, ...ofDujiao])).toEqual([]);
    });

    it('that a payment service or anybody sends to a payment channel', async () => {
      const key = Buffer.alloc(32, 1);
      const polar = await PaymentShop.create(server, 'polar', `whsec_${key.toString('base64')}`, 'P');
      const lemon = await PaymentShop.create(server, 'lemonsqueezy', 'secret', 'P');
      const gumroad = await PaymentShop.create(server, 'gumroad', null, 'P');
      const bodies = made([...WORST_JSON, ...WORST_FORMS, ...WORST_MULTIPART], PAYMENT_LIMIT);
      const requests = bodies.flatMap(({ name, type, body }) => {
        const headers = { 'content-type': type };
        return [
          { name: `unsigned: ${name}`, send: () => polar.post(body, headers) },
          {
            name: `signed: ${name}`,
            send: () => polar.post(body, { ...headers, ...polarEvents.sign(body, key, server.clock.now()) }),
          },
          {
            name: `signed for another service: ${name}`,
            send: () => lemon.post(body, { ...lemonsqueezyEvents.sign(body, 'secret'), ...headers }),
          },
          { name: `without signatures: ${name}`, send: () => gumroad.post(body, headers) },
        ];
      });
      expect(await slowOnes(requests)).toEqual([]);
    });

    it('that an administrator sends', async () => {
      const bulk = adminPaths.find(({ path }) => path.endsWith('/card-jobs/bulk'))!;
      expect(await slowOnes(made(WORST_JSON, ADMIN_LIMIT).map(withBody(bulk, asOwner())))).toEqual([]);
      // The maximum number of values.
      const full = ['{"a":1}', '{}', '1'].map(
        (value) => `{"ids":[${`${value},`.repeat(15)}${'1,'.repeat(1100)}1]}`,
      );
      const names = `{${Array.from({ length: 1000 }, (_, i) => `"a${i}":1`).join()}}`;
      const bodies = [...full, names].map((body) => ({
        name: body.slice(0, 20),
        type: 'application/json',
        body,
      }));
      expect(await slowOnes(everywhere(adminPaths, bodies, asOwner()))).toEqual([]);
    });

    it('with long values in every field', async () => {
      const routes = adminRoutes(server).filter(({ bodyFields }) => bodyFields.length > 0);
      const requests = routes.flatMap(({ name, method, bodyFields }, i) =>
        dealt(['a', ' ', '1.', '*:'], i).map((value) => {
          const text = value.repeat(Math.floor(900_000 / value.length / bodyFields.length));
          const body = JSON.stringify(Object.fromEntries(bodyFields.map((field) => [field, text])));
          const path = `${ADMIN_API_PREFIX}${pathOf(name, world)}`;
          return {
            name: `${name}: ${value}`,
            send: () => send({ method, path }, { type: 'application/json', body }, asOwner()),
          };
        }),
      );
      expect(await slowOnes(requests)).toEqual([]);
    });

    it('that contains a request to check', async () => {
      const fields = { applicationId: world.applicationId };
      const forms = ['%ff+/', '~', "'", 'a'].map((value) => `a=${value.repeat(16_000 / value.length)}`);
      const members = Array.from({ length: 400 }, (_, i) => [`name-${i}`, '~'.repeat(25)] as const);
      const raws = [
        ...made([...WORST_JSON, ...WORST_FORMS], 16 * 1024).map(({ body }) => body),
        ...[...forms, members.map((pair) => pair.join('=')).join('&')].map(
          (form) => `sign=${'0'.repeat(32)}&${form}`,
        ),
      ];
      const bodies = [
        ...raws.map((raw) => ({ ...fields, raw })),
        { ...fields, parameters: Object.fromEntries(members) },
      ];
      const requests = bodies.map((body) => ({
        name: JSON.stringify(body).slice(0, 80),
        send: () => owner.post('/signature-check', body),
      }));
      expect(await slowOnes(requests)).toEqual([]);
    });

    it('of an import', async () => {
      const { applicationId } = world;
      const query = `applicationId=${applicationId}&cardTypeId=${world.ids['card-types']}`;
      const path = `${ADMIN_API_PREFIX}/card-jobs/import?${query}`;
      const requests = made(WORST_IMPORTS, IMPORT_LIMIT).map((body) => ({
        name: body.name,
        send: () => send({ method: 'POST', path }, body, asOwner()),
      }));
      expect(await slowOnes(requests)).toEqual([]);
    });
  });

  it('with a query string', async () => {
    const withoutSession = [clientPaths[0]!, adminPaths[0]!].map((route) => withQuery(route));
    expect(await slowOnes(withoutSession.flatMap((to) => WORST_QUERIES.map(to)))).toEqual([]);
    const lists = adminPaths.filter(({ method }) => method === 'GET');
    const requests = lists.flatMap((route, i) => dealt(WORST_QUERIES, i).map(withQuery(route, asOwner())));
    expect(await slowOnes(requests)).toEqual([]);
  });

  it('with many requests that a client sends without waiting for responses', async () => {
    // 20 is the maximum number of waiting requests per connection.
    const [connections, requests] = [15, 20];
    const piped = await server.client({
      name: 'Piped',
      card_types: [{ name: 'Day', duration: { unit: 'days', amount: 1 } }],
      cards: [{ card: 'C', card_type: 'Day' }],
    });
    const bytesOf = (path: string, parameters: Record<string, string>) => {
      const body = new URLSearchParams(piped.sign(parameters) as Record<string, string>).toString();
      const type = 'content-type: application/x-www-form-urlencoded';
      const head = `POST ${CLIENT_API_PREFIX}${path} HTTP/1.1\r\nhost: x\r\n${type}\r\ncontent-length: ${body.length}`;
      return `${head}\r\n\r\n${body}`;
    };
    const sendAll = async (bytes: string) => {
      const raw = await RawSocket.open(server.url);
      raw.write(bytes);
      expect(await raw.statuses(requests)).toEqual(Array(requests).fill(200));
      raw.socket.destroy();
    };
    for (const path of ['/card/login', '/card/config', '/card/recharge']) {
      let least = Infinity;
      for (let i = 0; i < 8 && least > BAR_MS; i++) {
        const parameters = { card: 'C', device_id: 'D', use_card: 'C', config: '{}' };
        const pieces = Array.from({ length: connections }, () =>
          Array.from({ length: requests }, () => bytesOf(path, parameters)).join(''),
        );
        least = Math.min(least, (await longestTurnMs(() => Promise.all(pieces.map(sendAll)))) / slowness());
      }
      expect({ path, least: least < BAR_MS ? 'below' : least }).toEqual({ path, least: 'below' });
    }
  });

  it('for the panel or the documents', async () => {
    const page = await (await fetch(`${server.url}/admin/`)).text();
    const script = /src="([^"]+\.js)"/.exec(page)![1]!;
    const paths = [
      script,
      '/admin/',
      '/docs',
      '/docs/',
      '/docs/openapi.json',
      '/docs/swagger-ui-init.js',
      '/docs/swagger-ui-bundle.js',
      '/',
    ];
    const requests = ['br', 'gzip', 'identity'].flatMap((encoding) =>
      paths.map((path) => ({
        name: `${path} ${encoding}`,
        send: () => send({ method: 'GET', path }, {}, { 'accept-encoding': encoding }),
      })),
    );
    const hostile = WORST_PATHS.map((path) => ({
      name: path.slice(0, 40),
      send: () => statusOf(server.url, path),
    }));
    expect(await slowOnes([...requests, ...hostile])).toEqual([]);
  });
});
