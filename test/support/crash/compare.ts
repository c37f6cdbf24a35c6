import { isDeepStrictEqual } from 'node:util';
import type { Card, Consumption, Device, Session, Ticket, Trial, User } from '@app/database';
import { type Holder, overlap, type Range, type World } from './world.js';

/** A holder as found in the database. */
export interface SeenHolder {
  row: Card | User;
  devices: Device[];
  tickets: Ticket[];
  /** Open sessions. */
  sessions: Session[];
  consumptions: Consumption[];
}

/** A customer's records as found in the database. */
export interface Seen {
  card: SeenHolder | undefined;
  user: SeenHolder | undefined;
  spent: Card[];
  data: Record<string, string>;
  variable: string | null;
  trial: Trial | undefined;
  orders: World['orders'];
  audit: Record<string, number>;
  /** True when the card has the world's unbind password. */
  hasPassword: boolean;
}

/** Returns the world completed with data from the database, or the differences. */
export function mergeObserved(world: World, seen: Seen): World | string[] {
  const faults: string[] = [];
  const differs = (what: string, expected: unknown, found: unknown) => {
    if (isDeepStrictEqual(plain(expected), plain(found))) return;
    faults.push(`${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`);
  };
  const card = holderWithSeen(world.card, seen.card, (what, ...values) => differs(`card ${what}`, ...values));
  const user = holderWithSeen(world.user, seen.user, (what, ...values) => differs(`user ${what}`, ...values));
  if (world.card.exists) differs('unbind password is right', true, seen.hasPassword);
  differs('spent cards', spentIn(world, seen), spentBy(seen));
  differs('data', world.data, seen.data);
  differs('variable', world.variable, seen.variable);
  const orders = Object.fromEntries(
    Object.entries(world.orders).map(([no, { quantity, text }]) => [
      no,
      { quantity, text: text ?? seen.orders[no]?.text ?? null },
    ]),
  );
  differs('orders', inOrder(orders), inOrder(seen.orders));
  differs('audit log', world.audit, seen.audit);
  const trial = seen.trial ? { from: seen.trial.expiresAt, to: seen.trial.expiresAt } : null;
  if (!isWithin(world.trial, trial)) differs('trial', world.trial, trial);
  return faults.length > 0 ? faults : { ...world, card, user, trial, orders };

  function holderWithSeen(
    holder: Holder,
    found: SeenHolder | undefined,
    differs: (what: string, expected: unknown, found: unknown) => void,
  ): Holder {
    differs('exists', holder.exists, found !== undefined);
    if (!found || !holder.exists) return holder;
    const { row } = found;
    for (const field of ['status', 'frozen', 'unbindsUsed', 'uses', 'usesUsed', 'config', 'note'] as const) {
      differs(field, holder[field], row[field]);
    }
    differs('consumptions', inOrder(holder.consumed), inOrder(consumedBy(holder, found)));
    const expiry = row.expiresAt === null ? null : { from: row.expiresAt, to: row.expiresAt };
    if (!isWithin(holder.expiry, expiry)) differs('expiry', holder.expiry, expiry);
    const bound = found.devices.map(({ deviceId }) => deviceId).toSorted();
    differs('devices', holder.devices, bound);
    differs('tickets', holder.tickets, found.tickets.map(({ deviceId }) => deviceId).toSorted());
    const sessions = sessionsWithSeen(holder, found.sessions);
    if (!sessions) differs('open sessions', holder.sessions, found.sessions.map(shortened));
    return { ...holder, expiry, sessions: sessions ?? [] };
  }
}

/** Returns true if the found time is within the expected range, or if both are missing. */
function isWithin(expected: Range | null, found: Range | null): boolean {
  return expected && found ? overlap(expected, found) !== undefined : expected === found;
}

/** Returns the open sessions, with unknown hashes filled in from `found`, or `undefined` if the sessions differ. */
function sessionsWithSeen({ sessions }: Holder, found: readonly Session[]): Holder['sessions'] | undefined {
  const left = [...found];
  // Sessions with known hashes are matched first.
  const byKnowledge = sessions.toSorted((a, b) => Number(a.hash === null) - Number(b.hash === null));
  const matched = new Map<object, string>();
  for (const session of byKnowledge) {
    const { hash, device } = session;
    const index = left.findIndex(
      ({ tokenHash, deviceId }) => deviceId === device && (hash === null || hash === tokenHash),
    );
    if (index < 0) return undefined;
    matched.set(session, left.splice(index, 1)[0]!.tokenHash);
  }
  return left.length > 0
    ? undefined
    : sessions.map((session) => ({ ...session, hash: matched.get(session)! }));
}

/**
 * Returns a copy with this realm's prototypes. In a jest test, the product's objects have prototypes of a different
 * realm.
 */
function plain(value: unknown): unknown {
  return value === undefined ? undefined : (JSON.parse(JSON.stringify(value)) as unknown);
}

/** Returns the found consumptions. They include a result only if a client received it; other results are unknown. */
function consumedBy({ consumed }: Holder, { consumptions }: SeenHolder): Holder['consumed'] {
  return Object.fromEntries(
    consumptions.map(({ requestId, amount, usesLeft, functionName, value }) => [
      requestId,
      {
        amount,
        left: usesLeft,
        value: consumed[requestId!]?.value == null ? null : value,
        isCall: functionName !== null,
      },
    ]),
  );
}

function inOrder(record: object) {
  return Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1));
}

function shortened({ tokenHash, deviceId }: Session) {
  return { hash: tokenHash, device: deviceId };
}

/** Returns the consumer of each consumed card. The ledger does not know the id of a deleted consumer. */
function spentIn(world: World, seen: Seen): Record<string, string> {
  const entries = Object.entries(world.spent).map(([card, { kind, generation }]) => {
    const isThere = world[kind].generation === generation && world[kind].exists;
    const id = isThere ? seen[kind]?.row.id : foundIn(seen, card)?.consumedById;
    return [card, `${kind} ${id}`];
  });
  return Object.fromEntries(entries) as Record<string, string>;
}

function foundIn(seen: Seen, name: string): Card | undefined {
  return seen.spent.find(({ card }) => card === name);
}

function spentBy(seen: Seen): Record<string, string> {
  return Object.fromEntries(
    seen.spent.map(({ card, consumedByKind, consumedById }) => [card, `${consumedByKind} ${consumedById}`]),
  );
}
