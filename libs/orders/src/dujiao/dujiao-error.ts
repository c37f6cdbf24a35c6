import type { OrderError } from '../order-error.js';
import type { OrderRefusal } from '../order-refusals.js';

/** Refusals that only this protocol has: name and HTTP status. */
const OWN = {
  missing_auth_headers: 401,
  invalid_timestamp: 401,
  timestamp_expired: 401,
  invalid_callback_url: 400,
  product_not_found: 404,
} as const;

/** A refusal in dujiao-next's terms. */
export class DujiaoError extends Error {
  readonly status: number;

  constructor(
    readonly code: keyof typeof OWN,
    message: string,
  ) {
    super(message);
    this.status = OWN[code];
  }
}

/** Error names that dujiao-next's client knows; `status` is set only if it differs from the `OrderError`'s status. */
const CODES: Record<OrderRefusal, { readonly code: string; readonly status?: number }> = {
  invalid_request: { code: 'bad_request' },
  unknown_key: { code: 'invalid_api_key' },
  wrong_signature: { code: 'invalid_signature' },
  address_not_allowed: { code: 'address_not_allowed' },
  channel_disabled: { code: 'user_disabled' },
  application_disabled: { code: 'user_disabled' },
  no_such_endpoint: { code: 'not_found' },
  unknown_order: { code: 'order_not_found' },
  unknown_card_type: { code: 'sku_unavailable', status: 400 },
  number_used: { code: 'order_number_used' },
  out_of_stock: { code: 'insufficient_stock' },
  too_many_cards: { code: 'bad_request', status: 400 },
  day_limit: { code: 'insufficient_stock' },
  keys_used_up: { code: 'insufficient_stock' },
  cards_used: { code: 'cancel_not_allowed' },
  body_too_large: { code: 'bad_request' },
  unsupported_body: { code: 'bad_request' },
  too_many_failures: { code: 'rate_limited' },
  internal_error: { code: 'internal_error' },
  unavailable: { code: 'unavailable' },
};

/** Returns the name and the HTTP status of a refusal. */
export function dujiaoRefusal({ reason, status }: OrderError): { code: string; status: number } {
  return { status, ...CODES[reason] };
}
