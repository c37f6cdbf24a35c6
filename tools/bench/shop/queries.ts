// List queries: the panel's queries, and the most expensive queries.
import { deviceOf, REFUSED_ADDRESS, sizesOf } from './seed.ts';

const DAY_MS = 86_400_000;
const BOTH = ['ASC', 'DESC'];

export interface ListQuery {
  list: string;
  as: 'owner' | 'manager';
  filter: object;
  /** Sort field and direction. */
  sort: [string, string];
  /** Index of the page's first row, or `half` for the middle and `last` for the end of the list. */
  at: number | 'half' | 'last';
}

/**
 * Every list query of the benchmark.
 * @param now epoch milliseconds
 * @param applicationId the large application
 * @param count number of its cards
 */
export function listQueries(now: number, applicationId: number, count: number): ListQuery[] {
  return [...cards(now, applicationId, count), ...others(now, applicationId, count)];
}

function* cards(now: number, applicationId: number, count: number): Generator<ListQuery> {
  const list = 'cards';
  const ofApplication = { applicationId };
  const SCOPES = [
    { as: 'owner', scope: {} },
    { as: 'owner', scope: ofApplication },
    { as: 'manager', scope: {} },
  ] as const;
  for (const { as, scope } of SCOPES) {
    for (const field of ['id', 'card', 'activatedAt', 'expiresAt']) {
      for (const order of BOTH) {
        for (const at of [0, count / 10, count / 2, count * 0.9, 'last'] as const) {
          const from = typeof at === 'number' ? Math.round(at) : at;
          yield { list, as, filter: scope, sort: [field, order], at: from };
        }
      }
    }
  }

  const STATES = ['unused', 'active', 'expired', 'frozen', 'consumed'].map((state) => ({ state }));
  const FILTERS = [
    ...STATES,
    ...['unused', 'activated', 'consumed'].map((status) => ({ status })),
    { frozen: true },
    { frozen: false },
    ...[1, 3, 5].map((cardTypeId) => ({ cardTypeId })),
    { card: 'MON-' },
    { card: 'MON-AB' },
    { note: 'Reseller' },
    { note: 'Reseller 4' },
    { note: 'Reseller 42' },
    { batch: 'Batch 7' },
    { batch: 'Batch 98' },
    { deviceId: deviceOf(7) },
    { expiresFrom: now },
    { expiresBefore: now },
    { expiresFrom: now, expiresBefore: now + 7 * DAY_MS },
    { cardTypeId: 1, state: 'unused' },
    { cardTypeId: 3, state: 'active' },
    { cardTypeId: 4, state: 'expired' },
    { batch: 'Batch 7', state: 'unused' },
    { batch: 'Batch 7', state: 'active' },
    { note: 'Reseller 42', state: 'active' },
    { state: 'active', expiresBefore: now + 7 * DAY_MS },
    { cardTypeId: 5, batch: 'Batch 7' },
    { card: 'NONE' },
  ];
  for (const narrow of FILTERS) {
    for (const { as, scope } of SCOPES) {
      const filter = { ...scope, ...narrow };
      for (const sort of [
        ['id', 'DESC'],
        ['card', 'ASC'],
        ['expiresAt', 'ASC'],
      ] as [string, string][])
        yield { list, as, filter, sort, at: 0 };
    }
    const filter = { ...ofApplication, ...narrow };
    for (const at of ['half', 'last'] as const) yield { list, as: 'owner', filter, sort: ['id', 'DESC'], at };
    for (const sort of [
      ['card', 'DESC'],
      ['expiresAt', 'DESC'],
      ['activatedAt', 'ASC'],
      ['activatedAt', 'DESC'],
    ] as [string, string][]) {
      yield { list, as: 'owner', filter, sort, at: 0 };
    }
  }
  for (const state of STATES) {
    const filter = { ...ofApplication, ...state };
    for (const sort of [
      ['expiresAt', 'ASC'],
      ['activatedAt', 'DESC'],
      ['card', 'ASC'],
    ] as [string, string][]) {
      for (const at of ['half', 'last'] as const) yield { list, as: 'owner', filter, sort, at };
    }
  }
}

function* others(now: number, applicationId: number, count: number): Generator<ListQuery> {
  const deviceOfUser = deviceOf(sizesOf(count).cardDevices + 7);
  const LISTS = [
    {
      list: 'users',
      sorts: ['id', 'username', 'expiresAt'],
      filters: [
        {},
        ...['unused', 'active', 'expired', 'frozen', 'consumed'].map((state) => ({ state })),
        { cardTypeId: 1 },
        { cardTypeId: 1, state: 'active' },
        { username: 'a' },
        { note: 'Customer 1' },
        { expiresFrom: now, expiresBefore: now + 7 * DAY_MS },
        { deviceId: deviceOfUser },
      ],
    },
    {
      list: 'sessions',
      sorts: ['id', 'lastSeenAt'],
      filters: [
        {},
        { open: true },
        { open: false },
        { open: true, holderKind: 'user' },
        { holderKind: 'card' },
        { holderKind: 'card', holderId: 2000 },
        { holderId: 2000 },
        { deviceId: deviceOf(7) },
        { ip: '10.7.7.7' },
      ],
    },
    {
      list: 'refusals',
      sorts: ['id', 'at'],
      filters: [
        {},
        { period: '24h' },
        { period: '30d' },
        { code: 10_210 },
        { code: 10_218 },
        { code: 10_210, period: '24h' },
        { name: 'MON-A' },
        { ip: REFUSED_ADDRESS },
        { ip: REFUSED_ADDRESS, period: '24h' },
        { deviceId: deviceOf(7) },
        { version: '2.1.0' },
      ],
    },
    {
      list: 'devices',
      sorts: ['id', 'deviceId'],
      filters: [
        {},
        { holderKind: 'user' },
        { holderKind: 'card', holderId: 2000 },
        { holderId: 2000 },
        { deviceId: 'PC-7' },
        { deviceId: deviceOf(7) },
      ],
    },
    {
      list: 'audit-log',
      sorts: ['id'],
      filters: [
        {},
        { resource: 'cards' },
        { resource: 'cards', recordId: '7' },
        { recordId: '7' },
        { action: 'freeze' },
        { resource: 'users', action: 'reset' },
        { actorName: 'person3' },
        { actorName: 'person3', action: 'freeze' },
        { from: now - 30 * DAY_MS },
        { from: now - 400 * DAY_MS, before: now - 100 * DAY_MS },
      ],
    },
  ];
  for (const { list, sorts, filters } of LISTS) {
    for (const narrow of filters) {
      for (const field of sorts) {
        yield { list, as: 'owner', filter: narrow, sort: [field, 'DESC'], at: 0 };
        yield { list, as: 'manager', filter: narrow, sort: [field, 'DESC'], at: 0 };
        const filter = { applicationId, ...narrow };
        for (const order of BOTH) yield { list, as: 'owner', filter, sort: [field, order], at: 0 };
        for (const at of ['half', 'last'] as const)
          yield { list, as: 'owner', filter, sort: [field, 'DESC'], at };
      }
    }
  }
}
