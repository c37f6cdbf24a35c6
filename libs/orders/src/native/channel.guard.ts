import { type CanActivate, createParamDecorator, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Channel } from '@app/database';
import { addressKey, clientAddress, Clock, setParty } from '@app/platform';
import { Channels } from '../channels.js';
import { OrderError } from '../order-error.js';
import { readBody } from './read-body.js';

/** A request of a shop. */
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

/** Identifies the channel by its key. Only then is the body read. */
@Injectable()
export class ChannelGuard implements CanActivate {
  constructor(
    private readonly channels: Channels,
    private readonly clock: Clock,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<ShopRequest>();
    const ip = clientAddress(request);
    setParty(() => ['shops', addressKey(ip)]);
    const now = this.clock.now();
    const key = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    const channel = await this.channels.identify(['native'], key, { request, ip, now });
    setParty(() => ['applications', String(channel.applicationId), `channel ${channel.id}`]);
    const { format = 'json' } = request.query;
    if (format !== 'json' && format !== 'text') {
      throw new OrderError('invalid_request', { faults: 'format must be json or text' });
    }
    const body = request.method === 'GET' ? {} : await readBody(request, http.getResponse<Response>());
    request.shop = { channel, now, body };
    return true;
  }
}
