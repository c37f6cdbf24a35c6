import type { Exchange, Outcome, Reply } from './ledger.js';
import { done, hashOf, isOpen, keepOpen, REFUSALS, refused, type WorldRule } from './outcomes.js';
import {
  CARD_MS,
  changed,
  type Kind,
  MAX_DEVICES,
  MAX_SESSIONS,
  type OpenSession,
  overlap,
  type Policies,
  type Range,
  TRIAL_MINUTES,
  type World,
} from './world.js';

export function login(kind: Kind, device: string, policies: Policies): WorldRule {
  return (world, exchange) => {
    const holder = world[kind];
    const { unavailable, frozen, multiOpen } = REFUSALS[kind];
    if (!holder.exists) return refused(world, unavailable);
    if (holder.frozen) return refused(world, frozen);
    if (!holder.devices.includes(device) && holder.devices.length >= MAX_DEVICES)
      return refused(world, 10217);
    const ways = waysToMakeRoom(holder.sessions, device, policies);
    if (ways.length === 0) return refused(world, multiOpen);
    return ways.flatMap((ended) => withSession(world, kind, device, ended, exchange));
  };
}

/**
 * Returns the sessions that a new session may end; one of them ends. There are several if it is unknown which is the
 * oldest, and none if the new session must be refused. `[undefined]` means that no session has to end.
 */
function waysToMakeRoom(
  open: OpenSession[],
  device: string,
  { multiOpen }: Policies,
): (OpenSession | undefined)[] {
  if (open.length < MAX_SESSIONS) return [undefined];
  const own = open.filter((session) => session.device === device);
  const candidates = own.length > 0 || multiOpen === 'refuse' ? own : open;
  const oldest = Math.min(...candidates.map(({ age }) => age));
  return candidates.filter(({ age }) => age === oldest);
}

function withSession(
  world: World,
  kind: Kind,
  device: string,
  ended: OpenSession | undefined,
  { reply, sentAt, settledAt, batch }: Exchange,
): Outcome<World>[] {
  const index = ended ? world[kind].sessions.indexOf(ended) : -1;
  const next = changed(world, ({ [kind]: holder }) => {
    if (index >= 0) holder.sessions.splice(index, 1);
    if (holder.status === 'unused') {
      holder.status = 'activated';
      holder.expiry = { from: sentAt + CARD_MS, to: settledAt + CARD_MS };
    }
    holder.devices = withDevice(holder.devices, device);
    const hash = reply?.code === 0 ? hashOf(String(reply.result.token)) : null;
    holder.sessions.push({ hash, device, age: batch });
    // Sorted, because the order has no meaning and equal worlds must compare equal.
    holder.sessions = holder.sessions.toSorted((a, b) =>
      `${a.age} ${a.hash}` < `${b.age} ${b.hash}` ? -1 : 1,
    );
  });
  const { uses, usesUsed } = next[kind];
  if (reply?.code === 0 && reply.result.uses_left !== uses - usesUsed) return [];
  return told(next, kind, reply);
}

/** Returns the world with the expiry from a response, or no outcome if that expiry is impossible. */
function told(world: World, kind: Kind, reply: Reply | undefined): Outcome<World>[] {
  if (reply?.code !== 0) return done(world);
  const { expiry } = world[kind];
  const narrowed = expiry && overlap(expiry, secondOf(reply));
  return narrowed ? done(changed(world, (next) => void (next[kind].expiry = narrowed))) : [];
}

/** Returns the expiry in a response to a login or heartbeat, in epoch seconds. */
function secondOf({ result }: Reply): Range {
  const from = Number(result.expires_ts) * 1000;
  return { from, to: from + 999 };
}

function withDevice(devices: string[], device: string): string[] {
  return devices.includes(device) ? devices : [...devices, device].toSorted();
}

export function heartbeat(kind: Kind, hash: string): WorldRule {
  return (world, { reply }) => (isOpen(world, kind, hash) ? told(world, kind, reply) : refused(world, 10214));
}

export function logout(kind: Kind, hash: string): WorldRule {
  return (world) => {
    if (!isOpen(world, kind, hash)) return refused(world, 10214);
    return done(changed(world, ({ [kind]: holder }) => keepOpen(holder, (session) => session.hash !== hash)));
  };
}

/** The device has one trial, whose end never moves. */
export const trial: WorldRule = (world, { reply, sentAt, settledAt }) => {
  const length = TRIAL_MINUTES * 60_000;
  const end = world.trial ?? { from: sentAt + length, to: settledAt + length };
  const narrowed = reply?.code === 0 ? overlap(end, secondOf(reply)) : end;
  return narrowed ? done(changed(world, (next) => void (next.trial = narrowed))) : [];
};

/** A ticket keeps the device of the session bound. */
export function ticket(kind: Kind, hash: string): WorldRule {
  return (world) => {
    const session = world[kind].sessions.find((each) => each.hash === hash);
    if (!session) return refused(world, 10214);
    const next = changed(world, ({ [kind]: holder }) => {
      holder.tickets = withDevice(holder.tickets, session.device);
    });
    return done(next);
  };
}

/**
 * Each request id consumes its amount once; every repeat gets the first answer.
 * @param isCall true for a call of the paid function, false for a consumption
 */
export function consume(
  kind: Kind,
  hash: string,
  requestId: string,
  amount: number,
  isCall: boolean,
): WorldRule {
  return (world, { reply }) => {
    if (!isOpen(world, kind, hash)) return refused(world, 10214);
    const { uses, usesUsed, consumed } = world[kind];
    const earlier = consumed[requestId];
    const left = earlier?.left ?? uses - usesUsed - amount;
    if (earlier && (earlier.isCall !== isCall || earlier.amount !== amount)) return refused(world, 400);
    if (left < 0) return refused(world, 10219);
    const answered = reply?.code === 0 ? reply.result : undefined;
    if (answered && answered.uses_left !== left) return [];
    const value = isCall && answered ? String(answered.return) : null;
    if (value !== null && earlier && earlier.value !== null && earlier.value !== value) return [];
    const next = changed(world, ({ [kind]: holder }) => {
      if (!earlier) holder.usesUsed += amount;
      holder.consumed[requestId] = { amount, left, value: value ?? earlier?.value ?? null, isCall };
    });
    return done(next);
  };
}
