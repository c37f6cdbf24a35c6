import { describe, expect, it } from '@jest/globals';
import { CATALOGUE, type EventType } from '@app/events';
import type { DailySummary } from '@app/figures';
import { composeDigest, composeEvent, composeSummary, composeTest, type ToldEvent } from './compose.js';
import { formatMoney } from './format.js';

const NOW = Temporal.Instant.from('2026-01-15T12:00:00Z').epochMilliseconds;
const EN = { language: 'en', timeZone: 'UTC', revealCards: false } as const;
const ZH = { ...EN, language: 'zh-CN', timeZone: 'Asia/Shanghai' } as const;

function event(type: EventType, changes: object = {}): ToldEvent {
  const data = { ...CATALOGUE[type].example, ...changes };
  return { type, data, at: NOW, application: 'My app', channel: null };
}

describe('messages of events', () => {
  it.each(Object.keys(CATALOGUE) as EventType[])('%s are short, complete and mask card keys', (type) => {
    for (const style of [EN, ZH]) {
      const { title, text } = composeEvent(event(type), style);
      expect(title.length).toBeLessThan(50);
      expect(text.length).toBeLessThan(500);
      expect(`${title}\n${text}`).not.toMatch(/undefined|null|NaN|\[object|VIP-8K2M|%\{/);
      expect(text).toContain('My app');
    }
    const chinese = composeEvent(event(type), ZH);
    expect(chinese.title).toMatch(/\p{Script=Han}/u);
    expect(chinese.text).toContain('2026-01-15 20:00');
  });

  it('show an order with its amount', () => {
    const order = { ...event('order.issued'), channel: 'Corner shop' };
    expect(composeEvent(order, EN)).toEqual({
      title: 'New order: 1 card',
      text: [
        'Application: My app',
        'Channel: Corner shop',
        'Order: 20260115-7',
        'Type: Month',
        'Amount: CN¥30.00',
        'Cards: …Q4TX',
        'Time: 2026-01-15 12:00',
      ].join('\n'),
    });
    expect(composeEvent(order, { ...ZH, revealCards: true }).text).toBe(
      [
        '软件：My app',
        '渠道：Corner shop',
        '订单号：20260115-7',
        '类型：Month',
        '金额：¥30.00',
        '卡密：VIP-8K2M-Q4TX',
        '时间：2026-01-15 20:00',
      ].join('\n'),
    );
  });

  it('leave out an amount that is not known', () => {
    expect(composeEvent(event('order.issued', { amount: null, currency: null }), EN).text).not.toContain(
      'Amount',
    );
  });

  it('name at most 10 cards', () => {
    const cards = Array.from({ length: 50 }, (_, i) => `CARD-0000-00${String(i).padStart(2, '0')}`);
    const { text } = composeEvent(event('card.issued', { cards }), { ...EN, revealCards: true });
    expect(text.match(/CARD-/g)).toHaveLength(10);
    expect(text).toContain('and 40 more');
  });

  it('keep texts of customers on their line, and short', () => {
    const { text } = composeEvent(
      event('card.activated', { device_id: `a\nAmount: 0\u2028${'x'.repeat(900)}` }),
      EN,
    );
    expect(text.split(/[\n\u2028]/)).toHaveLength(6);
    expect(text.length).toBeLessThan(400);
  });

  it('say that a permanent card never expires', () => {
    expect(composeEvent(event('card.activated', { expires_ts: 0 }), EN).text).toContain('Expires: never');
  });
});

describe('summaries', () => {
  it('count the events by type', () => {
    const counts = new Map([
      ['card.activated', 1200],
      ['order.issued', 3],
    ]);
    expect(composeSummary(counts, EN, NOW)).toEqual({
      title: '1203 more events',
      text: 'Cards activated: 1,200\nOrders issued: 3\nTime: 2026-01-15 12:00',
    });
    expect(composeSummary(counts, ZH, NOW).text).toBe('卡密激活：1,200\n订单发货：3\n时间：2026-01-15 20:00');
  });
});

describe('digests', () => {
  const figures: DailySummary = {
    day: '2026-01-14',
    activations: 12,
    cardsIssued: 30,
    orders: 20,
    refunds: 1,
    money: [
      { currency: 'CNY', income: 123_450, refunded: 3000 },
      { currency: 'JPY', income: 500, refunded: 0 },
    ],
    expiringSoon: 4,
    refusals: 900,
    refusalsDayBefore: 30,
    trials: 7,
    trialConversions: 2,
    lowStock: [
      {
        applicationId: 1,
        channelId: 1,
        channelName: 'Shop',
        product: 'Month',
        batch: 'B',
        lowSince: 1,
        available: 2,
        level: 3,
      },
    ],
  };

  it('show the figures of a day', () => {
    expect(composeDigest(figures, EN, NOW)).toEqual({
      title: 'Summary of 2026-01-14',
      text: [
        'Activations: 12',
        'Orders: 20 (30 cards)',
        'Income: CN¥1,234.50',
        'Refunded: CN¥30.00',
        'Income: ¥500',
        'Refunds: 1',
        'Trials: 7 (2 became customers)',
        'Expiring within 3 days: 4',
        'Refused requests: 900 (30 the day before)',
        'Low stock: Shop · Month',
        'Time: 2026-01-15 12:00',
      ].join('\n'),
    });
  });

  it('count one card and one customer', () => {
    const { text } = composeDigest({ ...figures, orders: 1, cardsIssued: 1, trialConversions: 1 }, EN, NOW);
    expect(text).toContain('Orders: 1 (1 card)');
    expect(text).toContain('(1 became a customer)');
  });

  it('omit income, refunds, trials and low stock if there were none', () => {
    const quiet = {
      ...figures,
      refunds: 0,
      money: [],
      trials: 0,
      trialConversions: 0,
      lowStock: [],
      refusals: 5,
    };
    expect(composeDigest(quiet, ZH, NOW).text).toBe(
      ['激活：12', '订单：20 单，30 张卡密', '3 天内到期：4', '被拒请求：5', '时间：2026-01-15 20:00'].join(
        '\n',
      ),
    );
  });
});

describe('the test message', () => {
  it('contains the time, like every message', () => {
    expect(composeTest(EN, NOW)).toEqual({
      title: 'Test message',
      text: 'This notifier works.\nTime: 2026-01-15 12:00',
    });
  });
});

describe('formatMoney', () => {
  it.each([
    [3050, 'CNY', 'zh-CN', '¥30.50'],
    [3050, 'USD', 'en', '$30.50'],
    [500, 'JPY', 'en', '¥500'],
    [1234, 'KWD', 'en', 'KWD\u00A01.234'],
    [0, 'EUR', 'en', '€0.00'],
    [7, 'nonsense', 'en', '7 nonsense'],
  ] as const)('of %i %s in %s', (minor, currency, language, text) => {
    expect(formatMoney(minor, currency, language)).toBe(text);
  });
});
