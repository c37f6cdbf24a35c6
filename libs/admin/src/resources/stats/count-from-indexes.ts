// Counts an application's cards, users and open sessions for the panel, by reading only database indexes.
import { setImmediate } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { CardType, countByIndex, type HolderStatus, indexHint } from '@app/database';
import type { CardsOfTypeDto, CardStatesDto } from './stats.dto.js';

const MAX_ID = 2 ** 31 - 1;
const EVER = Number.MAX_SAFE_INTEGER;
/** Number of index entries scanned per statement. A statement takes some milliseconds. */
const PART = 10_000;

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
 * Counts the cards or users of an application that are not frozen and expire in a time span.
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

/** Counts the cards of each card type of an application, in total and in stock. */
export async function countTypes(dataSource: DataSource, applicationId: number): Promise<CardsOfTypeDto[]> {
  const types = await dataSource.manager.find(CardType, {
    select: { id: true, name: true },
    where: { applicationId },
    order: { id: 'ASC' },
  });
  const available = await countAvailable(dataSource, applicationId);
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
    counts.push({ cardTypeId: id, applicationId, name, cards, available: available.get(id) ?? 0 });
  }
  return counts;
}

/** Counts the cards in stock by type. Reads the state index once, in batches. Other work runs between two batches. */
async function countAvailable(dataSource: DataSource, applicationId: number): Promise<Map<number, number>> {
  const totals = new Map<number, number>();
  for (let after = 0; ;) {
    await setImmediate();
    const rows = await dataSource.query<Record<'type' | 'cards' | 'last', number | string>[]>(
      `SELECT card_type_id AS type, COUNT(*) AS cards, MAX(id) AS last
       FROM (SELECT id, card_type_id FROM cards ${indexHint(dataSource, 'ix_cards_status')}
             WHERE application_id = ? AND status = 'unused' AND frozen = 0 AND expires_at IS NULL
               AND issued_at IS NULL AND id > ?
             ORDER BY id LIMIT ${PART}) part
       GROUP BY card_type_id`,
      [applicationId, after],
    );
    for (const { type, cards } of rows)
      totals.set(Number(type), (totals.get(Number(type)) ?? 0) + Number(cards));
    if (rows.reduce((sum, { cards }) => sum + Number(cards), 0) < PART) return totals;
    after = Math.max(...rows.map(({ last }) => Number(last)));
  }
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

/** Counts holders that are permanent or whose time has not started. */
async function countWithoutExpiry(dataSource: DataSource, holders: Holders): Promise<number> {
  const place = placeOf(holders);
  const equal = { ...place.equal, expires_at: null };
  const byId = { by: 'id', after: 0, upTo: MAX_ID };
  if (holders.table === 'users') return countByIndex(dataSource, { ...place, equal, ...byId });
  // In the index of cards, `issued_at` precedes the id, so cards without and with this time are counted separately.
  const kept = { ...place, equal: { ...equal, issued_at: null }, ...byId };
  const issued = { ...place, equal, by: 'issued_at', after: -1, upTo: EVER };
  return (await countByIndex(dataSource, kept)) + (await countByIndex(dataSource, issued));
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
