import { ORDER_REFUSALS } from '../../libs/orders/src/order-refusals.ts';
import { markdownTable } from './files.ts';

/** Returns the errors of the fulfilment API for docs/errors.md, from the catalogue. */
export function fulfilErrors(): Record<string, string> {
  const rows = Object.entries(ORDER_REFUSALS).map(([name, { code, message }]) => [
    Math.floor(code / 100),
    code,
    `\`${name}\``,
    message.replace(/[*<_]/g, '\\$&'),
  ]);
  return { 'fulfil-errors': markdownTable(['HTTP status', 'code', 'name', 'message'], rows) };
}
