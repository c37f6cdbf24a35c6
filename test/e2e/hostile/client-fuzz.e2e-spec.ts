import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { CLIENT_API_PREFIX } from '@app/auth-signature';
import { AdminClient } from '../../support/admin-client.js';
import { routesUnder } from '../../support/admin-routes.js';
import {
  CLIENT_ROUTE_TABLE,
  PAOJIAOYUN_ROUTE_TABLE,
  RECORDS,
  type Sessions,
} from '../../support/client-route-table.js';
import { faultOfEnvelope } from '../../support/envelope-faults.js';
import { fuzz, FuzzReport, LONG_MS } from '../../support/fuzz-run.js';
import {
  addressOf,
  clientRoute,
  encoding,
  type HostileClientRequest,
  hostileClientRequest,
  hostilePaojiaoyunRequest,
  sendHostile,
} from '../../support/hostile-client-request.js';
import { PAOJIAOYUN_ROUTES } from '@app/paojiaoyun';
import { HostilePaojiaoyunClient } from '../../support/paojiaoyun-client.js';
import type { Answer, SignedClient } from '../../support/signed-client.js';
import { TestServer } from '../../support/test-server.js';
import { UserApplication } from '../../support/user-application.js';

const UNLIMITED = {
  offline_hours: 24,
  max_sessions: 0,
  max_devices: 0,
  uses: 1_000_000,
  features: { one: true },
};

describe('hostile requests of clients', () => {
  const figures = new FuzzReport();
  const server = TestServer.forSuite();
  const owner = AdminClient.forSuite(server);
  let client: SignedClient;
  let sessions: Sessions;
  beforeAll(async () => {
    const app = await UserApplication.withAlice(server, {
      cards: ['C1', 'C2', 'C3', 'C4'],
      type: UNLIMITED,
      settings: { trial: 'once', trial_minutes: 43_200, compat: 'paojiaoyun' },
    });
    client = app.ofCards.client;
    sessions = {
      ofCard: () => app.ofCards.open('D2', 'C2'),
      ofUser: () => app.open(),
      ofTrial: async () => String((await client.post('/trial/login', { device_id: 'D3' })).result?.token),
    };
    await sessions.ofCard();
    await app.ofCards.open('D3', 'C3');
    const { id: applicationId } = (await owner.list<{ id: number }>('/applications')).body[0]!;
    for (const [path, fields] of RECORDS) await owner.create(path, { applicationId, ...fields });
    await client.post('/remote/data/one', { action: 'create', value: '1', scope: 'card', kami: 'C2' });
    await client.post('/remote/data/one', { action: 'create', value: '1' });
  });
  afterAll(() => figures.tell('Client API'));

  const moved = () => new HostilePaojiaoyunClient(server.url, client.credentials, server.clock);

  const send = async (request: HostileClientRequest, from = client): Promise<Answer> => {
    const answer = await figures.time(request.route, () => sendHostile(from, sessions, request));
    // After too many wrong passwords, waits until attempts are allowed again.
    if (answer.status === 429) server.clock.advance(16 * 60);
    return answer;
  };

  it('cover every route', () => {
    const routes = routesUnder(CLIENT_API_PREFIX, server).map(({ method, path }) => `${method} ${path}`);
    // This endpoint has no parameters.
    const others = ['GET /ping'];
    expect([...Object.keys(CLIENT_ROUTE_TABLE), ...others].toSorted()).toEqual(routes.toSorted());
  });

  it('succeed if nothing is wrong with them', async () => {
    const codes: Record<string, number> = {};
    const right = { changes: [], extra: null, segment: null, tampering: null, json: '', at: 0 };
    for (const route of Object.keys(CLIENT_ROUTE_TABLE)) {
      const { code } = await send({ ...right, route, encoding: 'json' });
      if (code !== 0) codes[route] = code;
    }
    // All parameters are valid except the card to consume, which could not be consumed repeatedly.
    expect(codes).toEqual({ 'POST /card/recharge': 10241, 'POST /user/recharge': 10241 });
  });

  it('of 泡椒云 cover every route', () => {
    const others = ['GET /v1/ping'];
    expect([...Object.keys(PAOJIAOYUN_ROUTE_TABLE), ...others].toSorted()).toEqual(
      [...PAOJIAOYUN_ROUTES.keys()].toSorted(),
    );
  });

  it('of 泡椒云 succeed if nothing is wrong with them', async () => {
    const codes: Record<string, number> = {};
    const right = { changes: [], extra: null, segment: null, tampering: null, json: '', at: 0 };
    for (const route of Object.keys(PAOJIAOYUN_ROUTE_TABLE)) {
      const { code } = await send({ ...right, route, encoding: 'form' }, moved());
      if (code !== 0) codes[route] = code;
    }
    // The cards can be consumed only once, and the requests above got tickets, which keep the devices bound.
    expect(codes).toEqual({
      'POST /v1/card/recharge': 10241,
      'POST /v1/card/unbind_device': 10258,
      'POST /v1/card/unbind_device/by_password': 10258,
      'POST /v1/user/recharge': 10241,
      'POST /v1/user/register': 10240,
      'POST /v1/user/unbind_device': 10258,
    });
  });

  it(
    'are answered with an envelope and in time, and the answers reveal no internals',
    async () => {
      await fuzz(300, hostileClientRequest, async (request) => faultOfEnvelope(await send(request)));
      expect(await client.get('/software/notice')).toMatchObject({ code: 0 });
      expect({}).not.toHaveProperty('x');
    },
    LONG_MS,
  );

  it(
    'are accepted once, however they are written the second time',
    async () => {
      const written = fc.record({
        route: clientRoute,
        first: encoding,
        second: encoding,
        order: fc.infiniteStream(fc.nat()),
      });
      await fuzz(30, written, async ({ route, first, second, order }) => {
        const { method, path } = addressOf(route);
        const parameters = client.sign(await CLIENT_ROUTE_TABLE[route]!(sessions));
        const shuffled = Object.entries(parameters)
          .map((entry) => [order.next().value, entry] as const)
          .toSorted(([a], [b]) => a - b)
          .map(([, entry]) => entry);
        const encode = (as: typeof first) => (method === 'GET' ? 'query' : as);
        const once = await client.send(method, path, parameters, encode(first));
        const again = await client.send(method, path, Object.fromEntries(shuffled), encode(second));
        const isRight = once.code !== 10014 && again.code === 10014;
        return isRight ? undefined : `${route}: ${once.code}, then ${again.code}`;
      });
    },
    LONG_MS,
  );

  it(
    'of 泡椒云 are answered with an envelope and in time, and the answers reveal no internals',
    async () => {
      await fuzz(150, hostilePaojiaoyunRequest, async (request) =>
        faultOfEnvelope(await send(request, moved())),
      );
      expect(await client.get('/software/notice')).toMatchObject({ code: 0 });
    },
    LONG_MS,
  );
});
