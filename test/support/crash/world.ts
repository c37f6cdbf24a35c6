import type { MultiOpenPolicy, UnbindPolicy } from '@app/database';

export type Kind = 'card' | 'user';

/** A range in milliseconds, both ends inclusive. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

export interface OpenSession {
  /** SHA-256 of the token; null: the token was never answered. */
  hash: string | null;
  device: string;
  /** The batch that opened it: a smaller number is older. */
  age: number;
}

/** A card or user as seen by clients and administrators. */
export interface Holder {
  name: string;
  /** Increases with each card or account that replaces a deleted one. */
  generation: number;
  exists: boolean;
  status: 'unused' | 'activated';
  frozen: boolean;
  /** Epoch milliseconds; null: unused. */
  expiry: Range | null;
  /** Sorted. */
  devices: string[];
  /** Open sessions. */
  sessions: OpenSession[];
  unbindsUsed: number;
  config: string | null;
  note: string | null;
  /** null: never set. */
  unbindPassword: string | null;
}

/** Everything that one customer's requests can change. */
export interface World {
  card: Holder;
  user: Holder;
  /** Consumed spare cards, by the kind and generation of the holder. */
  spent: Record<string, { kind: Kind; generation: number }>;
  /** Remote data by scope and key. */
  data: Record<string, string>;
  /** The value of the customer's variable; null: there is none. */
  variable: string | null;
  /** Number of audit records of each kind. */
  audit: Record<string, number>;
}

/** Settings of an application that determine the effect of requests. */
export interface Policies {
  readonly multiOpen: MultiOpenPolicy;
  readonly unbind: Extract<UnbindPolicy, 'deduct_hours' | 'reset_to_unused'>;
}

const HOUR_MS = 3_600_000;
/** The type of all cards. */
export const CARD_TYPE = 'T';
export const CARD_HOURS = 240;
export const CARD_MS = CARD_HOURS * HOUR_MS;
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
    sessions: [],
    unbindsUsed: 0,
    config: null,
    note: null,
    unbindPassword: null,
  };
}

/** Returns the world after `change`. */
export function changed(world: World, change: (next: World) => void): World {
  // In a jest test the result of `structuredClone` equals nothing: it has the prototypes of another realm.
  const next = JSON.parse(JSON.stringify(world)) as World;
  change(next);
  return next;
}

export function shift(range: Range | null, ms: number): Range | null {
  return range && { from: range.from + ms, to: range.to + ms };
}

/** Returns the intersection of two ranges; undefined when it is empty. */
export function overlap(one: Range, other: Range): Range | undefined {
  const from = Math.max(one.from, other.from);
  const to = Math.min(one.to, other.to);
  return from <= to ? { from, to } : undefined;
}
