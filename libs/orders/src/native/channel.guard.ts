import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Clock } from '@app/platform';
import { Channels } from '../channels.js';
import { readBody } from '../http/read-body.js';
import { arrivalOf, setShopCall, setShopParty } from '../http/shop-call.js';
import { OrderError } from '../order-error.js';

/** Identifies the channel by its key. The body is read only afterwards. */
@Injectable()
export class ChannelGuard implements CanActivate {
  constructor(
    private readonly channels: Channels,
    private readonly clock: Clock,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const arrival = arrivalOf(request, this.clock);
    const key = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    const channel = await this.channels.identify(['native'], key, arrival);
    setShopParty(channel);
    const { format = 'json' } = request.query;
    if (format !== 'json' && format !== 'text') {
      throw new OrderError('invalid_request', { faults: 'format must be json or text' });
    }
    const body = request.method === 'GET' ? {} : await readBody(request, http.getResponse<Response>());
    setShopCall(request, { channel, now: arrival.now, body });
    return true;
  }
}
