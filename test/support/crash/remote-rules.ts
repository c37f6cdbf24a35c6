import { done, refused, type WorldRule } from './outcomes.js';
import { changed } from './world.js';

export type Scope = 'app' | 'card';

export function dataKey(scope: Scope, key: string): string {
  return `${scope} ${key}`;
}

/** Wraps a rule for data. Data of a card exists only as long as the card. */
function onData(scope: Scope, key: string, rule: (at: string) => WorldRule): WorldRule {
  return (world, exchange) => {
    if (scope === 'card' && !world.card.exists) return refused(world, 10218);
    return rule(dataKey(scope, key))(world, exchange);
  };
}

export function readData(scope: Scope, key: string): WorldRule {
  return onData(scope, key, (at) => (world, { reply }) => {
    const value = world.data[at];
    if (value === undefined) return refused(world, 10521);
    return reply?.code === 0 && reply.result.value !== value ? [] : done(world);
  });
}

export function createData(scope: Scope, key: string, value: string): WorldRule {
  return onData(scope, key, (at) => (world) => {
    if (at in world.data) return refused(world, 10522);
    return done(changed(world, ({ data }) => void (data[at] = value)));
  });
}

export function updateData(scope: Scope, key: string, value: string): WorldRule {
  return onData(scope, key, (at) => (world) => {
    if (!(at in world.data)) return refused(world, 10521);
    return done(changed(world, ({ data }) => void (data[at] = value)));
  });
}

export function deleteData(scope: Scope, key: string): WorldRule {
  return onData(scope, key, (at) => (world) => {
    if (!(at in world.data)) return refused(world, 10521);
    return done(changed(world, ({ data }) => void delete data[at]));
  });
}

export function readVariable(): WorldRule {
  return (world, { reply }) => {
    if (world.variable === null) return refused(world, 10501);
    return reply?.code === 0 && reply.result.value !== world.variable ? [] : done(world);
  };
}
