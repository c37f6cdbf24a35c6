import { createHmac } from 'node:crypto';

/** Fields of an event that a test changes. */
type Changes = Record<string, unknown>;
type Headers = Record<string, string>;

/** Events of Stripe. The official package signs them in the tests. */
export const stripeEvents = {
  session: (payment: string, changes: Changes = {}, type = 'checkout.session.completed') =>
    JSON.stringify({
      id: `evt_${payment}`,
      object: 'event',
      api_version: '2025-05-28.basil',
      created: 1768400000,
      data: {
        object: {
          id: 'cs_live_a1ZETwrCoc0wk2QGJfY09FWMu9i7lWa1xxc53phwLtpgTkR7DP3MCLxMfZ',
          object: 'checkout.session',
          amount_subtotal: 2000,
          amount_total: 1990,
          client_reference_id: null,
          currency: 'usd',
          customer: null,
          customer_details: {
            address: { country: 'NL' },
            email: 'buyer@example.com',
            name: 'Ann',
            tax_ids: [],
          },
          customer_email: null,
          invoice: null,
          livemode: true,
          metadata: {},
          mode: 'payment',
          payment_intent: payment,
          payment_link: 'plink_1RgRPqEEXQJo9EEO',
          payment_method_types: ['card'],
          payment_status: 'paid',
          status: 'complete',
          total_details: { amount_discount: 10, amount_shipping: 0, amount_tax: 0 },
          ...changes,
        },
      },
      livemode: true,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      type,
    }),
  refund: (payment: string, changes: Changes = {}) =>
    JSON.stringify({
      id: `evt_refund_${payment}`,
      object: 'event',
      data: {
        object: {
          id: 'ch_3RgRPqEEXQJo9EEO',
          object: 'charge',
          amount: 1990,
          amount_refunded: 1990,
          currency: 'usd',
          payment_intent: payment,
          refunded: true,
          status: 'succeeded',
          ...changes,
        },
      },
      type: 'charge.refunded',
    }),
  dispute: (payment: string, type = 'charge.dispute.created', changes: Changes = {}) =>
    JSON.stringify({
      id: `evt_dispute_${payment}`,
      object: 'event',
      data: {
        object: {
          id: 'du_1RgRPqEEXQJo9EEO',
          object: 'dispute',
          amount: 1990,
          charge: 'ch_3RgRPqEEXQJo9EEO',
          currency: 'usd',
          payment_intent: payment,
          reason: 'fraudulent',
          status: 'needs_response',
          ...changes,
        },
      },
      type,
    }),
};

/** Events of Lemon Squeezy. */
export const lemonsqueezyEvents = {
  order: (id: string, changes: Changes = {}, name = 'order_created', item: Changes = {}) =>
    JSON.stringify({
      meta: { test_mode: false, event_name: name, webhook_id: 'c3a7a9f0-7b5c-4d2e-8f1a-2b3c4d5e6f70' },
      data: {
        type: 'orders',
        id,
        attributes: {
          store_id: 1,
          customer_id: 9,
          identifier: '104e18a2-d755-4d4b-80c4-a6c1dcbe1c10',
          order_number: 17,
          user_name: 'Ann',
          user_email: 'buyer@example.com',
          currency: 'EUR',
          currency_rate: '1.08',
          subtotal: 1999,
          discount_total: 0,
          tax: 400,
          total: 2399,
          status: 'paid',
          refunded: false,
          refunded_at: null,
          first_order_item: {
            id: 5,
            order_id: Number(id),
            product_id: 701,
            variant_id: 8123,
            product_name: 'Photo Editor',
            variant_name: 'Month',
            price: 1999,
            quantity: 1,
            ...item,
          },
          created_at: '2026-01-14T15:33:20.000000Z',
          ...changes,
        },
      },
    }),
  sign: (body: string, secret: string): Headers => ({
    'x-event-name': 'order_created',
    'x-signature': createHmac('sha256', secret).update(body, 'utf8').digest('hex'),
  }),
};

/** Events of Polar. */
export const polarEvents = {
  order: (id: string, changes: Changes = {}, type = 'order.paid') =>
    JSON.stringify({
      type,
      timestamp: '2026-01-14T15:33:20.000000Z',
      data: {
        id,
        created_at: '2026-01-14T15:33:19.000000Z',
        status: 'paid',
        paid: true,
        subtotal_amount: 1000,
        discount_amount: 0,
        net_amount: 1000,
        tax_amount: 190,
        total_amount: 1190,
        refunded_amount: 0,
        currency: 'usd',
        billing_reason: 'purchase',
        product_id: '5b7c0d2e-1f3a-4b5c-8d6e-7f8091a2b3c4',
        seats: null,
        customer: { id: '9e8d7c6b-5a49-4382-9716-0f1e2d3c4b5a', email: 'buyer@example.com', name: 'Ann' },
        items: [{ label: 'Photo Editor: Month', amount: 1000 }],
        ...changes,
      },
    }),
  /** @param key the HMAC key, which Polar derives from the secret */
  sign: (body: string, key: Buffer, now: number, id = 'b1e0c5a4-6d2f-4c8b-9a7e-3f5d1c2b4a69'): Headers => {
    const time = Math.floor(now / 1000);
    const signature = createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64');
    return { 'webhook-id': id, 'webhook-timestamp': String(time), 'webhook-signature': `v1,${signature}` };
  },
};

/** Events of WooCommerce. */
export const woocommerceEvents = {
  order: (id: number, changes: Changes = {}, items: Changes[] = [{}]) =>
    JSON.stringify({
      id,
      parent_id: 0,
      status: 'processing',
      currency: 'EUR',
      version: '9.4.1',
      prices_include_tax: true,
      date_created: '2026-01-14T16:33:19',
      date_paid: '2026-01-14T16:33:20',
      date_paid_gmt: '2026-01-14T15:33:20',
      total: '24.00',
      total_tax: '4.00',
      order_key: 'wc_order_58d2d042d1d',
      billing: { first_name: 'Ann', country: 'NL', email: 'buyer@example.com' },
      payment_method: 'paypal',
      line_items: items.map((item, index) => ({
        id: 315 + index,
        name: 'Month',
        product_id: 93,
        variation_id: 0,
        quantity: 1,
        subtotal: '20.00',
        total: '20.00',
        total_tax: '4.00',
        taxes: [{ id: 75, total: '4.00' }],
        sku: 'MONTH',
        price: 20,
        ...item,
      })),
      shipping_lines: [],
      refunds: [],
      ...changes,
    }),
  sign: (body: string, secret: string): Headers => ({
    'x-wc-webhook-topic': 'order.updated',
    'x-wc-webhook-signature': createHmac('sha256', secret).update(body, 'utf8').digest('base64'),
  }),
};

/** Events of Gumroad, as URL-encoded form bodies. */
export const gumroadEvents = {
  sale: (id: string, changes: Record<string, string> = {}) =>
    new URLSearchParams({
      seller_id: 'kLfBR8tqEm3ZzOcd1g2VhA==',
      product_id: 'W9mLkX2c4qVb7TnRz0YsEg==',
      product_name: 'Photo Editor',
      permalink: 'photo',
      product_permalink: 'https://ann.gumroad.com/l/photo',
      short_product_id: 'qmgyx',
      email: 'buyer@example.com',
      price: '1500',
      gumroad_fee: '150',
      currency: 'usd',
      quantity: '1',
      discover_fee_charged: 'false',
      can_contact: 'true',
      referrer: 'direct',
      order_number: '524459935',
      sale_id: id,
      sale_timestamp: '2026-01-14T15:33:20Z',
      ip_country: 'Netherlands',
      refunded: 'false',
      resource_name: 'sale',
      disputed: 'false',
      dispute_won: 'false',
      ...changes,
    }).toString(),
};
