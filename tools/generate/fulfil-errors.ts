import { ORDER_REFUSALS } from '../../libs/orders/src/order-refusals.ts';
import { PAYMENT_REFUSALS } from '../../libs/payments/src/payment-refusals.ts';
import { markdownTable } from './files.ts';

/** Returns the errors of the fulfilment API for docs/errors.md, from the catalogues. */
export function fulfilErrors(): Record<string, string> {
  const refusals = Object.entries({ ...ORDER_REFUSALS, ...PAYMENT_REFUSALS });
  const byCode = refusals.toSorted(([, a], [, b]) => a.code - b.code);
  const rows = byCode.map(([name, { code, message }]) => [
    Math.floor(code / 100),
    code,
    `\`${name}\``,
    message.replace(/[*<_]/g, '\\$&'),
  ]);
  return { 'fulfil-errors': markdownTable(['HTTP status', 'code', 'name', 'message'], rows) };
}
