import { done, isOpen, keepOpen, REFUSALS, refused, type WorldRule } from './outcomes.js';
import {
  CARD_MS,
  CARD_USES,
  changed,
  DEDUCTED_MS,
  type Holder,
  type Kind,
  newHolder,
  type Policies,
  shift,
  type World,
} from './world.js';

const isThere = (holder: Holder, name: string) => holder.exists && holder.name === name;

/** @param name name of the token's holder, which may be a deleted card */
export function unbind(
  kind: Kind,
  { name, hash }: { name: string; hash: string },
  device: string,
  policies: Policies,
): WorldRule {
  return (world) => {
    if (!isThere(world[kind], name)) return refused(world, REFUSALS[kind].unavailable);
    if (world[kind].frozen) return refused(world, REFUSALS[kind].frozen);
    if (!isOpen(world, kind, hash)) return refused(world, 10214);
    if (!world[kind].devices.includes(device)) return refused(world, 10215);
    const { tickets } = world[kind];
    const unbindsAll = policies.unbind === 'reset_to_unused';
    if (unbindsAll ? tickets.length > 0 : tickets.includes(device)) return refused(world, 10258);
    const after = done(unbound(world, kind, policies, (each) => each === device));
    // The remaining time must cover the tickets of other devices, whose times are not modelled.
    return tickets.length > 0 ? [...after, ...refused(world, 10258)] : after;
  };
}

export function setUnbindPassword(
  { name, hash }: { name: string; hash: string },
  password: string,
): WorldRule {
  return (world) => {
    if (!isThere(world.card, name)) return refused(world, 10218);
    if (!isOpen(world, 'card', hash)) return refused(world, 10214);
    return done(changed(world, ({ card }) => void (card.unbindPassword = password)));
  };
}

export function unbindByPassword(password: string, policies: Policies): WorldRule {
  return (world) => {
    const { exists, frozen, unbindPassword, devices, tickets } = world.card;
    if (!exists) return refused(world, 10218);
    if (frozen) return refused(world, REFUSALS.card.frozen);
    if (unbindPassword !== password) return refused(world, 10254);
    if (devices.length === 0) return refused(world, 10215);
    if (tickets.length > 0) return refused(world, 10258);
    return done(unbound(world, 'card', policies, () => true));
  };
}

/** Removes devices with their sessions, counts an unbind, and applies the unbind policy to the time. */
function unbound(world: World, kind: Kind, policies: Policies, concerns: (device: string) => boolean): World {
  return changed(world, ({ [kind]: holder }) => {
    const isReset = policies.unbind === 'reset_to_unused';
    if (isReset) Object.assign(holder, { status: 'unused', expiry: null, unbindPassword: null });
    else holder.expiry = shift(holder.expiry, -DEDUCTED_MS);
    holder.devices = holder.devices.filter((device) => !isReset && !concerns(device));
    keepOpen(holder, ({ device }) => !isReset && !concerns(device));
    holder.unbindsUsed += 1;
  });
}

export function setConfig(kind: Kind, config: string): WorldRule {
  return (world) => {
    if (!world[kind].exists) return refused(world, REFUSALS[kind].unavailable);
    return done(changed(world, ({ [kind]: holder }) => void (holder.config = config)));
  };
}

export function recharge(kind: Kind, spare: string): WorldRule {
  return (world) => {
    const { exists, frozen, status, generation } = world[kind];
    if (!exists) return refused(world, REFUSALS[kind].unavailable);
    if (frozen) return refused(world, REFUSALS[kind].frozen);
    if (status !== 'activated') return refused(world, 10244);
    if (spare in world.spent) return refused(world, 10241);
    const next = changed(world, ({ spent, [kind]: holder }) => {
      holder.expiry = shift(holder.expiry, CARD_MS);
      holder.uses += CARD_USES;
      spent[spare] = { kind, generation };
    });
    return done(next);
  };
}

export function register(spare: string, device: string): WorldRule {
  return (world, { sentAt, settledAt }) => {
    const { exists, name } = world.user;
    if (spare in world.spent) return refused(world, 10240);
    if (exists) return refused(world, 10242);
    const generation = world.user.generation + 1;
    const next = changed(world, (next) => {
      const expiry = { from: sentAt + CARD_MS, to: settledAt + CARD_MS };
      const fresh = newHolder(name, generation, true);
      next.user = { ...fresh, status: 'activated', expiry, devices: [device] };
      next.spent[spare] = { kind: 'user', generation };
    });
    return done(next);
  };
}

/** A login with a spare card. Only consumed spare cards are tried. */
export function loginWithSpare(spare: string): WorldRule {
  return (world) => (spare in world.spent ? refused(world, 10218) : []);
}
