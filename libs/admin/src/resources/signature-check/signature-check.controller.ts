import { Body, HttpCode, Post } from '@nestjs/common';
import { CurrentActor, type Actor } from '../../access/actor.js';
import { Allow } from '../../access/allow.decorator.js';
import { AdminApi } from '../../api/admin-api.decorator.js';
import { MayAnswer } from '../../api/may-answer.decorator.js';
import { CheckSignatureDto, type SignatureCheckDto } from './signature-check.dto.js';
import { SignatureCheckService } from './signature-check.service.js';

/** For those who write clients: what is wrong with the signature of a request. */
@AdminApi('signature-check', 'signature check')
export class SignatureCheckController {
  constructor(private readonly checks: SignatureCheckService) {}

  /** Checks a client's request and says what is wrong with it. The audit log keeps the text that it signs for. */
  @Post()
  @HttpCode(200)
  @MayAnswer(429)
  @Allow('manager')
  check(@CurrentActor() actor: Actor, @Body() dto: CheckSignatureDto): Promise<SignatureCheckDto> {
    return this.checks.check(actor, dto);
  }
}
