import type { DataSource } from 'typeorm';
import { type HolderStatus, indexHint } from '@app/database';

/** Cards are counted up to this number, which limits the work for a large application. */
export const MOST_COUNTED = 10_000;
/** A card counts as expiring in the last 7 days before its expiry. */
const EXPIRING_MS = 7 * 24 * 3_600_000;

/** Numbers of cards for the tabs of the card list. */
export interface TabCounts {
  all: number;
  available: number;
  issued: number;
  active: number;
  expiring: number;
  expired: number;
  frozen: number;
}

/** A range of an index: conditions on its first columns. */
type Range = readonly [sql: string, ...values: (string | number)[]];

const UNUSED = stateOf('unused', false);
const ACTIVATED = stateOf('activated', false);
const STATUSES: readonly HolderStatus[] = ['unused', 'activated', 'consumed'];

/**
 * Counts the cards of an application for each tab, up to `MOST_COUNTED` + 1. Each count reads only a range of an index.
 * @param now epoch milliseconds
 */
export async function countTabs(
  dataSource: DataSource,
  applicationId: number,
  now: number,
): Promise<TabCounts> {
  const count = (...ranges: Range[]) => countRanges(dataSource, applicationId, ranges);
  return {
    all: await countUpTo(dataSource, 'ix_cards_application', 'application_id = ?', [applicationId]),
    available: await count([`${UNUSED} AND expires_at IS NULL AND issued_at IS NULL`]),
    issued: await count([`${UNUSED} AND expires_at IS NULL AND issued_at > -1`]),
    active: await count([`${ACTIVATED} AND expires_at > ?`, now], [`${ACTIVATED} AND expires_at IS NULL`]),
    expiring: await count([`${ACTIVATED} AND expires_at > ? AND expires_at < ?`, now, now + EXPIRING_MS]),
    expired: await count([`${ACTIVATED} AND expires_at <= ?`, now]),
    frozen: await count(...STATUSES.map((status): Range => [stateOf(status, true)])),
  };
}

/** Counts the given cards for each tab. */
export function countByTab(
  cards: readonly {
    status: HolderStatus;
    frozen: boolean;
    expiresAt: number | null;
    issuedAt: number | null;
  }[],
  now: number,
): TabCounts {
  const counts = {
    all: cards.length,
    available: 0,
    issued: 0,
    active: 0,
    expiring: 0,
    expired: 0,
    frozen: 0,
  };
  for (const { status, frozen, expiresAt, issuedAt } of cards) {
    if (frozen) counts.frozen++;
    else if (status === 'unused') counts[issuedAt === null ? 'available' : 'issued']++;
    else if (status === 'activated') {
      const isExpired = expiresAt !== null && expiresAt <= now;
      counts[isExpired ? 'expired' : 'active']++;
      if (!isExpired && expiresAt !== null && expiresAt < now + EXPIRING_MS) counts.expiring++;
    }
  }
  return counts;
}

async function countRanges(
  dataSource: DataSource,
  applicationId: number,
  ranges: readonly Range[],
): Promise<number> {
  let total = 0;
  for (const [sql, ...values] of ranges) {
    const where = `application_id = ? AND ${sql}`;
    total += await countUpTo(dataSource, 'ix_cards_status', where, [applicationId, ...values]);
  }
  return Math.min(total, MOST_COUNTED + 1);
}

async function countUpTo(
  dataSource: DataSource,
  index: string,
  where: string,
  values: readonly (string | number)[],
): Promise<number> {
  const [row]: { total: number | string }[] = await dataSource.query(
    `SELECT COUNT(*) AS total
     FROM (SELECT 1 FROM cards ${indexHint(dataSource, index)} WHERE ${where} LIMIT ${MOST_COUNTED + 1}) part`,
    [...values],
  );
  return Number(row!.total);
}

function stateOf(status: HolderStatus, frozen: boolean): string {
  return `status = '${status}' AND frozen = ${Number(frozen)}`;
}
