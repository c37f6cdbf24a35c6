import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import {
  BLOCK_KINDS,
  DATA_SCOPES,
  DURATION_UNITS,
  LANGUAGES,
  MULTI_OPEN_POLICIES,
  ROLES,
  SIGN_MODES,
  UNBIND_POLICIES,
} from '@app/database';
import { type AdminAnswer, AdminClient } from '../../support/admin-client.js';
import { createWorld, type World } from '../../support/admin-fixtures.js';
import { bodyOf, pathOf, ROUTE_TABLE } from '../../support/admin-route-table.js';
import { type AdminRoute, adminRoutes } from '../../support/admin-routes.js';
import { fuzz, FuzzReport, LONG_MS } from '../../support/fuzz-run.js';
import {
  hostileJson,
  hostileName,
  hostileSegment,
  hostileText,
  seldom,
} from '../../support/hostile-values.js';
import { isRefusal } from '../../support/is-refusal.js';
import { TestServer } from '../../support/test-server.js';

/** Words that select other checks of fields. */
const CHOICES = [
  [BLOCK_KINDS, DATA_SCOPES, DURATION_UNITS, LANGUAGES, MULTI_OPEN_POLICIES, ROLES, SIGN_MODES, UNBIND_POLICIES],
  ['freeze', 'unfreeze', 'delete', 'add_time', 'note', 'reset', 'hour', 'day', 'csv', 'json', 'Europe/Berlin', 'ASC', 'DESC'],
].flat(2); // prettier-ignore

const value = fc.oneof(
  { weight: 5, arbitrary: hostileJson },
  { weight: 1, arbitrary: fc.constantFrom(...CHOICES).map((word) => JSON.stringify(word)) },
);

const request = fc.record({
  route: fc.nat(),
  /** A field of the body, by number, and its value as JSON. */
  changes: fc.array(fc.tuple(fc.nat(), value), { maxLength: 3 }),
  query: fc.array(fc.tuple(fc.nat(), fc.oneof(value, hostileText)), { maxLength: 1 }),
  extra: seldom(15, fc.tuple(hostileName, value)),
  segment: seldom(6, hostileSegment),
  tampering: seldom(10, fc.constantFrom('cut', 'repeat', 'no JSON', 'type', 'latin1')),
  at: fc.nat(),
});
type HostileRequest = typeof request extends fc.Arbitrary<infer T> ? T : never;

describe('hostile requests of an administrator', () => {
  const figures = new FuzzReport();
  const server = TestServer.forSuite({ TRUST_PROXY: 'loopback' });
  const owner = AdminClient.forSuite(server);
  let world: World;
  let routes: AdminRoute[];
  beforeAll(async () => {
    world = await createWorld(server, owner);
    // The caller and the record must still exist.
    routes = adminRoutes(server).filter(({ name }) => !ROUTE_TABLE[name]?.signsOut);
    expect(routes.length).toBeGreaterThan(90);
  });
  afterAll(() => figures.tell('Admin API'));

  const send = async (hostile: HostileRequest): Promise<AdminAnswer> => {
    const { segment, tampering, at } = hostile;
    const route = routes[hostile.route % routes.length]!;
    const { name, method } = route;
    const { contentType = 'application/json', query } = ROUTE_TABLE[name]!;
    // Records used by other requests are not deleted.
    const isOfNothing = method === 'DELETE' || (segment !== null && route.path.includes(':'));
    const path = isOfNothing ? route.path.replaceAll(/:\w+/g, segment ?? '0') : pathOf(name, world);
    const search = new URLSearchParams({ ...query?.(world), ...hostileQuery(route, hostile) });
    if (tampering === 'repeat') search.append([...search.keys()][0] ?? 'x', 'x');
    const right = await bodyOf(name, world, owner);
    const body =
      typeof right === 'string' ? right + hostile.changes.join() : bodyText(route, right ?? {}, hostile);
    const types = { type: 'application/x-www-form-urlencoded', latin1: `${contentType}; charset=latin1` };
    const bodies = { cut: body.slice(0, at % body.length), 'no JSON': `${body}}` };
    const headers = {
      'content-type': (types as Record<string, string>)[tampering ?? ''] ?? contentType,
      // Wrong passwords are counted by address.
      'x-forwarded-for': `10.${at % 256}.${(at >> 8) % 256}.${(at >> 16) % 256}`,
    };
    const given = (bodies as Record<string, string>)[tampering ?? ''] ?? body;
    return figures.time(name, () =>
      owner.request(method, `${path}?${search.toString()}`, method === 'GET' ? undefined : given, headers),
    );
  };

  /** Returns a valid body with the given changes, as JSON text. */
  const bodyText = ({ name, bodyFields }: AdminRoute, right: object, { changes, extra }: HostileRequest) => {
    const fields = [...new Set([...Object.keys(right), ...bodyFields])];
    const members = new Map(Object.entries(right).map(([key, each]) => [key, JSON.stringify(each)]));
    for (const [at, json] of changes) {
      const field = fields[at % fields.length];
      // Valid, but would take minutes.
      const isTooMuch = name === 'POST /card-jobs/generate' && field === 'count' && Number(json) > 100;
      if (field !== undefined && !isTooMuch) members.set(field, json);
    }
    if (extra) members.set(...extra);
    return `{${[...members].map(([key, json]) => `${JSON.stringify(key)}:${json}`).join()}}`;
  };

  const hostileQuery = ({ listing, queryFields }: AdminRoute, { query, at }: HostileRequest) => {
    if (!listing) return Object.fromEntries(query.map(([at, text]) => [queryFields[at % queryFields.length] ?? 'x', text]));
    const { filters, sorts } = listing;
    const filter = query.map(([at, json]) => `"${filters[at % filters.length]}":${json}`);
    return {
      ...(filter.length > 0 && { filter: `{${filter.join()}}` }),
      ...(at % 4 === 0 && { sort: JSON.stringify([sorts[at % sorts.length], 'ASC']) }),
      ...(at % 5 === 0 && { range: query[0]?.[1] ?? '[]' }),
    };
  }; // prettier-ignore

  it(
    'succeed or get a regular error in time, and reveal no internals',
    async () => {
      await fuzz(400, request, async (hostile) => {
        const answer = await send(hostile);
        const { status, text } = answer;
        const isDone = status >= 200 && status < 300;
        const { name } = routes[hostile.route % routes.length]!;
        const isOut = status === 401 && name !== 'POST /auth/login';
        return (isDone || isRefusal(answer)) && !isOut
          ? undefined
          : `${name}: ${status} ${text.slice(0, 500)}`;
      });
      expect(await owner.get('/auth/me')).toMatchObject({ status: 200 });
      expect({}).not.toHaveProperty('x');
    },
    LONG_MS,
  );
});
