import { hash } from 'node:crypto';

/** Contents of an order. A request with a used order number repeats the order only if all these values are equal. */
export interface OrderBody {
  /** The value as it was sent: a text (a name or an id) or a number (an id). */
  readonly cardType: string | number;
  readonly quantity: number;
  readonly contact: string | null;
  /** In minor units of the currency. */
  readonly amount: number | null;
  readonly note: string | null;
}

/** Returns the base64url SHA-256 of an order's contents. */
export function bodyHash({ cardType, quantity, contact, amount, note }: OrderBody): string {
  return hash('sha256', JSON.stringify([cardType, quantity, contact, amount, note]), 'base64url');
}
