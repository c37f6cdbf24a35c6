import { isMailAddress, MAX_AMOUNT } from '@app/orders';
import { toPrintable } from '@app/platform';
import { type ReportedPayment, UnreadableEvent } from './payment-service.js';

/** Maximum number of cards of one recorded payment; the limits of channels are lower. */
const MAX_QUANTITY = 1_000_000;
const MAX_PRODUCTS = 5;
/** Maximum length of the name of a channel's product. */
const MAX_PRODUCT_LENGTH = 100;
/** Maximum length of all product ids together, with a comma after each. */
const MAX_PRODUCTS_LENGTH = 400;

/** Values of an event, not checked yet. */
export interface UncheckedPayment {
  readonly number: string | undefined;
  readonly products: readonly (string | undefined)[];
  /** Default 1. */
  readonly quantity?: unknown;
  readonly amount: number | undefined;
  readonly currency: string | undefined;
  readonly contact: string | undefined;
  readonly paidAt?: number | undefined;
}

/**
 * Returns a payment with values that the database can store. Invalid amounts and contacts are omitted, since the buyer
 * has paid anyway.
 * @throws UnreadableEvent if the number is missing or the quantity is impossible
 */
export function reportedPayment(values: UncheckedPayment): ReportedPayment {
  const { quantity = 1, contact, paidAt } = values;
  const whole = Number(quantity);
  if (!Number.isInteger(whole) || whole < 1 || whole > MAX_QUANTITY)
    throw new UnreadableEvent('its quantity is not a number of cards');
  return {
    number: paymentNumber(values.number),
    products: productIds(values.products),
    quantity: whole,
    ...money(values),
    contact: contact !== undefined && isMailAddress(contact) ? contact : null,
    paidAt,
  };
}

/** @throws UnreadableEvent if it is missing or too long */
export function paymentNumber(number: string | undefined): string {
  if (number === undefined || !/^[\x21-\x7e]{1,64}$/.test(number))
    throw new UnreadableEvent('it has no id of a payment');
  return number;
}

/**
 * Returns the ids in the form that a channel's product can have as its name. No id is left out because of its form:
 * the buyer of an expensive version would get the cards of a cheaper, less specific product.
 */
function productIds(ids: UncheckedPayment['products']): string[] {
  let left = MAX_PRODUCTS_LENGTH;
  return ids
    .map((id) => toPrintable(id ?? '', MAX_PRODUCT_LENGTH))
    .filter((id) => id !== '' && (left -= id.length + 1) >= 0)
    .slice(0, MAX_PRODUCTS);
}

function money({ amount, currency }: UncheckedPayment): Pick<ReportedPayment, 'amount' | 'currency'> {
  const code = currency?.toUpperCase() ?? '';
  const isValid =
    Number.isInteger(amount) && amount! >= 0 && amount! <= MAX_AMOUNT && /^[A-Z]{3}$/.test(code);
  return isValid ? { amount: amount!, currency: code } : { amount: null, currency: null };
}
