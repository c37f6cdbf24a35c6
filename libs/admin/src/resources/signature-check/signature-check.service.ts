import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { ApplicationDirectory } from '@app/applications';
import { type RateLimiter, RateLimiters } from '@app/cluster';
import { type Actor, hasApplication } from '../../access/actor.js';
import { invalid, problem, refusal } from '../../errors/admin-error.js';
import { AuditTrail, MASK } from '../../audit/audit-trail.js';
import { type RequestRules, rulesOf } from './checked-request.js';
import { checkSignature } from './check-signature.js';
import { readRequest } from './read-request.js';
import type { CheckSignatureDto, SignatureCheckDto } from './signature-check.dto.js';

/**
 * Limit on checks: high enough for developing a client, but too low for signing the requests of a client in production.
 */
const LIMIT = { attempts: 100, periodMs: 15 * 60_000 };
/**
 * Names of parameters whose values must not be in the audit log. The pattern also matches parameters that no endpoint
 * has, since a client may misspell a name.
 */
const SECRET_PARAMETER = /pass|pwd|token/i;

/**
 * Checks requests of clients. The answer contains the correct signature, with which the caller could send the request.
 * Each check is therefore recorded before the answer, and the number of checks is limited per administrator.
 */
@Injectable()
export class SignatureCheckService {
  private readonly checks: RateLimiter;

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly directory: ApplicationDirectory,
    private readonly audit: AuditTrail,
    counters: RateLimiters,
  ) {
    this.checks = counters.create('signature-checks', LIMIT)!;
  }

  /** @throws AdminError 422; 429 */
  async check(actor: Actor, dto: CheckSignatureDto): Promise<SignatureCheckDto> {
    const { principal, now } = actor;
    const application = [...this.directory.all()].find(({ id }) => id === dto.applicationId);
    if (!application || !hasApplication(principal, application.id)) {
      throw invalid({ applicationId: problem('foreign_application') });
    }
    const request = readRequest(dto, application.signMode);
    const wait = await this.checks.consume(String(principal.adminId), now);
    if (wait > 0) throw refusal('too_many_signature_checks', { seconds: Math.ceil(wait / 1000) });
    const result = checkSignature(application, request, now);
    await this.audit.record(this.dataSource.manager, actor, {
      resource: 'applications',
      recordId: application.id,
      recordName: application.name,
      applicationId: application.id,
      action: 'check_signature',
      after: {
        canonicalString: withoutSecrets(result, rulesOf(application, request)),
        matches: result.matches,
      },
    });
    return result;
  }
}

/** Returns the signed text of the checked request, with secrets masked. `app_secret` has already been redacted. */
function withoutSecrets({ parameters }: SignatureCheckDto, { textOf }: RequestRules): string {
  const masked = Object.entries(parameters).map(
    ([name, value]) => [name, SECRET_PARAMETER.test(name) ? MASK : value] as const,
  );
  return textOf(new Map(masked));
}
