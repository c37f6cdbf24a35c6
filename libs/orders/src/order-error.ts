import { fillTemplate } from '@app/platform';
import { ORDER_REFUSALS, type OrderRefusal } from './order-refusals.js';

/** Thrown if an order is refused. Nothing was changed. */
export class OrderError extends Error {
  readonly code: number;

  /** @param params values for the placeholders of the message */
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
