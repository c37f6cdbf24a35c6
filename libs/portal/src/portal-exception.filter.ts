import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Logger } from '@nestjs/common';
import type { Response } from 'express';
import { UsageLog } from '@app/usage';
import { ClientError, ClientHttpError, toClientError } from '@app/auth-signature';
import { DatabaseFaultLog, isDatabaseUnavailable } from '@app/database';
import { RefusalError } from '@app/licensing';
import { ServiceUnavailableError } from '@app/platform';
import { clearCookie } from './session-cookie.js';
import type { PortalHttpRequest } from './portal-call.js';
import { PortalError } from './portal-error.js';
import { toCode } from './rules/to-code.js';

const RETRY_AFTER_SEC = 1;
const BAD_PARAMETERS = 400;

/** Answers every failure of the customer's page with a code, values and an English message, and hides internals. */
@Catch()
export class PortalExceptionFilter implements ExceptionFilter {
  private readonly logger = new Logger('Portal');
  private readonly databaseFaults = new DatabaseFaultLog(this.logger);

  constructor(private readonly activity: UsageLog) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<PortalHttpRequest>();
    const response = http.getResponse<Response>();
    if (response.headersSent) {
      response.destroy();
      return;
    }
    response.setHeader('Cache-Control', 'no-store');
    if (error instanceof RefusalError) {
      this.record(request, error);
      const { message, code: number } = asClientError(error);
      const params = { code: number, ...(error.until !== undefined && { until: error.until }) };
      const status = error.reason === 'DEVICE_NOT_BOUND' ? 404 : 409;
      response.status(status).json({ code: toCode(error.reason), params, message });
      return;
    }
    const refusal = this.refusalOf(error);
    const { code, status, params, message } = refusal;
    if (code === 'not_signed_in') clearCookie(request, response);
    const seconds = params['seconds'] ?? (status === 503 ? RETRY_AFTER_SEC : undefined);
    if (seconds !== undefined) response.setHeader('Retry-After', String(seconds));
    response.status(status).json({ code, params, message });
  }

  /** Records customers' refused actions, so that support can look them up. Refused sign-ins are only counted. */
  private record({ portal, signedIn, route }: PortalHttpRequest, error: RefusalError): void {
    if (!portal || !signedIn) return;
    const { application, now, ip } = portal;
    const act = String((route as { path?: unknown } | undefined)?.path)
      .split('/')
      .at(-1);
    this.activity.refused({
      applicationId: application.id,
      at: now,
      endpoint: `${signedIn.kind.name}/portal-${act}`,
      code: asClientError(error).code,
      name: signedIn.name,
      deviceId: null,
      ip,
      version: null,
    });
  }

  private refusalOf(error: unknown): PortalError {
    if (error instanceof PortalError) return error;
    if (error instanceof ClientHttpError && error.status === 429)
      return new PortalError('too_many_requests', { seconds: error.retryAfterSec ?? RETRY_AFTER_SEC });
    if (error instanceof ClientHttpError || error instanceof ServiceUnavailableError)
      return new PortalError('unavailable');
    if (isDatabaseUnavailable(error)) {
      this.databaseFaults.tell(error);
      return new PortalError('unavailable');
    }
    const status = error instanceof HttpException ? error.getStatus() : 500;
    if (status === 404) return new PortalError('no_such_page');
    if (status < 500) return new PortalError('invalid_request', { faults: 'it cannot be read' });
    this.logger.error({ err: error });
    return new PortalError('internal_error');
  }
}

/** Returns the client API's code and message for a refusal. */
function asClientError(error: RefusalError): { readonly code: number; readonly message: string } {
  const refusal = toClientError(error);
  return { code: refusal instanceof ClientError ? refusal.code : BAD_PARAMETERS, message: refusal.message };
}
