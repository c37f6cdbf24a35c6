export const PAYMENT_RESULTS = ['issued', 'refunded', 'ignored', 'failed'] as const;

/** The answer to an event of a payment service. It contains no cards, since services show answers in their logs. */
export class PaymentResult {
  /**
   * - `issued`: the cards of each payment were issued, by this event or an earlier one, or the payment was refunded
   * before
   * - `refunded`: the refund is recorded, and the cards are frozen - `ignored`: the event does not affect cards
   * - `failed`: the payment is recorded, but its cards could not be issued; only for services that repeat no events
   */
  result!: (typeof PAYMENT_RESULTS)[number];
}
