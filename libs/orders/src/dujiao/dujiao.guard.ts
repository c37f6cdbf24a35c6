import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Clock, isSameText } from '@app/platform';
import { Channels } from '../channels.js';
import { bodyOf, receiveBody } from '../http/read-body.js';
import { arrivalOf, setShopCall, setShopParty } from '../http/shop-call.js';
import { DujiaoError } from './dujiao-error.js';
import { dujiaoSignature, KEY_HEADER, SIGNATURE_HEADER, TIME_HEADER, timeFault } from './dujiao-signature.js';

/**
 * Identifies the channel by the id and the signature in the headers. The body is read only after the channel with this
 * id has been found.
 */
@Injectable()
export class DujiaoGuard implements CanActivate {
  constructor(
    private readonly channels: Channels,
    private readonly clock: Clock,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const arrival = arrivalOf(request, this.clock);
    const { id, time, signature } = this.headersOf(request, arrival.now);
    let bytes = Buffer.alloc(0);
    const isSigned = async (key: string) => {
      bytes = Buffer.from(await receiveBody(request, http.getResponse<Response>()));
      const [path = ''] = request.originalUrl.split('?', 1);
      const right = dujiaoSignature({ method: request.method, path, time, body: bytes }, key);
      return isSameText(signature, right);
    };
    const channel = await this.channels.identifySigned('dujiao', id, isSigned, arrival);
    setShopParty(channel);
    setShopCall(request, { channel, now: arrival.now, body: bodyOf(request, bytes) });
    return true;
  }

  /** @throws DujiaoError */
  private headersOf(request: Request, now: number) {
    const id = request.get(KEY_HEADER);
    const time = request.get(TIME_HEADER);
    const signature = request.get(SIGNATURE_HEADER);
    if (!id || !time || !signature) {
      throw new DujiaoError(
        'missing_auth_headers',
        `${KEY_HEADER}, ${TIME_HEADER} and ${SIGNATURE_HEADER} are required`,
      );
    }
    const fault = timeFault(time, now);
    if (fault === 'invalid_timestamp') throw new DujiaoError(fault, `${TIME_HEADER} must be epoch seconds`);
    if (fault) throw new DujiaoError(fault, `${TIME_HEADER} is more than 60 seconds off`);
    return { id, time, signature };
  }
}
