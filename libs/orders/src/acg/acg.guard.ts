import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Clock } from '@app/platform';
import { Channels } from '../channels.js';
import { readForm, withoutEmpty } from '../http/read-body.js';
import { arrivalOf, setShopCall, setShopParty } from '../http/shop-call.js';
import { isAcgSigned } from './acg-signature.js';

/**
 * Identifies the channel by the id and the signature in the form. The form must therefore be read before the channel is
 * known. Requests from addresses that have sent too many wrong keys are refused before the form is read.
 */
@Injectable()
export class AcgGuard implements CanActivate {
  constructor(
    private readonly channels: Channels,
    private readonly clock: Clock,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const arrival = arrivalOf(request, this.clock);
    await this.channels.requireOpen(arrival);
    const fields = await readForm(request, http.getResponse<Response>());
    const [, id] = fields.find(([name]) => name === 'app_id') ?? [];
    const isSigned = (key: string) => isAcgSigned(fields, key);
    const channel = await this.channels.identifySigned('acg', id, isSigned, arrival);
    setShopParty(channel);
    setShopCall(request, { channel, now: arrival.now, body: withoutEmpty(fields) });
    return true;
  }
}
