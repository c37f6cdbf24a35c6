import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { CLIENT_API_PREFIX } from '@app/auth-signature';
import { AdminClient } from '../../support/admin-client.js';
import { routesUnder } from '../../support/admin-routes.js';
import { CLIENT_ROUTE_TABLE, RECORDS, type Sessions } from '../../support/client-route-table.js';
import { faultOfEnvelope } from '../../support/envelope-faults.js';
import { fuzz, FuzzReport, LONG_MS } from '../../support/fuzz-run.js';
import {
  addressOf,
  clientRoute,
  encoding,
  type HostileClientRequest,
  hostileClientRequest,
  sendHostile,
} from '../../support/hostile-client-request.js';
import type { Answer, SignedClient } from '../../support/signed-client.js';
import { TestServer } from '../../support/test-server.js';
import { UserApplication } from '../../support/user-application.js';

const UNLIMITED = { max_sessions: 0, max_devices: 0 };

describe('hostile requests of clients', () => {
  const figures = new FuzzReport();
  let server: TestServer;
  let client: SignedClient;
  let sessions: Sessions;
  beforeAll(async () => {
    server = await TestServer.start();
    const owner = await AdminClient.owner(server);
    const app = await UserApplication.withAlice(server, { cards: ['C1', 'C2', 'C3', 'C4'], type: UNLIMITED });
    client = app.ofCards.client;
    sessions = { ofCard: () => app.ofCards.open('D2', 'C2'), ofUser: () => app.open() };
    await sessions.ofCard();
    await app.ofCards.open('D3', 'C3');
    const { id: applicationId } = (await owner.list<{ id: number }>('/applications')).body[0]!;
    for (const [path, fields] of RECORDS) await owner.create(path, { applicationId, ...fields });
    await client.post('/remote/data/one', { action: 'create', value: '1', scope: 'card', kami: 'C2' });
  });
  afterAll(async () => {
    figures.tell('Client API');
    await server.stop();
  });

  const send = async (request: HostileClientRequest): Promise<Answer> => {
    const answer = await figures.time(request.route, () => sendHostile(client, sessions, request));
    // Too many wrong passwords: the way behind is open again when they are forgotten.
    if (answer.status === 429) server.clock.advance(16 * 60);
    return answer;
  };

  it('are of every route there is', () => {
    const routes = routesUnder(CLIENT_API_PREFIX, server).map(({ method, path }) => `${method} ${path}`);
    expect(Object.keys(CLIENT_ROUTE_TABLE).toSorted()).toEqual(routes.toSorted());
  });

  it('are done when nothing is wrong with them', async () => {
    const codes: Record<string, number> = {};
    const right = { changes: [], extra: null, segment: null, tampering: null, json: '', at: 0 };
    for (const route of Object.keys(CLIENT_ROUTE_TABLE)) {
      const { code } = await send({ ...right, route, encoding: 'json' });
      if (code !== 0) codes[route] = code;
    }
    // All parameters are valid except the card to consume, which could not be consumed repeatedly.
    expect(codes).toEqual({ 'POST /card/recharge': 10241, 'POST /user/recharge': 10241 });
  });

  it(
    'are answered with an envelope and in time, and show nothing of the inside',
    async () => {
      await fuzz(300, hostileClientRequest, async (request) => faultOfEnvelope(await send(request)));
      expect(await client.get('/software/notice')).toMatchObject({ code: 0 });
      expect({}).not.toHaveProperty('x');
    },
    LONG_MS,
  );

  it(
    'are taken once, however they are written the second time',
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
});
