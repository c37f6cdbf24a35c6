import { beforeAll, describe, expect, it } from '@jest/globals';
import { type AdminAnswer, AdminClient } from '../../support/admin-client.js';
import { createWorld, unchanged, type World } from '../../support/admin-fixtures.js';
import { bodyOf, pathOf, ROUTE_TABLE } from '../../support/admin-route-table.js';
import { type AdminRoute, adminRoutes } from '../../support/admin-routes.js';
import { isRefusal } from '../../support/is-refusal.js';
import { TestServer } from '../../support/test-server.js';

/** Fields that only the server or a different request sets. */
const FIELDS = [
  'id',
  'createdAt',
  'updatedAt',
  'createdBy',
  'passwordHash',
  'tokenHash',
  'codeHash',
  'unbindPasswordHash',
  'appSecretSealed',
  'previousSecretSealed',
  'previousSecretUntil',
  'totpSecretSealed',
  'totpEnabledAt',
  'lastSignInAt',
  'lastUsedAt',
  'revision',
  'adminId',
  'allApplications',
  'hint',
  'status',
  'frozen',
  'activatedAt',
  'consumedAt',
  'consumedById',
  'ownerId',
  'holderId',
  'result',
  'progress',
  'isOwner',
  'then',
];

/** Names with a meaning in JavaScript. */
const NAMES = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'];

/**
 * Maps each field that only some routes accept to a function that is true for these routes. Written by hand, not
 * derived from the server.
 */
const WHERE = new Map<string, (route: string) => boolean>(
  Object.entries({
    applicationId: (route: string) => CREATES.has(route),
    rowVersion: (route: string) =>
      /^PATCH |\/(restore|rotate-secret|rotate-signing-key|rotate-key|end-overlap|renew-portal-link|add-time|add-uses)$/.test(
        route,
      ),
    role: (route: string) => /^(POST|PATCH) \/admins(\/:id)?$|^POST \/api-tokens$/.test(route),
    expiresAt: (route: string) => /^POST \/api-tokens$|^(POST|PATCH) \/blocks\b/.test(route),
    appKey: (route: string) => route === 'POST /applications',
    token: (route: string) => /^(POST|PATCH) \/notifiers(\/:id)?$/.test(route),
    enabled: (route: string) =>
      /^(POST|PATCH) \/(admins|applications|channels|functions|notifiers|webhooks)(\/:id)?$/.test(route),
  }),
);

const CREATES = new Set([
  'POST /sessions/kick',
  'POST /users',
  'POST /card-types',
  'POST /card-jobs/generate',
  'POST /card-jobs/bulk',
  'POST /card-jobs/bulk/preview',
  'POST /card-jobs/bulk-users',
  'POST /card-jobs/bulk-users/preview',
  'POST /variables',
  'POST /data',
  'POST /functions',
  'POST /functions/test',
  'POST /versions',
  'POST /blocks',
  'POST /channels',
  'POST /orders',
  'POST /signature-check',
]);

/** JSON values that no field accepts. */
const VALUES = [
  'null',
  'true',
  '0',
  '-1',
  '1.5',
  '1e400',
  '99999999999999999999',
  '""',
  '" "',
  '"\\u0000"',
  '"\\ud800"',
  '"\' OR 1=1 -- "',
  `"${'x'.repeat(70_000)}"`,
  '[]',
  '[[]]',
  '[null]',
  '{}',
  '{"length":1}',
  '{"$ne":null}',
  `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
  '{"__proto__":{"x":1}}',
];

describe('bodies of requests to the admin API', () => {
  const server = TestServer.forSuite();
  const owner = AdminClient.forSuite(server);
  let world: World;
  /** Routes that change records, with or without a body. */
  let changing: AdminRoute[];
  let routes: AdminRoute[];
  beforeAll(async () => {
    world = await createWorld(server, owner);
    // Imports read a file.
    changing = adminRoutes(server).filter(
      ({ method, name }) => method !== 'GET' && !name.startsWith('POST /card-jobs/import'),
    );
    routes = adminRoutes(server).filter(({ hasBody }) => hasBody);
    expect(routes.length).toBeGreaterThan(30);
  });

  /** Sends a body that is valid except for these fields, given as JSON. */
  const send = async ({ name, method }: AdminRoute, fields: readonly string[], value: string) => {
    const right = ((await bodyOf(name, world, owner)) ?? {}) as Record<string, unknown>;
    const pairs = Object.entries(right)
      .filter(([key]) => !fields.includes(key))
      .map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`);
    const body = `{${[...pairs, ...fields.map((field) => `${JSON.stringify(field)}:${value}`)].join()}}`;
    return owner.request<{ errors?: Record<string, string> }>(method, pathOf(name, world), body);
  };
  const told = ({ name }: AdminRoute, { status, text }: AdminAnswer) => [name, status, text.slice(0, 300)];

  // The fields are sent in parts, since a response contains at most 20 faults, including faults of the body itself.
  describe.each([
    ...inParts([...FIELDS, ...WHERE.keys()], 14).map(
      (fields, i) => [`that only the server sets (${i + 1})`, fields] as const,
    ),
    ['that JavaScript has a meaning for', NAMES] as const,
  ])('may not have fields %s', (_, fields) => {
    it.each(['1', '"owner"', '{"role":"owner"}', 'null'])('as %s', async (value) => {
      const wrong: unknown[] = [];
      await unchanged(server, async () => {
        for (const route of changing) {
          const answer = await send(route, fields, value);
          const foreign = fields.filter((field) => !WHERE.get(field)?.(route.name));
          const refused = Object.entries(answer.body.errors ?? {})
            .filter(([, reason]) => reason === 'cannot be set here')
            .map(([field]) => field);
          const isRight = answer.status === 422 && isRefusal(answer);
          if (!isRight || String(refused.toSorted()) !== String(foreign.toSorted())) {
            wrong.push(told(route, answer));
          }
        }
      });
      expect(wrong).toEqual([]);
      expect({}).not.toHaveProperty('role');
    });

    it('alone', async () => {
      const wrong: unknown[] = [];
      await unchanged(server, async () => {
        for (const [i, route] of routes.entries()) {
          // The routes get the fields in turn, since all fields for all routes would take too long.
          const ours = fields.filter((name) => !WHERE.has(name));
          const field = ours[i % ours.length]!;
          const answer = await send(route, [field], '1');
          const errors = Object.entries(answer.body.errors ?? {});
          if (!errors.some(([name]) => name === field) || answer.status !== 422)
            wrong.push(told(route, answer));
        }
      });
      expect(wrong).toEqual([]);
    });
  });

  it('accept every documented field', () => {
    const names = new Set(routes.map(({ name }) => name));
    for (const [field, isThere] of WHERE) {
      expect([field, [...names].filter(isThere).length]).not.toEqual([field, 0]);
    }
    expect([...CREATES].filter((name) => !names.has(name))).toEqual([]);
  });

  it.each([
    ['[]', 422],
    ['[{}]', 422],
    ['[[[]]]', 422],
    ['null', 400],
    ['"text"', 400],
    ['1', 400],
    ['{', 400],
    ['{"a":1,}', 400],
    ['\u0000', 400],
    ['1 MiB', 413],
  ])('are objects, not %j', async (text, status) => {
    const body = status === 413 ? JSON.stringify({ a: 'x'.repeat(1024 * 1024) }) : text;
    const wrong: unknown[] = [];
    await unchanged(server, async () => {
      for (const route of routes) {
        const answer = await owner.request(route.method, pathOf(route.name, world), body);
        if (answer.status !== status || !isRefusal(answer)) wrong.push(told(route, answer));
      }
    });
    expect(wrong).toEqual([]);
  });

  it('are refused if they have too many values, and a refusal names at most 20 faults', async () => {
    const names = (count: number) => Array.from({ length: count }, (_, i) => [`field${i}`, 1]);
    const tooMany = {
      body: 'must not exceed 1100 fields, 60 lists and objects, and 1200 values in total',
    };
    for (const body of [
      Object.fromEntries(names(1101)),
      { ids: Array.from({ length: 1300 }, () => 1) },
      { ids: Array.from({ length: 60 }, () => ({})) },
    ]) {
      const answer = await owner.post<{ errors: object }>('/variables', body);
      expect(answer).toMatchObject({ status: 422, body: { errors: tooMany } });
    }
    const answer = await owner.post<{ errors: object; message: string }>('/variables', {
      ...Object.fromEntries(names(1000)),
      ['x'.repeat(100_000)]: 1,
    });
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors)).toHaveLength(20);
    expect(answer.body.message).toMatch(/; and 98\d more$/);
    expect(answer.text.length).toBeLessThan(6000);
  });

  it('without authentication are not read; sign-in reads only a few KiB', async () => {
    const stranger = new AdminClient(server.url);
    const nonsense = '{'.repeat(900_000);
    for (const route of routes) {
      const isSignIn = route.name === 'POST /auth/login';
      const answer = await stranger.request(route.method, pathOf(route.name, world), nonsense);
      expect([route.name, answer.status]).toEqual([route.name, isSignIn ? 413 : 401]);
    }
    const answer = await stranger.post('/auth/login', { email: 'x', password: 'x'.repeat(8192) });
    expect(answer.status).toBe(413);
  });

  it('refuse text with half a surrogate pair, which would be stored as different text', async () => {
    const taken: string[] = [];
    for (const route of routes) {
      const right = ROUTE_TABLE[route.name]?.body?.(world) ?? {};
      for (const [field, value] of Object.entries(right)) {
        if (typeof value !== 'string') continue;
        const answer = await send(route, [field], '"a\\ud800"');
        if (answer.status < 300) taken.push(`${route.name} ${field}`);
      }
    }
    expect(taken).toEqual([]);
  });

  it.each(VALUES.map((value) => [value.slice(0, 20), value]))(
    'are accepted or properly refused with this value in any field: %s',
    async (_, value) => {
      const wrong: unknown[] = [];
      for (const route of routes) {
        const right = ROUTE_TABLE[route.name]?.body?.(world) ?? {};
        for (const field of Object.keys(right)) {
          const answer = await send(route, [field], value);
          if (answer.status >= 300 && !isRefusal(answer)) wrong.push([field, ...told(route, answer)]);
        }
      }
      expect(wrong).toEqual([]);
    },
  );
});

function inParts<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, i) =>
    list.slice(i * size, (i + 1) * size),
  );
}
