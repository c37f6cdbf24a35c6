import type { IncomingHttpHeaders } from 'node:http';

/** An event of a payment service, as it arrived. */
export interface SignedRequest {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** A payment for one product. Its `number` is also the order number of its cards. */
export interface ReportedPayment {
  /**
   * The payment service's id of the payment, which is the same in every event about it. 1–64 ASCII characters without
   * spaces.
   */
  readonly number: string;
  /** The product's ids at the payment service, the most specific one first. */
  readonly products: readonly string[];
  /** Number of cards, at least 1. */
  readonly quantity: number;
  /** In minor units of the currency; `null` if not known. */
  readonly amount: number | null;
  /** ISO 4217 code; `null` without an amount. */
  readonly currency: string | null;
  /** Email address of the buyer; `null` if not known. */
  readonly contact: string | null;
  /**
   * Time of the payment in epoch milliseconds, to the second. Only for services that also report a payment long after it
   * was made.
   */
  readonly paidAt?: number | undefined;
}

/** The numbers of a refunded payment: every number under which it may have been reported. */
export type Refund = readonly [string, ...string[]];

/** The meaning of an event. */
export type PaymentEvent =
  | { readonly type: 'paid'; readonly payments: readonly ReportedPayment[] }
  | { readonly type: 'refunded'; readonly refunds: readonly Refund[] }
  /** The event does not affect cards, for example a partial refund. */
  | { readonly type: 'ignored' };

/** The webhooks of a payment service. */
export interface PaymentService {
  /** False if the service does not repeat an event that was answered with an error. */
  readonly repeats: boolean;
  /** True for an unsigned request that only tests the webhook's URL. */
  isPing?(request: SignedRequest): boolean;
  /**
   * True if the service has signed the request. Absent if the service signs nothing.
   * @param now epoch milliseconds
   */
  verify?(request: SignedRequest, secret: string, now: number): boolean;
  /** @throws UnreadableEvent */
  read(body: string): PaymentEvent;
}

/** An event that does not have the service's format. The message completes `The event cannot be read:`. */
export class UnreadableEvent extends Error {}

export const IGNORED: PaymentEvent = { type: 'ignored' };
