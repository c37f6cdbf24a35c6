import { fillTemplate } from '@app/platform';
import { PAYMENT_REFUSALS } from './payment-refusals.js';

/** Thrown if an event of a payment service is refused. Nothing was changed. */
export class PaymentError extends Error {
  readonly code: number;

  /** @param params values for the placeholders of the message */
  constructor(reason: keyof typeof PAYMENT_REFUSALS, params: Readonly<Record<string, string>> = {}) {
    const { code, message } = PAYMENT_REFUSALS[reason];
    super(fillTemplate(message, params));
    this.code = code;
  }

  /** HTTP status. */
  get status(): number {
    return Math.floor(this.code / 100);
  }
}
