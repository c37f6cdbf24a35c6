import { beforeAll, describe, expect, it } from '@jest/globals';
import { type AdminAnswer, AdminClient } from '../../support/admin-client.js';
import { createWorld, unchanged, type World } from '../../support/admin-fixtures.js';
import { pathOf, ROUTE_TABLE } from '../../support/admin-route-table.js';
import { type AdminRoute, adminRoutes } from '../../support/admin-routes.js';
import { dealt } from '../../support/fuzz-run.js';
import { isRefusal } from '../../support/is-refusal.js';
import { ENGINE } from '../../support/test-database.js';
import { TestServer } from '../../support/test-server.js';

type List = AdminRoute & { listing: { filters: string[]; sorts: string[] } };

const INJECTIONS = [
  "' OR '1'='1",
  "x' OR 1=1 -- ",
  "'; DROP TABLE cards; --",
  "x') UNION SELECT password_hash FROM admins -- ",
  '" OR ""="',
  '\\',
  "\\' OR 1=1 #",
  '%',
  '_',
  '*',
  ':id',
  '?',
  '${7*7}',
  '\u0000',
  '\uD800',
  '\u{10FFFF}',
  'Ω≈ç√',
];

const DEEP = `${'['.repeat(1000)}${']'.repeat(1000)}`;

/** Texts of a query parameter that every list must refuse. */
const HOSTILE: Record<string, string[]> = {
  filter: [
    '',
    '{',
    '{"id":',
    "{'id':[1]}",
    '{"id":[1]}}',
    '{"id":NaN}',
    'undefined',
    'null',
    'true',
    '1',
    '"id"',
    '[]',
    '[{"id":[1]}]',
    DEEP,
    `{"id":${DEEP}}`,
    '{"nope":1}',
    '{"":1}',
    '{"ID":[1]}',
    '{"row.id":[1]}',
    '{"id = 1 OR 1":1}',
    '{"passwordHash":"$argon2id"}',
    '{"tokenHash":"x"}',
    '{"appSecretSealed":"x"}',
    '{"totpSecretSealed":"x"}',
    '{"$or":[{"id":[1]}]}',
    '{"and":{"id":[1]}}',
    '{"__proto__":{"id":[1]}}',
    '{"__proto__":1}',
    '{"constructor":{"prototype":{"id":[1]}}}',
    '{"constructor":1}',
    '{"prototype":1}',
    '{"toString":1}',
    '{"hasOwnProperty":1}',
    '{"then":1}',
    '{"id":1}',
    '{"id":"1"}',
    '{"id":null}',
    '{"id":["1"]}',
    '{"id":[1.5]}',
    '{"id":[0]}',
    '{"id":[-1]}',
    '{"id":[1e400]}',
    '{"id":[99999999999999999999]}',
    '{"id":[[1]]}',
    '{"id":{"$gt":0}}',
    '{"id":["1) OR (1=1"]}',
    `{"id":[${Array.from({ length: 1001 }, () => 1).join()}]}`,
  ],
  sort: [
    '',
    '[',
    'id',
    '"id"',
    'null',
    '[]',
    '{}',
    '{"0":"id","1":"ASC","length":2}',
    '["id"]',
    '["id","ASC","x"]',
    '["id","asc"]',
    '["id","RANDOM()"]',
    '["id","ASC; DROP TABLE cards"]',
    '["id",null]',
    '["id",["ASC"]]',
    '[["id"],"ASC"]',
    '[null,"ASC"]',
    '["row.id","ASC"]',
    '["id --","ASC"]',
    '["(SELECT 1)","ASC"]',
    '["id, (SELECT password_hash FROM admins)","ASC"]',
    '["passwordHash","ASC"]',
    '["tokenHash","ASC"]',
    '["appSecretSealed","ASC"]',
    '["__proto__","ASC"]',
    '["constructor","ASC"]',
    '["length","ASC"]',
    '["0","ASC"]',
    DEEP,
  ],
  range: [
    '',
    '[',
    '0-24',
    'null',
    '{}',
    '[]',
    '[0]',
    '[0,1,2]',
    '[-1,5]',
    '[5,4]',
    '[0,1000]',
    '[0,1e3]',
    '[0,9007199254740991]',
    '[9007199254740992,9007199254740993]',
    '[0,1e400]',
    '[-1e400,0]',
    '[0.5,2]',
    '[0,1.5]',
    '[null,1]',
    '["0","24"]',
    '[0,"24; DROP TABLE cards"]',
    '[[0],[1]]',
    '[NaN,1]',
    '[true,true]',
    DEEP,
  ],
};

/** Values that no field of a filter accepts. */
const WRONG_VALUES = ['null', '{}', '{"$ne":null}', '{"length":1}', '[]', '[null]', '[[1]]', '[{}]', '1.5', '-1', '1e400', '""']; // prettier-ignore

describe('lists of the admin API', () => {
  const server = TestServer.forSuite();
  const owner = AdminClient.forSuite(server);
  let world: World;
  let lists: List[];
  beforeAll(async () => {
    world = await createWorld(server, owner);
    lists = adminRoutes(server).filter((route): route is List => route.listing !== undefined);
    expect(lists.length).toBeGreaterThanOrEqual(17);
  });

  const ask = (name: string, query: Record<string, string> | string) => {
    const text = typeof query === 'string' ? query : new URLSearchParams(query).toString();
    return owner.get<unknown>(`${pathOf(name, world)}?${text}`);
  };
  /** Queries every list and returns the unexpected responses. */
  const otherwise = async (
    queries: (list: List) => (Record<string, string> | string)[],
    isRight: (answer: AdminAnswer) => boolean,
  ) => {
    const wrong: unknown[] = [];
    const askAll = async (list: List) => {
      for (const query of queries(list)) {
        const answer = await ask(list.name, query);
        if (!isRight(answer)) wrong.push([list.name, query, answer.status, answer.text]);
      }
    };
    await Promise.all(lists.map(askAll));
    return wrong;
  };

  /** These requests are refused before a query, so the engine does not matter. */
  const beforeTheDatabase = ENGINE === 'sqlite' ? describe : describe.skip;

  beforeTheDatabase.each(Object.entries(HOSTILE))('with a hostile %s', (parameter, texts) => {
    it.each(named(texts))('%s', async (_, text) => {
      expect(await otherwise(() => [{ [parameter]: text }], isRefusedWithWords)).toEqual([]);
    });

    it('given twice', async () => {
      const twice = [`${parameter}=[]&${parameter}=[]`, `${parameter}={}&${parameter}={}&${parameter}=`];
      expect(await otherwise(() => twice, isRefusedWithWords)).toEqual([]);
    });
  });

  beforeTheDatabase('with values', () => {
    it('of the wrong type in any field of a filter are refused', async () => {
      const queries = ({ listing: { filters } }: List) =>
        filters.flatMap((field) =>
          // An empty list of ids is valid and matches nothing.
          WRONG_VALUES.filter((value) => field !== 'id' || value !== '[]').map((value) => ({
            filter: `{"${field}":${value}}`,
          })),
        );
      expect(await otherwise(queries, isRefusedWithWords)).toEqual([]);
    });

    it('that are longer than any field are refused', async () => {
      const queries = ({ listing: { filters } }: List) =>
        filters.map((field) => ({ filter: JSON.stringify({ [field]: 'x'.repeat(5000) }) }));
      expect(await otherwise(queries, isRefusedWithWords)).toEqual([]);
    });
  });

  it('compare texts literally in every field of a filter', async () => {
    const queries = ({ listing: { filters } }: List) =>
      filters.flatMap((field, i) =>
        dealt(INJECTIONS, i, 4).map((text) => ({ filter: JSON.stringify({ [field]: text }) })),
      );
    // No record has this name, so a row would mean that the text was interpreted.
    const isHarmless = (answer: AdminAnswer) =>
      isRefusedWithWords(answer) || (answer.status === 200 && hasNothing(answer));
    expect(await unchanged(server, () => otherwise(queries, isHarmless))).toEqual([]);
  });

  it('sort by each field, return the requested rows, and are empty beyond the last row', async () => {
    // This route takes the filter of a list, but returns no rows.
    const withRows = lists.filter(({ name }) => name !== 'GET /cards/counts');
    for (const { name, listing } of withRows) {
      const all = await ask(name, { range: '[0,999]' });
      expect([name, all.status]).toEqual([name, 200]);
      // A file contains all rows in the order of their ids.
      if (!Array.isArray(all.body)) continue;
      const rows = all.body as { id: number }[];
      for (const field of listing.sorts) {
        const [up, down] = await Promise.all(
          ['ASC', 'DESC'].map(async (order) => {
            const { status, body } = await ask(name, {
              sort: JSON.stringify([field, order]),
              range: '[0,999]',
            });
            expect([name, field, status]).toEqual([name, field, 200]);
            return body as { id: number }[];
          }),
        );
        expect(down).toEqual(up!.toReversed());
        expect(new Set(down!.map(({ id }) => id))).toEqual(new Set(rows.map(({ id }) => id)));
      }
      expect((await ask(name, { range: '[0,0]' })).body).toHaveLength(Math.min(1, rows.length));
      const id = rows.slice(0, 1).map((row) => row.id);
      expect((await ask(name, { filter: JSON.stringify({ id }) })).body).toEqual(rows.slice(0, 1));
      for (const range of ['[200000,200010]', '[9007199254740990,9007199254740991]']) {
        const behind = await ask(name, { range });
        expect(behind).toMatchObject({ status: 200, body: [] });
        expect(behind.headers.get('content-range')).toBe(`items */${rows.length}`);
      }
    }
  });
});

describe('other requests of the admin API', () => {
  const server = TestServer.forSuite();
  const owner = AdminClient.forSuite(server);
  let world: World;
  let routes: AdminRoute[];
  beforeAll(async () => {
    world = await createWorld(server, owner);
    routes = adminRoutes(server);
  });

  it.each(
    named([
      '__proto__=1',
      '__proto__[x]=1',
      'constructor=1&prototype=2',
      'applicationId=1&applicationId=2',
      'applicationId[]=1&applicationId[x]=1',
      'applicationId=1%20OR%201=1&from=NaN&to=1e400&days=-1',
      "applicationId=%27&deviceId='%20OR%20''='",
      'from=-1&to=99999999999999999999',
      '%00=%00&%FF=%FF',
      '&&&=&?',
      `applicationId=${'9'.repeat(5000)}`,
    ]),
  )('do not fail because of the query %s', async (_, query) => {
    const wrong: unknown[] = [];
    for (const { name, method } of routes.filter(({ method, listing }) => method === 'GET' && !listing)) {
      const answer = await owner.request(method, `${pathOf(name, world)}?${query}`);
      const isRight = answer.status === 200 || (isRefusal(answer) && [400, 422].includes(answer.status));
      if (!isRight) wrong.push([name, answer.status, answer.text]);
    }
    expect(wrong).toEqual([]);
  });

  it.each([
    '0',
    '-1',
    '1.5',
    '1e3',
    '0x1',
    '١',
    ' 1',
    '1;2',
    '1 OR 1=1',
    "1'",
    '2147483648',
    '9007199254740993',
    '99999999999999999999999999',
    'NaN',
    'null',
    'undefined',
    '__proto__',
    'constructor',
    '../applications',
    '\u0000',
  ])('find no record with the id %s', async (id) => {
    const wrong: unknown[] = [];
    await unchanged(server, async () => {
      for (const { name, method, path } of routes.filter(({ path }) => path.includes(':'))) {
        const address = path.replaceAll(/:\w+/g, encodeURIComponent(id));
        const { body } = ROUTE_TABLE[name] ?? {};
        const rowVersion = method === 'PATCH' ? { rowVersion: 1 } : {};
        const given = method === 'GET' ? undefined : { ...(body?.(world) as object), ...rowVersion };
        const answer = await owner.request(method, address, given);
        if (![400, 404, 422].includes(answer.status) || !isRefusal(answer)) {
          wrong.push([name, answer.status, answer.text]);
        }
      }
    });
    expect(wrong).toEqual([]);
  });

  it.each([
    ['/cards/%ff', 400],
    ['/cards/%', 400],
    ['/%00', 404],
    ['/..%2f..%2fetc%2fpasswd', 404],
    ['/cards/1/no-such-action', 404],
    ['/__proto__', 404],
  ])('find nothing at %s', async (path, status) => {
    const answer = await owner.get(path);
    expect(answer).toMatchObject({ status, body: { statusCode: status } });
    expect(isRefusal(answer)).toBe(true);
  });
});

/** Returns pairs of a test's name and its text. */
function named(texts: string[]): [string, string][] {
  return texts.map((text) => [JSON.stringify(text.slice(0, 60)), text]);
}

/** True for an empty list, or a file with only a header. */
function hasNothing({ text }: AdminAnswer): boolean {
  return text === '[]' || /^[\w,]+\r?\n$/.test(text);
}

function isRefusedWithWords(answer: AdminAnswer): boolean {
  return answer.status === 400 && isRefusal(answer);
}
