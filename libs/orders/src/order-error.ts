import { fillTemplate } from '@app/platform';
import { ORDER_REFUSALS, type OrderRefusal } from './order-refusals.js';

/** A refused order. Nothing was changed. */
export class OrderError extends Error {
  readonly code: number;

  /** @param params fill the placeholders of the sentence */
  constructor(
    readonly reason: OrderRefusal,
    readonly params: Readonly<Record<string, string | number>> = {},
  ) {
    const { code, message } = ORDER_REFUSALS[reason];
    super(fillTemplate(message, params));
    this.code = code;
  }

  /** HTTP status. */
  get status(): number {
    return Math.floor(this.code / 100);
  }
}
