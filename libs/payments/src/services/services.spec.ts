import { describe, expect, it } from '@jest/globals';
import { Stripe } from 'stripe';
import {
  gumroadEvents,
  lemonsqueezyEvents,
  polarEvents,
  stripeEvents,
  woocommerceEvents,
} from '../../../../test/support/payment-events.js';
import { gumroad } from './gumroad.js';
import { lemonsqueezy } from './lemonsqueezy.js';
import type { PaymentService } from './payment-service.js';
import { polar } from './polar.js';
import { stripe } from './stripe.js';
import { woocommerce } from './woocommerce.js';

const NOW = 1_768_400_000_000;
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const { webhooks } = new Stripe('sk_test_0');

const stripeHeaders = (payload: string, secret = SECRET, seconds = 0) => ({
  'stripe-signature': webhooks.generateTestHeaderString({
    payload,
    secret,
    timestamp: NOW / 1000 + seconds,
  }),
});
const POLAR_KEY = Buffer.from(SECRET.slice('whsec_'.length), 'base64');

type Headers = Record<string, string>;
const SIGNED: [string, PaymentService, string, (body: string, secret: string) => Headers][] = [
  ['Stripe', stripe, stripeEvents.session('pi_1'), stripeHeaders],
  ['Lemon Squeezy', lemonsqueezy, lemonsqueezyEvents.order('1'), lemonsqueezyEvents.sign],
  [
    'Polar',
    polar,
    polarEvents.order('o1', { customer: { email: 'buyer@example.com', name: '安娜' } }),
    (body, secret) => polarEvents.sign(body, secret === SECRET ? POLAR_KEY : Buffer.from(secret), NOW),
  ],
  ['WooCommerce', woocommerce, woocommerceEvents.order(1), woocommerceEvents.sign],
];

describe.each(SIGNED)('the signature of %s', (_, service, body, sign) => {
  const bytes = Buffer.from(body);
  const verify = (headers: Headers, sent: Buffer, secret = SECRET) =>
    service.verify!({ headers, body: sent }, secret, NOW);

  it('is accepted', () => {
    expect(verify(sign(body, SECRET), bytes)).toBe(true);
  });

  it('is refused with any changed, missing or additional byte of the body', () => {
    const headers = sign(body, SECRET);
    for (let at = 0; at < bytes.length; at++) {
      for (const change of [1, 0x80]) {
        const changed = Buffer.from(bytes);
        changed[at]! ^= change;
        expect(verify(headers, changed)).toBe(false);
      }
    }
    expect(verify(headers, bytes.subarray(1))).toBe(false);
    expect(verify(headers, Buffer.concat([bytes, Buffer.from(' ')]))).toBe(false);
    expect(verify(headers, Buffer.alloc(0))).toBe(false);
  });

  it('is refused with any changed character of the signature', () => {
    const headers = sign(body, SECRET);
    const name = Object.keys(headers).find((key) => key.endsWith('signature'))!;
    const value = headers[name]!;
    const start = value.lastIndexOf('v1') + 2;
    for (let at = Math.max(start, 0); at < value.length; at++) {
      const other = value[at] === 'a' ? 'b' : 'a';
      expect(verify({ ...headers, [name]: value.slice(0, at) + other + value.slice(at + 1) }, bytes)).toBe(
        false,
      );
    }
    for (const wrong of ['', 'v1', 'v1=', 'v1,', `t=${NOW / 1000},v1=`, 'é'])
      expect(verify({ ...headers, [name]: wrong }, bytes)).toBe(false);
    expect(verify({}, bytes)).toBe(false);
  });

  it('is refused with another secret', () => {
    expect(verify(sign(body, 'another-secret'), bytes)).toBe(false);
    expect(verify(sign(body, SECRET), bytes, SECRET.replace('MfK', 'NfK'))).toBe(false);
  });
});

describe('the signature of Stripe', () => {
  const body = stripeEvents.session('pi_1');
  const verify = (header: string) =>
    stripe.verify!({ headers: { 'stripe-signature': header }, body: Buffer.from(body) }, SECRET, NOW);

  it.each([
    [-301, false],
    [-300, true],
    [300, true],
    [301, false],
  ])('with a time %i seconds from now is accepted: %s', (seconds, expected) => {
    expect(verify(stripeHeaders(body, SECRET, seconds)['stripe-signature'])).toBe(expected);
  });

  it('may be one of several during a rotation', () => {
    const [time, right] = stripeHeaders(body)['stripe-signature'].split(',');
    const [, other] = stripeHeaders(body, 'whsec_other')['stripe-signature'].split(',');
    expect(verify(`${time},${other},${right},v0=6ffbb59b`)).toBe(true);
    expect(verify(`${time},${other}`)).toBe(false);
    expect(verify(`${time},${right!.replace('v1', 'v0')}`)).toBe(false);
  });
});

describe('the signature of Polar', () => {
  const body = polarEvents.order('o1');
  const verify = (headers: Headers, secret: string) =>
    polar.verify!({ headers, body: Buffer.from(body) }, secret, NOW);

  it.each([SECRET, 'whsec_not base64!', 'polar_whs_ovyN6cPrTv56AApvzCaJno08SSmGJmgbWilb33N2JuK'])(
    'may use the text of the secret %s as key',
    (secret) => expect(verify(polarEvents.sign(body, Buffer.from(secret), NOW), secret)).toBe(true),
  );

  it('is refused after five minutes, and with another id', () => {
    expect(verify(polarEvents.sign(body, POLAR_KEY, NOW - 301_000), SECRET)).toBe(false);
    const headers = polarEvents.sign(body, POLAR_KEY, NOW);
    expect(verify({ ...headers, 'webhook-id': 'other' }, SECRET)).toBe(false);
    const two = `v1,AAAA ${headers['webhook-signature']}`;
    expect(verify({ ...headers, 'webhook-signature': two }, SECRET)).toBe(true);
  });
});

/** The order with which Polar reports the start of a free trial. */
const TRIAL = {
  billing_reason: 'subscription_create',
  total_amount: 0,
  subscription: { status: 'trialing' },
};
/** A subscription at Polar that was renewed. */
const ACTIVE = { status: 'active', seats: 5 };
/** Amounts of the order with which Lemon Squeezy reports the start of a free trial. Its item has a price. */
const NO_TOTAL = { subtotal: 0, discount_total: 0, tax: 0, total: 0 };
const BUYER = { quantity: 1, contact: 'buyer@example.com' };

describe('paid events', () => {
  const PAID: [string, PaymentService, string, object][] = [
    [
      'Stripe',
      stripe,
      stripeEvents.session('pi_1'),
      { ...BUYER, number: 'pi_1', products: ['plink_1RgRPqEEXQJo9EEO'], amount: 1990, currency: 'USD' },
    ],
    [
      'Stripe with a product in the metadata',
      stripe,
      stripeEvents.session('pi_1', { metadata: { latchkey_product: 'Month' }, payment_link: null }),
      { ...BUYER, number: 'pi_1', products: ['Month'], amount: 1990, currency: 'USD' },
    ],
    [
      'Stripe in a currency without decimals whose amounts Stripe multiplies',
      stripe,
      stripeEvents.session('pi_1', { currency: 'isk', amount_total: 50_000 }),
      expect.objectContaining({ amount: 500, currency: 'ISK' }),
    ],
    [
      'Stripe in a currency whose decimals Stripe omits',
      stripe,
      stripeEvents.session('pi_1', { currency: 'mga', amount_total: 5000 }),
      expect.objectContaining({ amount: 500_000, currency: 'MGA' }),
    ],
    [
      'Stripe in a currency without decimals',
      stripe,
      stripeEvents.session('pi_1', { currency: 'jpy', amount_total: 500 }),
      expect.objectContaining({ amount: 500, currency: 'JPY' }),
    ],
    [
      'Stripe after a slow payment, for a subscription',
      stripe,
      stripeEvents.session(
        'x',
        { payment_intent: null, invoice: 'in_1' },
        'checkout.session.async_payment_succeeded',
      ),
      expect.objectContaining({ number: 'in_1' }),
    ],
    [
      'Lemon Squeezy',
      lemonsqueezy,
      lemonsqueezyEvents.order('17', {}, 'order_created', { quantity: 3 }),
      { ...BUYER, number: '17', products: ['8123', '701'], quantity: 3, amount: 2399, currency: 'EUR' },
    ],
    [
      'Lemon Squeezy with a discount code for everything',
      lemonsqueezy,
      lemonsqueezyEvents.order('17', { ...NO_TOTAL, subtotal: 1999, discount_total: 1999 }),
      { ...BUYER, number: '17', products: ['8123', '701'], amount: 0, currency: 'EUR' },
    ],
    [
      'Lemon Squeezy for a free product',
      lemonsqueezy,
      lemonsqueezyEvents.order('17', NO_TOTAL, 'order_created', { price: 0 }),
      { ...BUYER, number: '17', products: ['8123', '701'], amount: 0, currency: 'EUR' },
    ],
    [
      'Polar',
      polar,
      polarEvents.order('o1', { seats: 5 }),
      {
        ...BUYER,
        number: 'o1',
        products: ['5b7c0d2e-1f3a-4b5c-8d6e-7f8091a2b3c4'],
        quantity: 5,
        amount: 1190,
        currency: 'USD',
      },
    ],
    [
      'Polar in a currency without decimals whose amounts Polar multiplies',
      polar,
      polarEvents.order('o1', { currency: 'isk', total_amount: 50_000 }),
      expect.objectContaining({ amount: 500, currency: 'ISK' }),
    ],
    [
      'Polar in a currency whose decimals Polar omits',
      polar,
      polarEvents.order('o1', { currency: 'mga', total_amount: 5000 }),
      expect.objectContaining({ amount: 500_000, currency: 'MGA' }),
    ],
    [
      'Polar with a credit for the customer',
      polar,
      polarEvents.order('o1', { total_amount: -300 }),
      expect.objectContaining({ amount: 0, currency: 'USD' }),
    ],
    [
      'Polar without a total',
      polar,
      polarEvents.order('o1', { total_amount: null }),
      expect.objectContaining({ amount: null, currency: null }),
    ],
    [
      'Polar for the renewal of a subscription with seats',
      polar,
      polarEvents.order('o1', { billing_reason: 'subscription_cycle', subscription: ACTIVE }),
      expect.objectContaining({ number: 'o1', quantity: 5 }),
    ],
    [
      'Polar for the first period of a subscription, although a discount makes it free',
      polar,
      polarEvents.order('o1', { ...TRIAL, subscription: { status: 'active' } }),
      expect.objectContaining({ number: 'o1', amount: 0 }),
    ],
    [
      'Polar for the first period of a subscription that costs something from the start',
      polar,
      polarEvents.order('o1', { ...TRIAL, total_amount: 100 }),
      expect.objectContaining({ number: 'o1', amount: 100 }),
    ],
    [
      'WooCommerce',
      woocommerce,
      woocommerceEvents.order(727, {}, [{ variation_id: 95, quantity: 2, total: '8.29', total_tax: '0.01' }]),
      {
        ...BUYER,
        number: '727-315',
        products: ['95', '93'],
        quantity: 2,
        amount: 830,
        currency: 'EUR',
        paidAt: 1_768_404_800_000,
      },
    ],
    [
      'WooCommerce in a currency without decimals',
      woocommerce,
      woocommerceEvents.order(727, { currency: 'JPY' }, [{ total: '500', total_tax: '50' }]),
      expect.objectContaining({ amount: 550, currency: 'JPY' }),
    ],
    [
      'Gumroad',
      gumroad,
      gumroadEvents.sale('FO8TXN-dbxYaBdahG97Y-Q==', { 'variants[Tier]': 'Year', quantity: '2' }),
      {
        ...BUYER,
        number: 'FO8TXN-dbxYaBdahG97Y-Q==',
        products: ['photo/Year', 'qmgyx/Year', 'photo', 'qmgyx', 'W9mLkX2c4qVb7TnRz0YsEg=='],
        quantity: 2,
        amount: 1500,
        currency: 'USD',
      },
    ],
  ];

  it.each(PAID)('of %s are read', (_, service, body, payment) => {
    expect(service.read(body)).toEqual({ type: 'paid', payments: [payment] });
  });

  it('of WooCommerce have a number for each item', () => {
    const event = woocommerce.read(woocommerceEvents.order(727, {}, [{}, { product_id: 94 }]));
    expect(event).toMatchObject({
      payments: [{ number: '727-315' }, { number: '727-316', products: ['94'] }],
    });
  });

  it.each([null, '', 'yesterday', '2026-01-14', '2026-02-30T00:00:00', 1_768_404_800])(
    'of WooCommerce are read without the invalid time %j',
    (date_paid_gmt) => {
      expect(woocommerce.read(woocommerceEvents.order(1, { date_paid_gmt }))).toEqual({
        type: 'paid',
        payments: [expect.objectContaining({ number: '1-315', paidAt: undefined })],
      });
    },
  );

  it.each([
    [
      'contact',
      stripeEvents.session('pi_1', { customer_details: { email: 'a@b.co, c@d.co' } }),
      { contact: null },
    ],
    ['amount', stripeEvents.session('pi_1', { amount_total: -1 }), { amount: null, currency: null }],
    ['currency', stripeEvents.session('pi_1', { currency: 'x' }), { amount: null, currency: null }],
    ['product', stripeEvents.session('pi_1', { payment_link: '\u200b' }), { products: [] }],
  ])('are read without an invalid %s', (_, body, expected) => {
    expect(stripe.read(body)).toMatchObject({ payments: [expected] });
  });

  it.each([
    ['1 year, 2 PCs', '1 year, 2 PCs'],
    ['Year\u200b\tof  2026 ', 'Year of  2026'],
    ['x'.repeat(200), 'x'.repeat(94)],
  ])('of the version %j name it before the whole product', (version, name) => {
    const sale = gumroadEvents.sale('a', { 'variants[Tier]': version });
    expect(gumroad.read(sale)).toMatchObject({
      payments: [{ products: [`photo/${name}`, `qmgyx/${name}`, 'photo', 'qmgyx', expect.any(String)] }],
    });
  });

  it.each([
    'sale_id',
    'refunded',
    'disputed',
    'resource_name',
    'test',
    'is_preorder_authorization',
    'permalink',
    'short_product_id',
    'product_id',
    'variants',
    'variants[Tier]',
    'quantity',
    'email',
    'is_gift_receiver_purchase',
    'gift_price',
  ])('of Gumroad are refused if a custom field of the seller has the name %s', (name) => {
    const gift = { is_gift_receiver_purchase: 'true', price: '0', gift_price: '1500' };
    const answer = { [name]: '7', [`custom_fields[${name}]`]: '7' };
    expect(() => gumroad.read(gumroadEvents.sale('a', { ...gift, ...answer }))).toThrow(
      `its custom field ${name} has the name of a field of Gumroad`,
    );
  });

  it('of Gumroad are read with custom fields of other names', () => {
    const answer = {
      Company: 'Ann Ltd',
      'custom_fields[Company]': 'Ann Ltd',
      'custom_fields[Quantity]': '7',
    };
    expect(gumroad.read(gumroadEvents.sale('a', answer))).toEqual(gumroad.read(gumroadEvents.sale('a')));
  });

  it.each<[PaymentService, string]>([
    [stripe, '{'],
    [stripe, `{"a":[${'0,'.repeat(10_000)}0]}`],
    [stripe, stripeEvents.session('')],
    [stripe, stripeEvents.session('x'.repeat(65))],
    [stripe, stripeEvents.session('a b')],
    [lemonsqueezy, lemonsqueezyEvents.order('1', {}, 'order_created', { quantity: 0 })],
    [lemonsqueezy, lemonsqueezyEvents.order('1', {}, 'order_created', { quantity: 1.5 })],
    [gumroad, gumroadEvents.sale('a', { quantity: 'many' })],
    [gumroad, gumroadEvents.sale('a', { 'custom_fields[price]': '1' })],
    [gumroad, 'a=1&'.repeat(1001)],
    [woocommerce, woocommerceEvents.order(1, {}, [{ id: null }])],
  ])('that are malformed or have invalid values are refused', (service, body) => {
    expect(() => service.read(body)).toThrow(/^its? /);
  });
});

describe('charge-backs', () => {
  const refunded = (...numbers: string[]) => ({ type: 'refunded', refunds: [numbers] });

  it.each([
    ['charge.dispute.created', 'needs_response', true],
    ['charge.dispute.created', 'warning_needs_response', false],
    ['charge.dispute.created', 'prevented', false],
    ['charge.dispute.funds_withdrawn', 'needs_response', true],
    ['charge.dispute.closed', 'won', false],
    ['charge.dispute.funds_reinstated', 'won', false],
  ])('of Stripe: %s, %s: %s', (type, status, expected) => {
    const event = stripeEvents.dispute('pi_1', type, { status });
    expect(stripe.read(event)).toEqual(expected ? refunded('pi_1') : { type: 'ignored' });
  });

  it.each([
    [{ disputed: 'true' }, true],
    [{ disputed: 'true', dispute_won: 'true', resource_name: 'dispute_won' }, false],
  ])('of Gumroad: %j: %s', (changes, expected) => {
    const event = gumroadEvents.sale('a==', { resource_name: 'dispute', ...changes });
    expect(gumroad.read(event)).toEqual(expected ? refunded('a==') : { type: 'ignored' });
  });

  it('and refunds of Stripe name the invoice of a subscription, if the event does', () => {
    const event = stripeEvents.refund('pi_1', { invoice: 'in_1' });
    expect(stripe.read(event)).toEqual(refunded('pi_1', 'in_1'));
  });
});

describe('refunds', () => {
  it.each<[string, PaymentService, string, string[]]>([
    ['Stripe', stripe, stripeEvents.refund('pi_1'), ['pi_1']],
    [
      'Lemon Squeezy',
      lemonsqueezy,
      lemonsqueezyEvents.order('17', { status: 'refunded' }, 'order_refunded'),
      ['17'],
    ],
    ['Polar', polar, polarEvents.order('o1', { status: 'refunded' }, 'order.refunded'), ['o1']],
    [
      'WooCommerce',
      woocommerce,
      woocommerceEvents.order(727, { status: 'refunded' }, [{}, {}]),
      ['727-315', '727-316'],
    ],
    ['Gumroad', gumroad, gumroadEvents.sale('a==', { resource_name: 'refund', refunded: 'true' }), ['a==']],
  ])('of %s are read', (_, service, body, numbers) => {
    expect(service.read(body)).toEqual({ type: 'refunded', refunds: numbers.map((number) => [number]) });
  });
});

describe('ignored', () => {
  it.each<[string, PaymentService, string]>([
    ['a session that is not paid yet', stripe, stripeEvents.session('pi_1', { payment_status: 'unpaid' })],
    ['a free session', stripe, stripeEvents.session('pi_1', { payment_status: 'no_payment_required' })],
    ['a partial refund of Stripe', stripe, stripeEvents.refund('pi_1', { refunded: false })],
    ['a refund of a direct charge of Stripe', stripe, stripeEvents.refund('x', { payment_intent: null })],
    [
      'a dispute of a direct charge of Stripe',
      stripe,
      stripeEvents.dispute('x', 'charge.dispute.created', {
        payment_intent: null,
        status: 'needs_response',
      }),
    ],
    ['another event of Stripe', stripe, stripeEvents.session('pi_1', {}, 'checkout.session.expired')],
    ['JSON of another form', stripe, '[null]'],
    ['an order that is not paid yet', lemonsqueezy, lemonsqueezyEvents.order('1', { status: 'pending' })],
    [
      'a partial refund of Lemon Squeezy',
      lemonsqueezy,
      lemonsqueezyEvents.order('1', { status: 'partial_refund' }, 'order_refunded'),
    ],
    [
      'a renewal of Lemon Squeezy',
      lemonsqueezy,
      lemonsqueezyEvents.order('1', {}, 'subscription_payment_success'),
    ],
    ['an order of Polar before its payment', polar, polarEvents.order('o1', {}, 'order.created')],
    [
      'a change of the plan at Polar',
      polar,
      polarEvents.order('o1', { billing_reason: 'subscription_update' }),
    ],
    [
      'the usage of a month at Polar',
      polar,
      polarEvents.order('o1', { billing_reason: 'subscription_meter_cycle', subscription: ACTIVE }),
    ],
    [
      'the last usage of a cancelled subscription at Polar',
      polar,
      polarEvents.order('o1', {
        billing_reason: 'subscription_cycle',
        subscription: { ...ACTIVE, status: 'canceled' },
      }),
    ],
    [
      'an order of Polar without a product',
      polar,
      polarEvents.order('o1', { product_id: null, product: null }),
    ],
    ['an order of Polar for a new reason', polar, polarEvents.order('o1', { billing_reason: 'gift' })],
    ['a free trial at Lemon Squeezy', lemonsqueezy, lemonsqueezyEvents.order('1', NO_TOTAL)],
    ['a free trial at Polar', polar, polarEvents.order('o1', TRIAL)],
    [
      'a partial refund of Polar',
      polar,
      polarEvents.order('o1', { status: 'partially_refunded' }, 'order.refunded'),
    ],
    [
      'an order of WooCommerce that is on hold',
      woocommerce,
      woocommerceEvents.order(1, { status: 'on-hold' }),
    ],
    ['an order to be paid on delivery', woocommerce, woocommerceEvents.order(1, { date_paid: null })],
    ['a deleted order', woocommerce, '{"id":727}'],
    ['a purchase of the seller', gumroad, gumroadEvents.sale('a', { test: 'true' })],
    ['a preorder', gumroad, gumroadEvents.sale('a', { is_preorder_authorization: 'true' })],
    ['a partial refund of Gumroad', gumroad, gumroadEvents.sale('a', { resource_name: 'refund' })],
    ['a cancelled membership', gumroad, gumroadEvents.sale('a', { resource_name: 'cancellation' })],
  ])('is %s', (_, service, body) => {
    expect(service.read(body)).toEqual({ type: 'ignored' });
  });
});

describe('the ping of WooCommerce', () => {
  const isPing = (body: string, headers = {}) => woocommerce.isPing!({ headers, body: Buffer.from(body) });

  it('has neither JSON nor a signature', () => {
    expect(isPing('webhook_id=7')).toBe(true);
    expect(isPing('webhook_id=7', { 'x-wc-webhook-signature': 'AAAA' })).toBe(false);
    expect(isPing('{"id":7}')).toBe(false);
    expect(isPing('webhook_id=7&status=processing')).toBe(false);
  });
});
