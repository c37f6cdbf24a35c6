import { expect, it } from '@jest/globals';
import type { HolderStatus } from '@app/database';
import { countByTab, type TabCounts } from './card-counts.js';

const NOW = 1_000_000;
const DAY = 86_400_000;

interface Row {
  status: HolderStatus;
  frozen: boolean;
  expiresAt: number | null;
  issuedAt: number | null;
}

it.each<[Partial<Row>, Partial<TabCounts>]>([
  [{}, { available: 1 }],
  [{ issuedAt: 5 }, { issued: 1 }],
  [{ status: 'activated' }, { active: 1 }],
  [{ status: 'activated', expiresAt: NOW }, { expired: 1 }],
  [
    { status: 'activated', expiresAt: NOW + 1 },
    { active: 1, expiring: 1 },
  ],
  [
    { status: 'activated', expiresAt: NOW + 7 * DAY - 1 },
    { active: 1, expiring: 1 },
  ],
  [{ status: 'activated', expiresAt: NOW + 7 * DAY }, { active: 1 }],
  [{ status: 'activated', expiresAt: 1, frozen: true }, { frozen: 1 }],
  [{ frozen: true }, { frozen: 1 }],
  [{ status: 'consumed' }, {}],
])('a card %j counts as %j', (fields, counts) => {
  const none = { all: 1, available: 0, issued: 0, active: 0, expiring: 0, expired: 0, frozen: 0 };
  const row: Row = { status: 'unused', frozen: false, expiresAt: null, issuedAt: null, ...fields };
  expect(countByTab([row], NOW)).toEqual({ ...none, ...counts });
});
