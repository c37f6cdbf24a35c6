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
 * Returns the alternatives of which session ends for a new one; several when the oldest is unknown, none when there is
 * no room.
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
    // The order has no meaning; equal worlds must compare equal.
    holder.sessions = holder.sessions.toSorted((a, b) =>
      `${a.age} ${a.hash}` < `${b.age} ${b.hash}` ? -1 : 1,
    );
  });
  return told(next, kind, reply);
}

/** Returns the world with the expiry from an answer; no outcome when it is impossible. */
function told(world: World, kind: Kind, reply: Reply | undefined): Outcome<World>[] {
  if (reply?.code !== 0) return done(world);
  const from = Number(reply.result.expires_ts) * 1000;
  const { expiry } = world[kind];
  const narrowed = expiry && overlap(expiry, { from, to: from + 999 });
  return narrowed ? done(changed(world, (next) => void (next[kind].expiry = narrowed))) : [];
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
