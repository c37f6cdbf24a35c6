import { refused as answered, type WorldRule } from './outcomes.js';
import { changed, type Holder, type Kind, shift, type World } from './world.js';

export const HOUR_MS = 3_600_000;
/** Resources of the admin API. */
export const RESOURCES = { card: 'cards', user: 'users' } as const;

/** Returns the key under which audit records are counted. */
export function auditKey(resource: string, name: string, action: string): string {
  return `${resource} ${name} ${action}`;
}

/** Returns the world after an administrator's change, with its audit record. */
function audited(
  world: World,
  resource: string,
  name: string,
  action: string,
  change: (next: World) => void,
): World {
  return changed(world, (next) => {
    const key = auditKey(resource, name, action);
    next.audit[key] = (next.audit[key] ?? 0) + 1;
    change(next);
  });
}

/**
 * Returns the rule of an action on a holder. For a holder for which `unless` is true, the action changes nothing and
 * adds no audit record.
 */
function action(
  kind: Kind,
  name: string,
  { unless = () => false, change }: { unless?: (holder: Holder) => boolean; change: (next: Holder) => void },
): WorldRule {
  return (world) => {
    const holder = world[kind];
    if (!holder.exists) return answered(world, 404);
    if (unless(holder)) return answered(world, 200);
    return answered(
      audited(world, RESOURCES[kind], holder.name, name, (next) => change(next[kind])),
      200,
    );
  };
}

export function freeze(kind: Kind): WorldRule {
  const change = (next: Holder) => Object.assign(next, { frozen: true, sessions: [] });
  return action(kind, 'freeze', { unless: ({ frozen }) => frozen, change });
}

export function unfreeze(kind: Kind): WorldRule {
  const change = (next: Holder) => Object.assign(next, { frozen: false });
  return action(kind, 'unfreeze', { unless: ({ frozen }) => !frozen, change });
}

export function kick(kind: Kind): WorldRule {
  const change = (next: Holder) => Object.assign(next, { sessions: [] });
  return action(kind, 'kick', { unless: ({ sessions }) => sessions.length === 0, change });
}

export function unbindAll(kind: Kind): WorldRule {
  const change = (next: Holder) => Object.assign(next, { devices: [], tickets: [], sessions: [] });
  return action(kind, 'unbind', { unless: ({ devices }) => devices.length === 0, change });
}

export function addTime(kind: Kind, hours: number): WorldRule {
  const change = (next: Holder) => Object.assign(next, { expiry: shift(next.expiry, hours * HOUR_MS) });
  return onActivated(kind, action(kind, 'add_time', { change }));
}

export function reset(kind: Kind): WorldRule {
  const change = (next: Holder) =>
    Object.assign(next, {
      status: 'unused',
      expiry: null,
      devices: [],
      tickets: [],
      sessions: [],
      unbindPassword: null,
    });
  return onActivated(kind, action(kind, 'reset', { change }));
}

function onActivated(kind: Kind, rule: WorldRule): WorldRule {
  return (world, exchange) => {
    const { exists, status } = world[kind];
    return exists && status !== 'activated' ? answered(world, 409) : rule(world, exchange);
  };
}

/** An edit of the note with a current row version. */
export function editNote(kind: Kind, note: string): WorldRule {
  return action(kind, 'update', { change: (next) => Object.assign(next, { note }) });
}

/** An edit with a row version made stale by another edit. */
export function staleEdit(kind: Kind): WorldRule {
  return (world) => answered(world, world[kind].exists ? 409 : 404);
}

/** The deletion of a holder with its devices, sessions and data. */
export function remove(kind: Kind): WorldRule {
  const change = (next: World) => {
    Object.assign(next[kind], { exists: false, devices: [], tickets: [], sessions: [] });
    const kept = Object.entries(next.data).filter(([key]) => kind === 'user' || !key.startsWith('card '));
    next.data = Object.fromEntries(kept);
  };
  return (world) => {
    const { exists, name } = world[kind];
    if (!exists) return answered(world, 404);
    return answered(audited(world, RESOURCES[kind], name, 'delete', change), 200);
  };
}

export function createVariable(key: string, value: string): WorldRule {
  return (world) => {
    if (world.variable !== null) return answered(world, 422);
    return answered(
      audited(world, 'variables', key, 'create', (next) => void (next.variable = value)),
      201,
    );
  };
}

/** @param value `null` deletes the variable */
export function changeVariable(key: string, value: string | null): WorldRule {
  return (world) => {
    if (world.variable === null) return answered(world, 404);
    const action = value === null ? 'delete' : 'update';
    return answered(
      audited(world, 'variables', key, action, (next) => void (next.variable = value)),
      200,
    );
  };
}
