import type { TabCounts } from './card-counts.js';

/** Numbers of cards for the tabs of the card list. Counting stops at 10001, so 10001 means more than 10000. */
export class CardCountsDto implements TabCounts {
  /** All cards. */
  all!: number;
  /** Unused cards that are available, that is, not issued yet. */
  available!: number;
  /** Unused and issued. */
  issued!: number;
  /** Activated and not expired. */
  active!: number;
  /** Active cards that expire within 7 days. */
  expiring!: number;
  /** Activated and expired. */
  expired!: number;
  /** Frozen, whatever their status. Frozen cards are counted only here and in `all`. */
  frozen!: number;
}

/** Answer to a request for the numbers in the tabs. */
export class CardTabsDto {
  /** `null` if the filter has fields besides `applicationId` and matches more than 10000 cards. */
  counts!: CardCountsDto | null;
}
