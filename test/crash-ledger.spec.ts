import { describe, expect, it } from '@jest/globals';
import { type Entry, Ledger, type Reply, type Rule } from './support/crash/ledger.js';
import { recharge } from './support/crash/licence-rules.js';
import { order } from './support/crash/order-rules.js';
import { consume, heartbeat, login, logout } from './support/crash/session-rules.js';
import { hashOf } from './support/crash/outcomes.js';
import { Traffic } from './support/crash/traffic.js';
import { CARD_MS, CARD_USES, newHolder, type World } from './support/crash/world.js';

const NOW = 1_000_000;
const POLICIES = { multiOpen: 'kick_oldest', unbind: 'deduct_hours' } as const;

function newLedger(): Ledger<World> {
  const card = { ...newHolder('C', 0, true), status: 'activated', expiry: { from: NOW, to: NOW } } as const;
  const user = { ...newHolder('U', 1, true), status: 'activated', expiry: { from: NOW, to: NOW } } as const;
  return new Ledger<World>([
    { card, user, spent: {}, data: {}, variable: null, trial: null, orders: {}, audit: {} },
  ]);
}

function entry(rule: Rule<World>, code: number | undefined, result: Reply['result'] = {}): Entry<World> {
  const reply = code === undefined ? undefined : { code, result };
  return { rule, exchange: { sentAt: NOW, settledAt: NOW, batch: 1, reply } };
}

const session = (token: string) => ({ token, expires_ts: NOW / 1000, uses_left: CARD_USES });

describe('the ledger of the crash runs', () => {
  it('finds that an acknowledged change is lost', () => {
    const ledger = newLedger();
    expect(ledger.note([entry(login('card', 'D', POLICIES), 0, session('t'))])).toBe(true);
    expect(ledger.note([entry(heartbeat('card', hashOf('t')), 10214)])).toBe(false);
    expect(ledger.narrow((world) => (world.card.sessions.length === 0 ? world : undefined))).toBe(false);
  });

  it('finds that an ended session is open again', () => {
    const ledger = newLedger();
    expect(ledger.note([entry(login('card', 'D', POLICIES), 0, session('t'))])).toBe(true);
    expect(ledger.note([entry(logout('card', hashOf('t')), 0)])).toBe(true);
    expect(ledger.note([entry(heartbeat('card', hashOf('t')), 0, session('t'))])).toBe(false);
  });

  it('finds that a card was used twice, concurrently or one after the other', () => {
    const [ofCard, ofUser] = [entry(recharge('card', 'S'), 0), entry(recharge('user', 'S'), 0)];
    expect(newLedger().note([ofCard, ofUser])).toBe(false);
    const ledger = newLedger();
    expect(ledger.note([ofUser])).toBe(true);
    expect(ledger.note([ofCard])).toBe(false);
  });

  it('finds that uses were taken twice, or that a repeat was answered differently', () => {
    const ledger = newLedger();
    const take = (left: number) => entry(consume('card', hashOf('t'), 'r', 3, false), 0, { uses_left: left });
    expect(ledger.note([entry(login('card', 'D', POLICIES), 0, session('t'))])).toBe(true);
    expect(ledger.note([take(CARD_USES - 3)])).toBe(true);
    expect(ledger.note([take(CARD_USES - 6)])).toBe(false);
    expect(ledger.note([take(CARD_USES - 3)])).toBe(true);
    const twice = ({ card }: World) => card.usesUsed === 6;
    expect(ledger.narrow((world) => (twice(world) ? world : undefined))).toBe(false);
  });

  it('accepts either winner of a race', () => {
    const refusal = entry(recharge('card', 'S'), 10241);
    const ledger = newLedger();
    expect(ledger.note([refusal, entry(recharge('user', 'S'), 0)])).toBe(true);
    expect(ledger.possible).toHaveLength(1);
    expect(ledger.possible[0]!.spent).toEqual({ S: { kind: 'user', generation: 1 } });
  });

  it('treats the response 503 of a busy server like a missing response', async () => {
    const traffic = new Traffic();
    const ask = async (rule: Rule<World>, code: number) => {
      const exchange = (await traffic.exchange('recharge', true, 1, async () => ({ code, result: {} })))!;
      return { rule, exchange };
    };
    const ledger = newLedger();
    const busy = await ask(recharge('card', 'S'), 503);
    expect(busy.exchange).toMatchObject({ isBusy: true, reply: undefined });
    expect(ledger.note([busy])).toBe(true);
    expect(ledger.possible.map(({ spent }) => 'S' in spent)).toEqual([false, true]);
    // Later responses decide which state is real, and impossible states are reported.
    expect(ledger.note([await ask(recharge('user', 'S'), 10241)])).toBe(true);
    expect(ledger.possible.map(({ spent }) => 'S' in spent)).toEqual([true]);
    expect(ledger.note([await ask(recharge('user', 'S'), 0)])).toBe(false);
    expect(ledger.note([await ask(recharge('user', 'S'), 500)])).toBe(false);
    expect(traffic.counts.get('recharge')).toEqual({ done: 1, refused: 2, unknown: 1 });
  });

  it('accepts that an unanswered request was carried out completely or not at all, but not in part', () => {
    const ledger = newLedger();
    expect(ledger.note([entry(recharge('card', 'S'), undefined)])).toBe(true);
    const halves = ({ card, spent }: World) => 'S' in spent !== (card.expiry!.from === NOW + CARD_MS);
    expect(ledger.possible.map(({ spent }) => 'S' in spent)).toEqual([false, true]);
    expect(ledger.narrow((world) => (halves(world) ? world : undefined))).toBe(false);
    expect(ledger.note([entry(recharge('user', 'S'), 10241)])).toBe(true);
    expect(ledger.possible.map(({ spent }) => 'S' in spent)).toEqual([true]);
  });

  it('finds that a repeated order was answered with other cards, or issued again', () => {
    const ledger = newLedger();
    expect(ledger.note([entry(order('A', 2), 0, { text: 'a\nb' })])).toBe(true);
    expect(ledger.note([entry(order('A', 2), 0, { text: 'a\nc' })])).toBe(false);
    expect(ledger.note([entry(order('A', 2), 0, { text: 'a\nb\nc' })])).toBe(false);
    expect(ledger.note([entry(order('A', 1), 0, { text: 'a' })])).toBe(false);
    expect(ledger.note([entry(order('A', 1), 40901)])).toBe(true);
    expect(ledger.note([entry(order('A', 2), 0, { text: 'a\nb' })])).toBe(true);
  });

  it('accepts that an order whose answer was lost was issued or not', () => {
    const ledger = newLedger();
    expect(ledger.note([entry(order('A', 1), undefined)])).toBe(true);
    expect(ledger.possible.map(({ orders }) => Object.keys(orders))).toEqual([[], ['A']]);
    expect(ledger.note([entry(order('A', 1), 0, { text: 'a' })])).toBe(true);
    expect(ledger.possible).toHaveLength(1);
  });
});
