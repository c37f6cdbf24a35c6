import type { DataSource } from 'typeorm';
import { CardType, countByIndex, type HolderStatus } from '@app/database';
import type { CardsOfTypeDto, CardStatesDto } from './stats.dto.js';

const MAX_ID = 2 ** 31 - 1;
const EVER = Number.MAX_SAFE_INTEGER;

export type HolderTable = 'cards' | 'users';

/** Cards or users in one range of the state index. */
interface Holders {
  readonly table: HolderTable;
  readonly applicationId: number;
  readonly status: HolderStatus;
  readonly frozen: boolean;
}

/**
 * Counts the cards or users of an application by the state that people see.
 * @param now epoch milliseconds
 */
export async function countStates(
  dataSource: DataSource,
  table: HolderTable,
  applicationId: number,
  now: number,
): Promise<CardStatesDto> {
  const of = (status: HolderStatus, frozen = false): Holders => ({ table, applicationId, status, frozen });
  const all = async (holders: Holders) =>
    (await countWithoutExpiry(dataSource, holders)) + (await countByExpiry(dataSource, holders, -1, EVER));
  const activated = of('activated');
  const permanent = await countWithoutExpiry(dataSource, activated);
  return {
    unused: await all(of('unused')),
    active: permanent + (await countByExpiry(dataSource, activated, now, EVER)),
    expired: await countByExpiry(dataSource, activated, -1, now),
    frozen:
      (await all(of('unused', true))) +
      (await all(of('activated', true))) +
      (await all(of('consumed', true))),
    consumed: await all(of('consumed')),
  };
}

/**
 * Counts the cards or users of an application, not frozen, that expire in a span.
 * @param after epoch milliseconds, exclusive
 * @param upTo epoch milliseconds, inclusive
 */
export function countExpiring(
  dataSource: DataSource,
  table: HolderTable,
  applicationId: number,
  after: number,
  upTo: number,
): Promise<number> {
  return countByExpiry(dataSource, { table, applicationId, status: 'activated', frozen: false }, after, upTo);
}

/** Counts the cards of each type of an application. */
export async function countTypes(dataSource: DataSource, applicationId: number): Promise<CardsOfTypeDto[]> {
  const types = await dataSource.manager.find(CardType, {
    select: { id: true, name: true },
    where: { applicationId },
    order: { id: 'ASC' },
  });
  const counts: CardsOfTypeDto[] = [];
  for (const { id, name } of types) {
    const cards = await countByIndex(dataSource, {
      table: 'cards',
      index: 'ix_cards_card_type',
      equal: { card_type_id: id },
      by: 'id',
      after: 0,
      upTo: MAX_ID,
    });
    counts.push({ cardTypeId: id, applicationId, name, cards });
  }
  return counts;
}

/** Counts the open sessions of an application. */
export function countLiveSessions(dataSource: DataSource, applicationId: number): Promise<number> {
  return countByIndex(dataSource, {
    table: 'sessions',
    index: 'ix_sessions_last_seen',
    equal: { application_id: applicationId, ended_at: null },
    by: 'last_seen_at',
    after: -1,
    upTo: EVER,
  });
}

/** Counts those that are permanent, or whose time has not started. */
function countWithoutExpiry(dataSource: DataSource, holders: Holders): Promise<number> {
  const { table, index, equal } = placeOf(holders);
  return countByIndex(dataSource, {
    table,
    index,
    equal: { ...equal, expires_at: null },
    by: 'id',
    after: 0,
    upTo: MAX_ID,
  });
}

function countByExpiry(
  dataSource: DataSource,
  holders: Holders,
  after: number,
  upTo: number,
): Promise<number> {
  return countByIndex(dataSource, { ...placeOf(holders), by: 'expires_at', after, upTo });
}

function placeOf({ table, applicationId, status, frozen }: Holders) {
  const equal = { application_id: applicationId, status, frozen: Number(frozen) };
  return { table, index: `ix_${table}_status`, equal };
}
