import * as admin from './admin-operations.js';
import * as client from './client-operations.js';
import type { Choice, Make } from './operation.js';
import { order } from './order-operations.js';
import * as remote from './remote-operations.js';
import type { SeededRandom } from './seeded-random.js';
import type { Event } from './traffic.js';

const DEVICES = ['D0', 'D1', 'D2', 'D3'];
const KEYS = ['k0', 'k1'];
const MANY = 1_000_000;
/** Range of the number of requests before a kill. */
const REQUESTS = [40, 400] as const;
const MAX_DELAY_MS = 12;
/** Maximum milliseconds before a start is killed as well. */
const MAX_START_MS = 1200;

/** Makers, by name, of operations that can be sent at the same time as other operations of the customer. */
const TOGETHER = {
  heartbeat: client.heartbeat,
  login: client.login,
  logout: client.logout,
  unbind: client.unbind,
  config: client.setConfig,
  consume: client.consume,
  ticket: client.ticket,
  trial: client.trial,
  recharge: client.recharge,
  register: client.register,
  data: remote.data,
  order,
  readVariable: remote.readVariable,
  freeze: admin.freeze,
  kick: admin.kick,
  addTime: admin.addTime,
  reset: admin.reset,
  unbindAll: admin.unbindAll,
} satisfies Record<string, Make>;

/**
 * Makers of operations that need several requests or reads. If such an operation was sent at the same time as others,
 * its refusals would be unpredictable.
 */
const ALONE = {
  edit: admin.edit,
  remove: admin.remove,
  variable: admin.variable,
  unbindPassword: client.unbindByPassword,
} satisfies Record<string, Make>;

const MAKERS = { ...TOGETHER, ...ALONE };

const TOGETHER_WEIGHTS: Record<keyof typeof TOGETHER, number> = {
  heartbeat: 24,
  login: 22,
  logout: 7,
  unbind: 6,
  config: 4,
  consume: 14,
  ticket: 2,
  trial: 2,
  recharge: 8,
  register: 1,
  data: 14,
  order: 8,
  readVariable: 3,
  freeze: 5,
  kick: 3,
  addTime: 4,
  reset: 2,
  unbindAll: 1,
};
const ALONE_WEIGHTS: Record<keyof typeof ALONE, number> = {
  edit: 5,
  remove: 1,
  variable: 5,
  unbindPassword: 2,
};
/** Weights of batch kinds by number of requests. A `race` consists of two requests for the same spare card. */
const SHAPES = { alone: 16, one: 40, two: 26, three: 10, race: 8 };
const SIZES = { one: 1, two: 2, three: 3 };

export interface Planned {
  readonly make: Make;
  readonly name: keyof typeof MAKERS;
  readonly choice: Choice;
}

/** Returns a customer's next batch, whose requests are sent at the same time. */
export function planBatch(random: SeededRandom): Planned[] | { race: Choice } {
  const shape = random.weighted(SHAPES);
  if (shape === 'race') return { race: choose(random) };
  if (shape === 'alone') return [planned(random, random.weighted(ALONE_WEIGHTS))];
  return Array.from({ length: SIZES[shape] }, () => planned(random, random.weighted(TOGETHER_WEIGHTS)));
}

function planned(random: SeededRandom, name: keyof typeof MAKERS): Planned {
  return { name, make: MAKERS[name], choice: choose(random) };
}

function choose(random: SeededRandom): Choice {
  return {
    kind: random.pick(['card', 'card', 'user']),
    device: random.pick(DEVICES),
    scope: random.pick(['app', 'card']),
    key: random.pick(KEYS),
    which: random.int(MANY),
    usedUp: random.chance(0.2),
  };
}

/** The time and the targets of the kill in a round. */
export interface PlannedKill {
  /** Kind of event. The kill happens at the first event of this kind after the number of requests in `requests`. */
  readonly event: Event;
  readonly requests: number;
  /**
   * Delay of the kill after the event, in milliseconds. `undefined` means immediately, before any client gets the
   * response.
   */
  readonly delayMs: number | undefined;
  /** True if a running `apply` is killed too. */
  readonly withApply: boolean;
  /** Milliseconds after which the next start is killed; `undefined` if it is not killed. */
  readonly startKilledMs: number | undefined;
}

export function planKill(random: SeededRandom): PlannedKill {
  const [least, most] = REQUESTS;
  return {
    event: random.pick(['sent', 'changed']),
    requests: least + random.int(most - least),
    delayMs: random.chance(0.4) ? random.int(MAX_DELAY_MS) : undefined,
    withApply: random.chance(0.5),
    startKilledMs: random.chance(0.3) ? random.int(MAX_START_MS) : undefined,
  };
}
