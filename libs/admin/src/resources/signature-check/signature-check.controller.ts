import { Body, HttpCode, Post } from '@nestjs/common';
import { CurrentActor, type Actor } from '../../access/actor.js';
import { Allow } from '../../access/allow.decorator.js';
import { AdminApi } from '../../api/admin-api.decorator.js';
import { DocumentStatuses } from '../../api/document-statuses.decorator.js';
import { CheckSignatureDto, type SignatureCheckDto } from './signature-check.dto.js';
import { SignatureCheckService } from './signature-check.service.js';

/** Signature checks for client developers. */
@AdminApi('signature-check', 'signature check')
export class SignatureCheckController {
  constructor(private readonly checks: SignatureCheckService) {}

  /** Checks a client's request and explains its faults. The audit log records the signed text, with secrets masked. */
  @Post()
  @HttpCode(200)
  @DocumentStatuses(429)
  @Allow('manager')
  check(@CurrentActor() actor: Actor, @Body() dto: CheckSignatureDto): Promise<SignatureCheckDto> {
    return this.checks.check(actor, dto);
  }
}
