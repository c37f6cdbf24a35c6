import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { Channel } from '@app/database';
import { addressKey, clientAddress, type Clock, setParty } from '@app/platform';
import type { Arrival } from '../channels.js';

/** A request of a shop whose channel is known. */
export interface ShopCall {
  readonly channel: Channel;
  /** Current time for the whole request, in epoch milliseconds. */
  readonly now: number;
  readonly body: Readonly<Record<string, unknown>>;
}

interface ShopRequest extends Request {
  shop?: ShopCall;
}

/** The call of the request. */
export const CurrentShop = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<ShopRequest>().shop,
);

/**
 * Returns the address and time of a request. Until the channel is known, the address is the request's party in the
 * server's queues.
 */
export function arrivalOf(request: Request, clock: Clock): Arrival {
  const ip = clientAddress(request);
  setParty(() => ['shops', addressKey(ip)]);
  return { request, ip, now: clock.now() };
}

/** Makes the channel the party of the request. */
export function setShopParty({ id, applicationId }: Channel): void {
  setParty(() => ['applications', String(applicationId), `channel ${id}`]);
}

/** Passes the call to the handler of the request. */
export function setShopCall(request: Request, call: ShopCall): void {
  (request as ShopRequest).shop = call;
}
