import { Body, HttpCode, Post } from '@nestjs/common';
import { ApplicationDirectory } from '@app/auth-signature';
import { Acting, type Actor, hasApplication } from '../access/actor.js';
import { Allow } from '../access/allow.decorator.js';
import { AdminApi } from '../api/admin-api.decorator.js';
import { invalid } from '../api/admin-error.js';
import { checkSignature } from './check-signature.js';
import { readRequest } from './read-request.js';
import { CheckSignatureDto, type SignatureCheckDto } from './signature-check.dto.js';

/** For those who write clients: what is wrong with the signature of a request. Nothing is kept of it. */
@AdminApi('signature-check', 'signature check')
export class SignatureCheckController {
  constructor(private readonly directory: ApplicationDirectory) {}

  /** Checks a client's request and says what is wrong with it. */
  @Post()
  @HttpCode(200)
  @Allow('manager')
  check(@Acting() { principal, now }: Actor, @Body() dto: CheckSignatureDto): SignatureCheckDto {
    const application = [...this.directory.all()].find(({ id }) => id === dto.applicationId);
    if (!application || !hasApplication(principal, application.id)) {
      throw invalid({ applicationId: 'is not an application that is yours' });
    }
    return checkSignature(application, readRequest(dto), now);
  }
}
