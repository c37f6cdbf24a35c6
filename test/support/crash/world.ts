import type { MultiOpenPolicy, UnbindPolicy } from '@app/database';

export type Kind = 'card' | 'user';

/** Milliseconds; both ends belong to it. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

export interface OpenSession {
  /** SHA-256 of the token; null: nobody has heard the token. */
  hash: string | null;
  device: string;
  /** The batch that opened it: what is less is older. */
  age: number;
}

/** A card or a user as far as clients and administrators can tell. */
export interface Holder {
  name: string;
  /** Grows with each card or account that takes the place of a deleted one. */
  generation: number;
  exists: boolean;
  status: 'unused' | 'activated';
  frozen: boolean;
  /** Epoch milliseconds; null: unused. */
  expiry: Range | null;
  /** Sorted. */
  devices: string[];
  /** Those that are open. */
  sessions: OpenSession[];
  unbindsUsed: number;
  config: string | null;
  note: string | null;
  /** null: never set. */
  unbindPassword: string | null;
}

/** All that one customer's requests can change. */
export interface World {
  card: Holder;
  user: Holder;
  /** Spare cards that were spent, by what on: the kind and its generation. */
  spent: Record<string, { kind: Kind; generation: number }>;
  /** Remote data by scope and key. */
  data: Record<string, string>;
  /** The value of the customer's variable; null: there is none. */
  variable: string | null;
  /** How many records of each kind the audit log has. */
  audit: Record<string, number>;
}

/** Settings of an application that decide what requests do. */
export interface Policies {
  readonly multiOpen: MultiOpenPolicy;
  readonly unbind: Extract<UnbindPolicy, 'deduct_hours' | 'reset_to_unused'>;
}

const HOUR_MS = 3_600_000;
/** All cards are of one type. */
export const CARD_TYPE = 'T';
export const CARD_HOURS = 240;
export const CARD_MS = CARD_HOURS * HOUR_MS;
export const DEDUCTED_MS = HOUR_MS;
export const MAX_SESSIONS = 2;
export const MAX_DEVICES = 3;

/** @param exists of a card: it is there, unused; of a user: never at first */
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

/** The world as it is after `change`. */
export function changed(world: World, change: (next: World) => void): World {
  // What `structuredClone` makes in a jest test equals nothing: it has the prototypes of another realm.
  const next = JSON.parse(JSON.stringify(world)) as World;
  change(next);
  return next;
}

export function shift(range: Range | null, ms: number): Range | null {
  return range && { from: range.from + ms, to: range.to + ms };
}

/** What both ranges have in common; undefined: nothing. */
export function overlap(one: Range, other: Range): Range | undefined {
  const from = Math.max(one.from, other.from);
  const to = Math.min(one.to, other.to);
  return from <= to ? { from, to } : undefined;
}
