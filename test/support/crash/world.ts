import type { MultiOpenPolicy, UnbindPolicy } from '@app/database';
import { HOUR_MS } from '@app/platform';

export type Kind = 'card' | 'user';

/** A range in milliseconds, both ends inclusive. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

export interface OpenSession {
  /** SHA-256 of the token; `null` if no response contained the token. */
  hash: string | null;
  device: string;
  /** Number of the batch that opened the session. Older sessions have smaller numbers. */
  age: number;
}

export interface Consumed {
  amount: number;
  /** Uses left afterwards. */
  left: number;
  /** Result of the function call that consumed the uses; null if unknown, or if it was no call. */
  value: string | null;
  isCall: boolean;
}

/** A card or user as seen by clients and administrators. */
export interface Holder {
  name: string;
  /** Incremented when a card or account replaces a deleted one. */
  generation: number;
  exists: boolean;
  status: 'unused' | 'activated';
  frozen: boolean;
  /** Epoch milliseconds; `null` if unused. */
  expiry: Range | null;
  /** Sorted. */
  devices: string[];
  /** Devices with an offline ticket, sorted. None expires during a run. */
  tickets: string[];
  /** Open sessions. */
  sessions: OpenSession[];
  unbindsUsed: number;
  /** Total uses; a recharge adds uses. */
  uses: number;
  usesUsed: number;
  /** Consumptions by request id. */
  consumed: Record<string, Consumed>;
  config: string | null;
  note: string | null;
  /** The unbind password; `null` if it was never set. */
  unbindPassword: string | null;
}

/** Everything that one customer's requests can change. */
export interface World {
  card: Holder;
  user: Holder;
  /** By consumed spare card: the kind and the generation of the holder that consumed the card. */
  spent: Record<string, { kind: Kind; generation: number }>;
  /** Remote data by scope and key. */
  data: Record<string, string>;
  /** The value of the customer's variable; `null` if there is none. */
  variable: string | null;
  /** End of the only trial of the customer's device; `null` if the trial has not begun. */
  trial: Range | null;
  /** Orders of the customer's shop by number. */
  orders: Record<
    string,
    { quantity: number; /** The cards; `null` if no response contained them. */ text: string | null }
  >;
  /** Number of audit records of each kind. */
  audit: Record<string, number>;
}

/** Settings of an application that determine the effect of requests. */
export interface Policies {
  readonly multiOpen: MultiOpenPolicy;
  readonly unbind: Extract<UnbindPolicy, 'deduct_hours' | 'reset_to_unused'>;
}

/** Name of the type of all cards. */
export const CARD_TYPE = 'T';
export const CARD_HOURS = 240;
export const CARD_MS = CARD_HOURS * HOUR_MS;
/** A small number, so that a card's uses run out between recharges. */
export const CARD_USES = 12;
/** A function that costs uses and returns a different result at each call. */
export const PAID = { name: 'draw', source: 'function draw() { return Math.random() }', cost: 2 };
/** Longer than a run. */
export const TRIAL_MINUTES = 43_200;
export const DEDUCTED_MS = HOUR_MS;
export const MAX_SESSIONS = 2;
export const MAX_DEVICES = 3;

/** @param exists true for an existing, unused card; false for a user, who does not exist at first */
export function newHolder(name: string, generation: number, exists: boolean): Holder {
  return {
    name,
    generation,
    exists,
    status: 'unused',
    frozen: false,
    expiry: null,
    devices: [],
    tickets: [],
    sessions: [],
    unbindsUsed: 0,
    uses: CARD_USES,
    usesUsed: 0,
    consumed: {},
    config: null,
    note: null,
    unbindPassword: null,
  };
}

/** Returns the world after `change`. */
export function changed(world: World, change: (next: World) => void): World {
  // `structuredClone` does not work in jest: its result has the prototypes of a different realm.
  const next = JSON.parse(JSON.stringify(world)) as World;
  change(next);
  return next;
}

export function shift(range: Range | null, ms: number): Range | null {
  return range && { from: range.from + ms, to: range.to + ms };
}

/** Returns the intersection of two ranges, or `undefined` if it is empty. */
export function overlap(one: Range, other: Range): Range | undefined {
  const from = Math.max(one.from, other.from);
  const to = Math.min(one.to, other.to);
  return from <= to ? { from, to } : undefined;
}
