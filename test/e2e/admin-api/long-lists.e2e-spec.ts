import { beforeAll, describe, expect, it } from '@jest/globals';
import type { EntityTarget } from 'typeorm';
import { AuditRecord, Device, Refusal, Session, User } from '@app/database';
import { AdminClient } from '../../support/admin-client.js';
import { otherAdmin } from '../../support/admin-fixtures.js';
import { readPages, setWay, WAYS_TO_LIST, type WayToList } from '../../support/list-pages.js';
import { TestServer } from '../../support/test-server.js';

const WAYS = Object.keys(WAYS_TO_LIST) as WayToList[];
const ROWS = 150;

type Row = { id: number; applicationId: number | null };
type Keep<T> = (row: T) => boolean;

/**
 * A list with its sort fields and filters. `sorts` maps each sort field to the columns that determine the order: each
 * column orders the rows that are equal in all columns before it. `filters` returns pairs of a filter and a function
 * that is true for the matching rows.
 */
interface Listed<T> {
  entity: EntityTarget<T>;
  sorts: Record<string, (keyof T)[]>;
  filters: (now: number) => [object, Keep<T>][];
}

const listed = <T extends Row>(list: Listed<T>) => list as unknown as Listed<Row>;

const LISTS: Record<string, Listed<Row>> = {
  users: listed<User>({
    entity: User,
    sorts: { id: ['id'], username: ['applicationId', 'username'], expiresAt: ['expiresAt', 'id'] },
    filters: (now) => [
      [{ state: 'active' }, (user) => !user.frozen && (user.expiresAt === null || user.expiresAt > now)],
      [{ state: 'frozen' }, (user) => user.frozen],
      [{ username: 'user1' }, ({ username }) => username.startsWith('user1')],
      [{ note: 'Note' }, ({ note }) => note !== null],
      [{ expiresFrom: now, frozen: false }, (user) => !user.frozen && (user.expiresAt ?? 0) >= now],
    ],
  }),
  sessions: listed<Session>({
    entity: Session,
    sorts: { id: ['id'], lastSeenAt: ['lastSeenAt', 'id'] },
    filters: () => [
      [{ open: true }, ({ endedAt }) => endedAt === null],
      [
        { open: false, holderKind: 'user' },
        (session) => session.endedAt !== null && session.holderKind === 'user',
      ],
      [{ holderId: 3 }, ({ holderId }) => holderId === 3],
      [
        { holderKind: 'card', holderId: 3 },
        ({ holderKind, holderId }) => holderKind === 'card' && holderId === 3,
      ],
      [{ deviceId: 'PC-1' }, ({ deviceId }) => deviceId === 'PC-1'],
      [{ ip: '192.0.2.1', open: true }, ({ ip, endedAt }) => ip === '192.0.2.1' && endedAt === null],
    ],
  }),
  devices: listed<Device>({
    entity: Device,
    sorts: { id: ['id'], deviceId: ['applicationId', 'deviceId', 'id'] },
    filters: () => [
      [{ holderKind: 'user' }, ({ holderKind }) => holderKind === 'user'],
      [{ holderId: 3 }, ({ holderId }) => holderId === 3],
      [
        { holderKind: 'card', holderId: 3 },
        ({ holderKind, holderId }) => holderKind === 'card' && holderId === 3,
      ],
      [{ deviceId: 'PC-1' }, ({ deviceId }) => deviceId.startsWith('PC-1')],
    ],
  }),
  refusals: listed<Refusal>({
    entity: Refusal,
    sorts: { id: ['id'], at: ['at', 'id'] },
    filters: (now) => [
      [{ code: 10218 }, ({ code }) => code === 10218],
      [{ name: 'C1' }, ({ name }) => name?.startsWith('C1') ?? false],
      [{ exactName: 'C1', code: 10218 }, ({ name, code }) => name === 'C1' && code === 10218],
      [{ deviceId: 'PC-1' }, ({ deviceId }) => deviceId === 'PC-1'],
      [{ ip: '192.0.2.1' }, ({ ip }) => ip === '192.0.2.1'],
      [{ version: '1.0' }, ({ version }) => version === '1.0'],
      [{ from: now - 50, before: now - 20 }, ({ at }) => at >= now - 50 && at < now - 20],
      [{ from: now - 50, code: 10218 }, ({ at, code }) => at >= now - 50 && code === 10218],
    ],
  }),
  'audit-log': listed<AuditRecord>({
    entity: AuditRecord,
    sorts: { id: ['id'] },
    filters: (now) => [
      [{ resource: 'cards' }, ({ resource }) => resource === 'cards'],
      [
        { resource: 'cards', recordId: '3' },
        ({ resource, recordId }) => resource === 'cards' && recordId === '3',
      ],
      [{ recordId: '3' }, ({ recordId }) => recordId === '3'],
      [{ action: 'freeze' }, ({ action }) => action === 'freeze'],
      [{ actorName: 'someone1' }, ({ actorName }) => actorName.startsWith('someone1')],
      [{ from: now - 50, before: now - 20 }, ({ at }) => at >= now - 50 && at < now - 20],
    ],
  }),
};

describe('lists that can be long', () => {
  const server = TestServer.forSuite();
  let clients: { owner: AdminClient; manager: AdminClient };
  let applicationIds: number[];

  beforeAll(async () => {
    const owner = await AdminClient.owner(server);
    applicationIds = [];
    const typeIds: number[] = [];
    for (const name of ['Large', 'Small', 'Hidden']) {
      const { id: applicationId } = await owner.create('/applications', { name });
      const type = { applicationId, name: 'Month', durationUnit: 'days', durationAmount: 30 };
      applicationIds.push(applicationId);
      typeIds.push((await owner.create('/card-types', type)).id);
    }
    clients = { owner, manager: await otherAdmin(owner, 'manager', applicationIds.slice(0, 2)) };

    const now = server.clock.now();
    const rows = Array.from({ length: ROWS }, (_, i) => {
      const place = i % 7 === 0 ? 2 : i % 3 === 0 ? 1 : 0;
      return rowsOf(i, applicationIds[place]!, typeIds[place]!, now);
    });
    const database = server.dataSource.manager;
    await database.insert(User, rows.map(({ user }) => user)); // prettier-ignore
    await database.insert(Session, rows.map(({ session }) => session)); // prettier-ignore
    await database.insert(Device, rows.map(({ device }) => device)); // prettier-ignore
    await database.insert(Refusal, rows.map(({ refusal }) => refusal)); // prettier-ignore
    await database.insert(AuditRecord, rows.map(({ record }) => record)); // prettier-ignore
  });

  describe.each(WAYS)('%s', (way) => {
    beforeAll(() => setWay(server, way));

    it.each(Object.keys(LISTS))('%s', async (name) => {
      const { entity, sorts, filters } = LISTS[name]!;
      const all = await server.dataSource.manager.find(entity);
      for (const [filter, keep] of [[{}, () => true] as const, ...filters(server.clock.now())]) {
        expect(all.some(keep)).toBe(true);
        for (const [field, by] of Object.entries(sorts)) {
          for (const [as, scope, places] of [
            ['owner', {}, undefined],
            ['owner', { applicationId: applicationIds[1] }, [1]],
            ['manager', {}, [0, 1]],
          ] as const) {
            const isOf = ({ applicationId }: Row) =>
              places?.some((place) => applicationIds[place] === applicationId) ?? true;
            const rows = all.filter((row) => keep(row) && isOf(row)).toSorted((a, b) => compare(a, b, by));
            const ids = rows.map(({ id }) => id);
            for (const order of ['ASC', 'DESC'] as const) {
              const query = { filter: { ...filter, ...scope }, sort: [field, order] } as const;
              const list = await readPages(clients[as], `/${name}`, { ...query, sort: [field, order] }, 60);
              expect({ as, query, list }).toEqual({
                as,
                query,
                list: order === 'ASC' ? ids : ids.toReversed(),
              });
            }
          }
        }
      }
    });
  });
});

function rowsOf(i: number, applicationId: number, cardTypeId: number, now: number) {
  const holderKind = i % 2 === 0 ? ('card' as const) : ('user' as const);
  const owned = { applicationId, holderKind, holderId: 1 + (i % 9), deviceId: `PC-${i % 13}` };
  return {
    user: {
      applicationId,
      cardTypeId,
      username: `user${(i * 7) % ROWS}`,
      passwordHash: '',
      status: 'activated' as const,
      frozen: i % 5 === 0,
      durationUnit: 'days' as const,
      durationAmount: 30,
      maxSessions: 1,
      maxDevices: 1,
      unbindsUsed: 0,
      activatedAt: now,
      expiresAt: [null, now, now + 1][i % 3]!,
      note: i % 4 === 0 ? 'Note' : null,
      createdAt: now,
      updatedAt: now,
    },
    session: {
      ...owned,
      tokenHash: `token${i}`,
      ip: `192.0.2.${i % 4}`,
      createdAt: now,
      lastSeenAt: now - (i % 6),
      endedAt: i % 3 === 0 ? null : now,
    },
    device: { ...owned, deviceId: `PC-${i % 13}-${i}`, boundAt: now },
    refusal: {
      applicationId,
      at: now - (i % 100),
      endpoint: 'card/login',
      code: i % 3 === 0 ? 10218 : 10217,
      name: i % 10 === 0 ? null : `C${i % 14}`,
      deviceId: i % 11 === 0 ? null : `PC-${i % 13}`,
      ip: `192.0.2.${i % 4}`,
      version: i % 2 === 0 ? '1.0' : null,
    },
    record: {
      at: now - (i % 100),
      actorKind: 'admin' as const,
      actorId: 1,
      actorName: `someone${i % 12}@example.com`,
      applicationId: i % 10 === 0 ? null : applicationId,
      resource: i % 3 === 0 ? 'users' : 'cards',
      recordId: String(i % 8),
      action: i % 5 === 0 ? 'freeze' : 'update',
      ip: '192.0.2.1',
      requestId: String(i),
    },
  };
}

function compare(a: Row, b: Row, by: readonly (keyof Row)[]): number {
  for (const field of by) {
    const [one, other] = [a[field], b[field]] as (string | number | null)[];
    if (one === other) continue;
    if (typeof one === 'string' && typeof other === 'string')
      return Buffer.compare(Buffer.from(one), Buffer.from(other));
    return Number(one ?? -Infinity) - Number(other ?? -Infinity);
  }
  return 0;
}
