export const PAYMENT_RESULTS = ['issued', 'refunded', 'ignored', 'failed'] as const;

/** The answer to an event of a payment service. It contains no cards, since services show answers in their logs. */
export class PaymentResult {
  /**
   * - `issued`: for each payment, this event or an earlier event issued the cards, or the payment is refunded or
   * dismissed
   * - `refunded`: the refund is recorded, and the cards are frozen
   * - `ignored`: the event does not affect cards
   * - `failed`: the payments are recorded, but not all cards could be issued, for example because none are left; or, only
   * for services that do not repeat events, the server failed
   */
  result!: (typeof PAYMENT_RESULTS)[number];
}
