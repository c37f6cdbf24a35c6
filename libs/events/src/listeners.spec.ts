import { describe, expect, it } from '@jest/globals';
import { Listeners } from './listeners.js';

const listeners = new Listeners([
  { kind: 'webhook', id: 1, types: new Set(['*']), applications: undefined },
  { kind: 'webhook', id: 2, types: new Set(['card.frozen']), applications: new Set([7]) },
  { kind: 'notifier', id: 3, types: new Set(['*']), applications: new Set([7, 8]) },
  { kind: 'notifier', id: 4, types: new Set(['backup.failed']), applications: new Set([7]) },
]);

describe('Listeners', () => {
  it.each([
    [7, 'card.frozen', [1, 2, 3]],
    [8, 'card.frozen', [1, 3]],
    [9, 'card.frozen', [1]],
    [7, 'card.issued', [1, 3]],
    // Only receivers for all applications get events that belong to no application.
    [null, 'backup.failed', [1]],
  ] as const)('of application %j and type %s', (applicationId, type, expected) => {
    expect(listeners.of(applicationId, type).map(({ id }) => id)).toEqual(expected);
    expect(listeners.want(applicationId, type)).toBe(true);
  });

  it('want nothing when there are none', () => {
    const none = new Listeners([]);
    expect(none.want(7, 'card.frozen')).toBe(false);
    expect(none.wantAny(['card.frozen', 'card.expired'])).toBe(false);
  });

  it('want the types to which a listener of any application subscribes', () => {
    const some = new Listeners([
      { kind: 'webhook', id: 1, types: new Set(['card.expired']), applications: new Set([7]) },
    ]);
    expect(some.wantAny(['card.expiring', 'card.expired'])).toBe(true);
    expect(some.wantAny(['card.expiring'])).toBe(false);
    expect(some.want(8, 'card.expired')).toBe(false);
  });
});
