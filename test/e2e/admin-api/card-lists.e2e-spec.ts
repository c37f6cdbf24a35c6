import { beforeAll, describe, expect, it } from '@jest/globals';
import { Card, Device, type HolderStatus } from '@app/database';
import { AdminClient } from '../../support/admin-client.js';
import { otherAdmin } from '../../support/admin-fixtures.js';
import { readPages, setWay, WAYS_TO_LIST, type WayToList } from '../../support/list-pages.js';
import { TestServer } from '../../support/test-server.js';

const CARDS = 330;
const HOUR = 3_600_000;
const LAST = '\u{10FFFF}';

/** Prefixes of cards and notes: `LIKE` wildcards, text with unusual collation, the last code points. */
const STARTS = ['MON-', 'mon-', 'MON', '50%', '50', 'a_b', 'aXb', 'a\\b', 'a', "'", '卡', '\uFFFD', '\u{1F600}', LAST, LAST + LAST]; // prettier-ignore
const STATUSES: HolderStatus[] = ['unused', 'activated', 'activated', 'activated', 'consumed'];
const WAYS = Object.keys(WAYS_TO_LIST) as WayToList[];
const SORTS = ['id', 'card', 'activatedAt', 'expiresAt'] as const;

describe('lists of cards', () => {
  const server = TestServer.forSuite();
  let clients: { owner: AdminClient; manager: AdminClient };
  let cards: Card[];
  /** Applications; the first two are assigned to the manager. */
  let applicationIds: number[];

  beforeAll(async () => {
    const owner = await AdminClient.owner(server);
    applicationIds = [];
    const typeIds: number[][] = [];
    for (const name of ['Large', 'Small', 'Hidden']) {
      const { id: applicationId } = await owner.create('/applications', { name });
      const types = ['Month', 'Year'].map((name) =>
        owner.create('/card-types', { applicationId, name, durationUnit: 'days', durationAmount: 30 }),
      );
      applicationIds.push(applicationId);
      typeIds.push((await Promise.all(types)).map(({ id }) => id));
    }
    clients = { owner, manager: await otherAdmin(owner, 'manager', applicationIds.slice(0, 2)) };

    const rows = Array.from({ length: CARDS }, (_, i) => {
      const application = i % 11 === 0 ? 2 : i % 5 === 0 ? 1 : 0;
      return cardOf(i, applicationIds[application]!, typeIds[application]![i % 2]!, server.clock.now());
    });
    await server.dataSource.manager.insert(Card, rows);
    cards = await server.dataSource.manager.find(Card);
  });

  /** Returns the ids of cards in the expected order of a list. */
  function expected(
    keep: (card: Card) => boolean,
    [field, order]: [(typeof SORTS)[number], 'ASC' | 'DESC'] = ['id', 'DESC'],
  ): number[] {
    const sorted = cards.filter(keep).toSorted((a, b) => compare(a[field], b[field]) || a.id - b.id);
    return (order === 'ASC' ? sorted : sorted.toReversed()).map(({ id }) => id);
  }

  describe.each(WAYS)('%s', (way) => {
    beforeAll(() => setWay(server, way));

    it.each(SORTS)('have each card once, in the order of %s', async (field) => {
      const scopes = [
        { as: 'owner', filter: {}, keep: () => true },
        { as: 'owner', filter: { applicationId: applicationIds[0] }, keep: isOf(0) },
        { as: 'owner', filter: { applicationId: applicationIds[1] }, keep: isOf(1) },
        { as: 'manager', filter: {}, keep: isOf(0, 1) },
        {
          as: 'manager',
          filter: { state: 'active' },
          keep: (card: Card) => isOf(0, 1)(card) && isActive(card),
        },
      ] as const;
      for (const { as, filter, keep } of scopes) {
        for (const order of ['ASC', 'DESC'] as const) {
          const pages = await readPages(clients[as], '/cards', { filter, sort: [field, order] }, 47);
          expect(pages).toEqual(expected(keep, [field, order]));
        }
      }
    });

    it('are empty for an empty list of ids', async () => {
      expect(await readPages(clients.owner, '/cards', { filter: { id: [] } }, 100)).toEqual([]);
    });

    it('are empty beyond their end', async () => {
      const behind = await clients.owner.list('/cards', { range: [CARDS, CARDS + 24] });
      expect(behind).toMatchObject({ status: 200, body: [] });
      expect(behind.headers.get('content-range')).toBe(`items */${CARDS}`);
    });

    it('are filtered by state, to the exact millisecond of expiry', async () => {
      const now = server.clock.now();
      const { cardTypeId } = cards[0]!;
      const FILTERS: [object, (card: Card) => boolean][] = [
        [{ state: 'unused' }, ({ status, frozen }) => status === 'unused' && !frozen],
        [{ state: 'active' }, isActive],
        [{ state: 'expired' }, ({ frozen, expiresAt }) => !frozen && expiresAt !== null && expiresAt <= now],
        [{ state: 'frozen' }, ({ frozen }) => frozen],
        [{ state: 'consumed' }, ({ status, frozen }) => status === 'consumed' && !frozen],
        [{ status: 'activated' }, ({ status }) => status === 'activated'],
        [{ frozen: true }, ({ frozen }) => frozen],
        [{ frozen: false }, ({ frozen }) => !frozen],
        [{ cardTypeId }, (card) => card.cardTypeId === cardTypeId],
        [{ cardTypeId, state: 'active' }, (card) => card.cardTypeId === cardTypeId && isActive(card)],
        [{ batch: 'Batch 3' }, ({ batch }) => batch === 'Batch 3'],
        [{ batch: 'Batch 3', state: 'active' }, (card) => card.batch === 'Batch 3' && isActive(card)],
        [{ expiresFrom: now }, ({ expiresAt }) => expiresAt !== null && expiresAt >= now],
        [{ expiresBefore: now }, ({ expiresAt }) => expiresAt !== null && expiresAt < now],
        [{ state: 'active', expiresBefore: now + 2 }, (card) => isActive(card) && card.expiresAt === now + 1],
        [
          { id: cards.slice(7, 90).map(({ id }) => id) },
          (card) => cards.indexOf(card) >= 7 && cards.indexOf(card) < 90,
        ],
      ];
      for (const [filter, keep] of FILTERS) {
        expect(expected(keep)).not.toEqual([]);
        for (const field of SORTS) {
          const list = await readPages(clients.owner, '/cards', { filter, sort: [field, 'ASC'] }, 100);
          expect({ filter, field, list }).toEqual({ filter, field, list: expected(keep, [field, 'ASC']) });
          const filterOfOne = { ...filter, applicationId: applicationIds[1] };
          const keepOfOne = (card: Card) => isOf(1)(card) && keep(card);
          const listOfOne = await readPages(
            clients.manager,
            '/cards',
            { filter: filterOfOne, sort: [field, 'DESC'] },
            100,
          );
          expect(listOfOne).toEqual(expected(keepOfOne, [field, 'DESC']));
        }
      }
    });

    it.each(['card', 'note'] as const)(
      'are filtered by the prefix of the %s, with any characters',
      async (field) => {
        for (const start of [...STARTS, '5', '%', '_', '\\', 'A', 'none', `${LAST}1`]) {
          const keep = (card: Card) => card[field]?.startsWith(start) === true;
          for (const sort of ['id', 'card', 'expiresAt'] as const) {
            const list = await readPages(
              clients.owner,
              '/cards',
              { filter: { [field]: start }, sort: [sort, 'ASC'] },
              100,
            );
            expect({ start, list }).toEqual({ start, list: expected(keep, [sort, 'ASC']) });
          }
        }
      },
    );

    it('are filtered by a device, separately in each application', async () => {
      const [first, second, hidden, unbound] = [isOf(0), isOf(1), isOf(2), isOf(0)].map(
        (keep, i) => cards.filter(keep)[i]!,
      );
      const { manager } = server.dataSource;
      const bind = (card: Card, holderKind: 'card' | 'user', deviceId = 'PC-1') => {
        const { applicationId, id: holderId } = card;
        return { applicationId, holderKind, holderId, deviceId, boundAt: 0 };
      };
      await manager.insert(Device, [
        ...[first!, second!, hidden!].map((card) => bind(card, 'card')),
        bind(unbound!, 'user'),
        bind(unbound!, 'card', 'PC-10'),
      ]);
      const list = (as: 'owner' | 'manager', filter: object) =>
        readPages(clients[as], '/cards', { filter, sort: ['id', 'ASC'] }, 100);
      expect(await list('owner', { deviceId: 'PC-1' })).toEqual(
        [first, second, hidden].map((card) => card!.id).toSorted((a, b) => a - b),
      );
      expect(await list('owner', { deviceId: 'PC-1', applicationId: applicationIds[1] })).toEqual([
        second!.id,
      ]);
      expect(await list('manager', { deviceId: 'PC-1' })).toEqual(
        [first!.id, second!.id].toSorted((a, b) => a - b),
      );
      expect(await list('manager', { deviceId: 'PC-1', applicationId: applicationIds[2] })).toEqual([]);
      await manager.clear(Device);
    });
  });

  function isOf(...places: number[]) {
    return ({ applicationId }: Card) => places.some((place) => applicationIds[place] === applicationId);
  }

  function isActive({ status, frozen, expiresAt }: Card): boolean {
    return status === 'activated' && !frozen && (expiresAt === null || expiresAt > server.clock.now());
  }
});

/**
 * Returns one of many cards. Many of them have the same sort value. There are cards in each state, and cards that
 * expire now or a millisecond later.
 */
function cardOf(i: number, applicationId: number, cardTypeId: number, now: number): Partial<Card> {
  const status = STATUSES[(i * 7) % STATUSES.length]!;
  const expiries = [null, now - HOUR, now, now + 1, now + HOUR];
  const isActivated = status === 'activated';
  // Cards of the third application have the same keys as cards of another application.
  const name = i % 11 === 0 ? i + 1 : i;
  return {
    applicationId,
    cardTypeId,
    card: `${STARTS[(name * 7) % STARTS.length]}${(name * 37) % CARDS}`,
    status,
    frozen: i % 6 === 0,
    durationUnit: 'days',
    durationAmount: 30,
    maxSessions: 1,
    maxDevices: 1,
    unbindsUsed: 0,
    unbindFailures: 0,
    activatedAt: isActivated ? now - HOUR * (i % 4) : null,
    expiresAt: isActivated ? expiries[i % expiries.length]! : null,
    note: i % 3 === 0 ? null : `${STARTS[(i * 4) % STARTS.length]} note`,
    batch: i % 4 === 0 ? null : `Batch ${i % 7}`,
    createdAt: now,
    updatedAt: now,
  };
}

/** Compares values: `null` comes first, and texts are compared by bytes. */
function compare(a: string | number | null, b: string | number | null): number {
  if (typeof a === 'string' && typeof b === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return Number(a ?? -Infinity) - Number(b ?? -Infinity) || 0;
}
