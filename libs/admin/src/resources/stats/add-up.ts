import type { CardStatsDto } from './stats.dto.js';

/**
 * Adds up the counts of several applications.
 * @param now time of the count if there are no applications, in epoch milliseconds
 */
export function addUp(counts: readonly CardStatsDto[], now: number): CardStatsDto {
  return {
    countedAt: Math.min(...counts.map(({ countedAt }) => countedAt), now),
    cards: sum(
      counts.map(({ cards }) => cards),
      { unused: 0, active: 0, expired: 0, frozen: 0, consumed: 0 },
    ),
    users: sum(
      counts.map(({ users }) => users),
      { unused: 0, active: 0, expired: 0, frozen: 0 },
    ),
    cardTypes: counts.flatMap(({ cardTypes }) => cardTypes),
  };
}

function sum<T extends object>(parts: readonly T[], zero: T): T {
  const names = Object.keys(zero) as (keyof T)[];
  const totals = names.map((name) => [name, parts.reduce((total, part) => total + Number(part[name]), 0)]);
  return Object.fromEntries(totals) as T;
}
