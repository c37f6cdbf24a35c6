/** Maximum number of cards and users in one event; larger changes cause several events. */
export const MAX_NAMED = 50;

/** A card or a user. */
export interface HolderRef {
  readonly kind: 'card' | 'user';
  readonly id: number;
  /** Key of a card; absent for a user. */
  readonly card?: string;
  /** Name of a user; absent for a card. */
  readonly username?: string;
  readonly card_type: string;
}

/** At most 50 cards and users with the same change. */
interface Holders {
  readonly holders: readonly HolderRef[];
}

/** A holder with its expiry in epoch seconds; 0 if the holder is permanent. */
type HolderUntil = HolderRef & { readonly expires_ts: number };

/** The data of an order's events. Amounts are in minor units, such as cents. */
interface OrderData {
  /** The shop's order number, or the idempotency key of an administrator's request. */
  readonly order_no: string;
  /** `null` if an administrator issued the cards. */
  readonly channel_id: number | null;
  readonly card_type: string;
  readonly quantity: number;
  readonly amount: number | null;
  /** ISO 4217. */
  readonly currency: string | null;
  /** Card keys; fewer than `quantity` if not all of them fit into an event. */
  readonly cards: readonly string[];
}

/** Data of each type of event. Released types and fields must not change, since receivers depend on them. */
export interface EventData {
  'card.issued': {
    readonly card_type: string;
    readonly cards: readonly string[];
    readonly batch: string | null;
  };
  'card.activated': HolderUntil & { readonly device_id: string };
  'card.recharged': HolderUntil & { readonly used_card: string };
  'card.expiring': { readonly days: number; readonly holders: readonly HolderUntil[] };
  'card.expired': { readonly holders: readonly HolderUntil[] };
  'card.frozen': Holders;
  'card.unfrozen': Holders;
  /** `device_id` is null if all devices were unbound. */
  'card.unbound': Holders & { readonly device_id: string | null };
  'card.used_up': HolderRef & { readonly resets_ts: number };
  'user.registered': HolderUntil & { readonly used_card: string; readonly device_id: string };
  'trial.converted': HolderRef & { readonly device_id: string };
  'order.issued': OrderData;
  'order.refunded': OrderData & {
    readonly mode: 'unused' | 'all';
    readonly frozen: number;
    readonly used: number;
  };
  'order.mail_failed': {
    readonly order_no: string;
    /** `null` if an administrator issued the cards. */
    readonly channel_id: number | null;
    /** Why the email was not delivered, in English. */
    readonly reason: string;
  };
  /** `amount` is in minor units, such as cents. */
  'payment.failed': {
    /** The payment service's number of the payment. */
    readonly payment_no: string;
    readonly channel_id: number;
    /** Ids of the product at the payment service, the most specific one first. */
    readonly products: readonly string[];
    readonly quantity: number;
    readonly amount: number | null;
    /** ISO 4217. */
    readonly currency: string | null;
    /** Name of the reason, such as `out_of_stock`. */
    readonly reason: string;
  };
  'stock.low': {
    readonly channel_id: number;
    readonly card_type: string;
    readonly left: number;
    readonly level: number;
  };
  'refusals.burst': {
    /** Refused requests in the current hour so far. */
    readonly refusals: number;
    /** Refused requests in an average hour of the previous 24 hours. */
    readonly usual: number;
    /** The most frequent error codes. */
    readonly codes: readonly { readonly code: number; readonly count: number }[];
  };
  'backup.failed': { readonly reason: string };
  'webhook.test': { readonly message: string };
}

export type EventType = keyof EventData;

interface Described<T extends EventType> {
  /** Cause of the event, for the documentation and the panel. */
  readonly about: string;
  readonly example: EventData[T];
}

const CARD = { kind: 'card', id: 7, card: 'VIP-8K2M-Q4TX', card_type: 'Month' } as const;
const USER = { kind: 'user', id: 3, username: 'ann', card_type: 'Month' } as const;
const ORDER = {
  order_no: '20260115-7',
  channel_id: 1,
  card_type: 'Month',
  quantity: 1,
  amount: 3000,
  currency: 'CNY',
  cards: ['VIP-8K2M-Q4TX'],
} as const;

/** All types of events, with a cause and an example. */
export const CATALOGUE: { readonly [T in EventType]: Described<T> } = {
  'card.issued': {
    about:
      'Cards were generated, imported from a list of keys, or created by `latchkey apply`; one event lists at most 50 cards.',
    example: { card_type: 'Month', cards: ['VIP-8K2M-Q4TX', 'VIP-3HVD-9WPA'], batch: '#12' },
  },
  'card.activated': {
    about: 'A card was logged in for the first time, which starts its time.',
    example: { ...CARD, device_id: 'pc-1', expires_ts: 1771070400 },
  },
  'card.recharged': {
    about: 'A card or user was recharged with another card.',
    example: { ...USER, used_card: 'VIP-8K2M-Q4TX', expires_ts: 1773662400 },
  },
  'card.expiring': {
    about: 'Cards or users expire in 3 days; a second event follows 1 day before they expire.',
    example: { days: 3, holders: [{ ...CARD, expires_ts: 1768737600 }] },
  },
  'card.expired': {
    about: 'The time of cards or users is over.',
    example: { holders: [{ ...CARD, expires_ts: 1768478400 }] },
  },
  'card.frozen': { about: 'Cards or users were frozen.', example: { holders: [CARD] } },
  'card.unfrozen': { about: 'Cards or users were unfrozen.', example: { holders: [CARD] } },
  'card.unbound': {
    about: 'A device of a card or user was unbound. If `device_id` is null, all of its devices were unbound.',
    example: { holders: [CARD], device_id: 'pc-1' },
  },
  'card.used_up': {
    about: 'A card or user has consumed its last use; `resets_ts` is 0 if its uses are not refilled.',
    example: { ...CARD, resets_ts: 1768521600 },
  },
  'user.registered': {
    about: 'A user registered with a card.',
    example: { ...USER, used_card: 'VIP-8K2M-Q4TX', device_id: 'pc-1', expires_ts: 1771070400 },
  },
  'trial.converted': {
    about: 'A device that has had a trial was bound to a card or user.',
    example: { ...CARD, device_id: 'pc-1' },
  },
  'order.issued': { about: 'A shop or an administrator ordered cards and got them.', example: ORDER },
  'order.refunded': {
    about:
      'An order was refunded. `frozen` is the number of its cards that are frozen now, `used` the number that had been used before.',
    example: { ...ORDER, mode: 'unused', frozen: 1, used: 0 },
  },
  'order.mail_failed': {
    about:
      'The email with the cards of an order was not delivered: the mail server refused it permanently, or did not accept it for about three days, or the cards of the order had been deleted.',
    example: {
      order_no: '20260115-7',
      channel_id: 1,
      reason: 'The mail server refused the mail: 550 unknown user',
    },
  },
  'payment.failed': {
    about:
      'A buyer has paid, but no cards could be issued, for example because the stock is empty. A second event follows only if the reason changes.',
    example: {
      payment_no: 'pi_3Q8m',
      channel_id: 1,
      products: ['plink_1N4t'],
      quantity: 1,
      amount: 3000,
      currency: 'USD',
      reason: 'out_of_stock',
    },
  },
  'stock.low': {
    about: 'The stock of a product has fallen below the low-stock level of its channel (`level`).',
    example: { channel_id: 1, card_type: 'Month', left: 4, level: 5 },
  },
  'refusals.burst': {
    about:
      'An application refuses many more requests than usual. Each application causes at most one such event in an hour.',
    example: { refusals: 840, usual: 12, codes: [{ code: 10218, count: 800 }] },
  },
  'backup.failed': {
    about:
      'The command `latchkey backup` failed while it read the database or wrote the file. If the command could not begin, there is no event. The event belongs to no application.',
    example: { reason: 'The backup cannot be written: /backup: the disk is full' },
  },
  'webhook.test': {
    about: 'An administrator pressed the test button of a webhook.',
    example: { message: 'This is a test.' },
  },
};

/** Types to which receivers can subscribe. A test event is sent only to the webhook under test. */
export const EVENT_TYPES = Object.keys(CATALOGUE).filter((type) => type !== 'webhook.test') as Exclude<
  EventType,
  'webhook.test'
>[];

/** Subscribes to all types, including types that later versions of Latchkey add. */
export const ALL_TYPES = '*';
