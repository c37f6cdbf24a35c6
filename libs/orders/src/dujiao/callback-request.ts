import type { OutgoingRequest } from '@app/platform';
import type { IssuedOrder } from '../order.service.js';
import { dujiaoSignature, KEY_HEADER, SIGNATURE_HEADER, TIME_HEADER } from './dujiao-signature.js';
import { fulfillmentOf, statusOf } from './dujiao.result.js';

/** The path that the signature covers, whatever the path of the shop's address is. */
const SIGNED_PATH = '/api/v1/upstream/callback';

/** Id and key of a channel. */
export interface Credential {
  readonly id: string;
  readonly key: string;
}

/**
 * Returns the request that reports an order to a shop.
 * @param now epoch milliseconds
 */
export function callbackRequest(
  url: string,
  issued: Pick<IssuedOrder, 'order' | 'cards'>,
  { id, key }: Credential,
  now: number,
): OutgoingRequest {
  const { order } = issued;
  const status = statusOf(order);
  const timestamp = Math.floor(now / 1000);
  const body = JSON.stringify({
    event: status === 'delivered' ? 'order.fulfilled' : 'order.status_changed',
    order_id: order.id,
    order_no: order.externalNo,
    downstream_order_no: order.externalNo,
    status,
    fulfillment: fulfillmentOf(issued),
    timestamp,
  });
  const time = String(timestamp);
  const signature = dujiaoSignature({ method: 'POST', path: SIGNED_PATH, time, body }, key);
  return {
    url,
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': 'Latchkey',
      [KEY_HEADER]: id,
      [TIME_HEADER]: time,
      [SIGNATURE_HEADER]: signature,
    },
    body,
  };
}

/**
 * Returns the reason why an answer counts as a failure; `null` for a success. dujiao-next answers 200 with `ok: false`
 * if it could not process the request.
 */
export function faultOfAnswer({
  status,
  body,
}: {
  status: number;
  body: string;
}): 'status' | 'not_ok' | null {
  if (status !== 200) return 'status';
  try {
    return (JSON.parse(body) as { ok?: unknown } | null)?.ok === true ? null : 'not_ok';
  } catch {
    return 'not_ok';
  }
}
