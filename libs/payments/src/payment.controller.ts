import { Controller, HttpCode, Logger, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { type Channel, PAYMENT_KINDS } from '@app/database';
import {
  arrivalOf,
  bodyReceiver,
  Channels,
  documentRefusals,
  ORDER_REFUSALS,
  OrderError,
  setShopParty,
} from '@app/orders';
import { Clock, logFailure, SecretBox } from '@app/platform';
import { PaymentError } from './payment-error.js';
import { PaymentExceptionFilter } from './payment-exception.filter.js';
import { PaymentIntake } from './payment-intake.js';
import { PAYMENT_REFUSALS } from './payment-refusals.js';
import { PaymentResult } from './payment.result.js';
import { PAYMENTS_API_PREFIX } from './payments-api.js';
import { paymentServiceOf } from './services/index.js';
import {
  type PaymentEvent,
  type PaymentService,
  type SignedRequest,
  UnreadableEvent,
} from './services/payment-service.js';

/** Receives a body of at most 256 KiB, which is more than any event has. */
const receive = bodyReceiver(256 * 1024);

/** Webhooks of payment services. */
@Controller(PAYMENTS_API_PREFIX)
@ApiTags('Fulfilment: payment services')
@documentRefusals({ ...ORDER_REFUSALS, ...PAYMENT_REFUSALS })
@UseFilters(PaymentExceptionFilter)
export class PaymentController {
  private readonly logger = new Logger(PaymentController.name);

  constructor(
    private readonly channels: Channels,
    private readonly secrets: SecretBox,
    private readonly intake: PaymentIntake,
    private readonly clock: Clock,
  ) {}

  /**
   * Receives an event from the payment service of the channel with this key. Each service except Gumroad signs its
   * events, in a format of its own. Issues the cards of a payment once, or freezes the cards of a refunded payment.
   * A payment whose cards cannot be issued is recorded and answered with 200. Most services repeat an event that was
   * answered with an error.
   */
  @Post(':key')
  @HttpCode(200)
  @ApiConsumes('application/json', 'application/x-www-form-urlencoded')
  @ApiBody({
    schema: { type: 'object' },
    description: 'An event as the payment service specifies it, at most 256 KiB',
  })
  async receive(
    @Param('key') key: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<PaymentResult> {
    const arrival = arrivalOf(request, this.clock);
    const { now } = arrival;
    const options = { isAddressShared: true, evenDisabled: true };
    const channel = await this.channels.identify(PAYMENT_KINDS, key, arrival, options);
    setShopParty(channel);
    response.setHeader('Cache-Control', 'no-store');
    const service = paymentServiceOf(channel.kind)!;
    const signed = { headers: request.headers, body: await receive(request, response) };
    if (service.isPing?.(signed)) return { result: 'ignored' };
    this.requireSignature(channel, service, signed, now);
    return this.take(channel, service, this.read(channel, service, signed.body), now);
  }

  /** @throws OrderError, PaymentError */
  private requireSignature(
    channel: Channel,
    service: PaymentService,
    signed: SignedRequest,
    now: number,
  ): void {
    if (!service.verify) return;
    if (channel.secretSealed === null) throw new PaymentError('no_signing_secret');
    const secret = this.secrets.open(channel.secretSealed, `The signing secret of channel ${channel.name}`);
    if (!service.verify(signed, secret, now)) throw new OrderError('wrong_signature');
  }

  /** @throws PaymentError unreadable_event */
  private read(channel: Channel, service: PaymentService, body: Buffer): PaymentEvent {
    try {
      return readEvent(service, body);
    } catch (error) {
      // Gumroad does not show the seller why an event was refused.
      if (error instanceof PaymentError)
        this.logger.warn(`An event of channel ${channel.id} was refused: ${error.message}`);
      throw error;
    }
  }

  private async take(
    channel: Channel,
    { repeats }: PaymentService,
    event: PaymentEvent,
    now: number,
  ): Promise<PaymentResult> {
    if (event.type === 'ignored') return { result: 'ignored' };
    // A failed item must not hold up the others, since the service may not repeat the event.
    const faults: unknown[] = [];
    const attempt = (item: Promise<unknown>) => item.catch((error: unknown) => faults.push(error));
    if (event.type === 'refunded')
      for (const refund of event.refunds) await attempt(this.intake.refunded(channel, refund, now));
    else for (const payment of event.payments) await attempt(this.intake.paid(channel, payment, now));
    if (faults.length === 0) return { result: event.type === 'refunded' ? 'refunded' : 'issued' };
    const unexpected = faults.find((error) => !(error instanceof OrderError));
    // A refused payment is recorded, and `PaymentRetryJob` tries it again. It gets no error, since services disable
    // webhooks that answer errors, and then report no payments of other buyers either. The same applies to an
    // unexpected fault if the service would not repeat the event.
    if (unexpected && repeats) throw unexpected;
    if (unexpected)
      logFailure(this.logger, `An event of channel ${channel.id} was not taken completely`, unexpected);
    return { result: 'failed' };
  }
}

/** @throws PaymentError unreadable_event */
function readEvent(service: PaymentService, body: Buffer): PaymentEvent {
  try {
    return service.read(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch (error) {
    if (error instanceof UnreadableEvent)
      throw new PaymentError('unreadable_event', { fault: error.message });
    if (error instanceof TypeError) throw new PaymentError('unreadable_event', { fault: 'it is not UTF-8' });
    throw error;
  }
}
