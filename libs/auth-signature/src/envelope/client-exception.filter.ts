import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Logger } from '@nestjs/common';
import type { Response } from 'express';
import { UsageLog } from '@app/usage';
import { ApplicationDirectory } from '@app/applications';
import { DatabaseFaultLog, isDatabaseUnavailable, type Language } from '@app/database';
import { RefusalError } from '@app/licensing';
import {
  Clock,
  LogThrottle,
  RequestMetrics,
  logFailure,
  OutcomeUnknownError,
  ServiceUnavailableError,
} from '@app/platform';
import type { ClientHttpRequest } from '../caller.js';
import {
  ClientError,
  ClientHttpError,
  ParameterError,
  parameterError,
  toClientError,
} from '../errors/client-errors.js';
import { CLIENT_ERRORS, type ClientErrorName, STATUS_MESSAGES } from '../errors/error-catalogue.js';
import { AddressLimits } from '../limits/address-limits.js';
import type { Envelope } from './envelope.js';
import { refusalOf } from './refusal-of.js';
import { ResponseSigner, withoutSign } from './response-signer.js';
import { sendEnvelope } from './send-envelope.js';
import { reasonText } from './translate.js';

const RETRY_AFTER_SEC = 1;

/** Answers every failure under the client prefix with an envelope, and records refusals. */
@Catch()
export class ClientExceptionFilter implements ExceptionFilter {
  private readonly logger = new Logger('ClientApi');
  private readonly databaseFaults = new DatabaseFaultLog(this.logger);
  private readonly unknownOutcomes = new LogThrottle();

  constructor(
    private readonly applications: ApplicationDirectory,
    private readonly signer: ResponseSigner,
    private readonly activity: UsageLog,
    private readonly limits: AddressLimits,
    private readonly metrics: RequestMetrics,
    private readonly clock: Clock,
  ) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const error = thrown instanceof RefusalError ? toClientError(thrown) : thrown;
    const http = host.switchToHttp();
    const request = http.getRequest<ClientHttpRequest>();
    const response = http.getResponse<Response>();
    // A request that cannot be read or routed may still contain an `app_key`.
    request.clientApplication ??= this.applications.find(appKeyOf(request) ?? '');
    const language = languageOf(request);

    if (error instanceof ClientError) {
      const words = CLIENT_ERRORS[error.errorName][language];
      const message = error.detail ? `${words}: ${error.detail}` : words;
      return this.answer(request, response, 200, { code: error.code, message }, error.errorName);
    }
    if (error instanceof ParameterError) {
      return this.answer(request, response, 200, parameterEnvelope(error, language));
    }

    const status = this.statusOf(error, request);
    const message = STATUS_MESSAGES[status]![language];
    if (status === 400) return this.answer(request, response, 200, unreadableEnvelope(error, language));
    if (status === 429 || status === 503) {
      const retryAfter = error instanceof ClientHttpError ? error.retryAfterSec : undefined;
      response.setHeader('Retry-After', retryAfter ?? RETRY_AFTER_SEC);
    }
    const envelope =
      status === 500 ? { code: 500, message, request_id: request.id } : { code: status, message };
    this.answer(request, response, status, envelope);
  }

  private answer(
    request: ClientHttpRequest,
    response: Response,
    status: number,
    envelope: Envelope,
    errorName?: ClientErrorName,
  ): void {
    // Other statuses are faults, usually of the server, rather than refusals.
    if (status === 200 || status === 429) this.note(request, envelope.code);
    const send = (status: number, sealed: Envelope) => {
      if (response.headersSent) return;
      // Headers that clients in browsers need to correct their clock, to know how long to wait, and to report a fault.
      response.setHeader('access-control-expose-headers', 'Date, Retry-After, X-Request-Id');
      sendEnvelope(response, status, sealed);
      this.metrics.record(request, sealed.code);
    };
    this.countAgainstAddress(request, status, errorName)
      .then(() => this.signer.seal(envelope, request))
      .then((sealed) => send(status, sealed))
      .catch((error: unknown) => {
        logFailure(this.logger, 'A response could not be signed', error);
        // A 503 would say that nothing was changed.
        if (status === 500) return send(500, withoutSign(envelope));
        if (!response.headersSent) response.setHeader('Retry-After', RETRY_AFTER_SEC);
        send(503, withoutSign({ code: 503, message: STATUS_MESSAGES[503]![languageOf(request)] }));
      });
  }

  private note(request: ClientHttpRequest, code: number): void {
    const { clientApplication: application, caller } = request;
    const refusal = refusalOf(request, code);
    if (refusal) this.activity.refused(refusal);
    else if (application)
      this.activity.count(application.id, 'refusal', caller?.now ?? this.clock.now(), code);
  }

  private async countAgainstAddress(
    request: ClientHttpRequest,
    status: number,
    errorName: ClientErrorName | undefined,
  ): Promise<void> {
    // Retries during a ban and the server's own faults do not count, so that they do not prolong a ban.
    if (status >= 500 || status === 429) return;
    await this.limits.countFailure(request, errorName, request.caller?.now ?? this.clock.now());
  }

  /**
   * Returns the status of a failure that has no entry in the catalogue, such as one from Nest's router, the body reader
   * or the database.
   */
  private statusOf(error: unknown, req: ClientHttpRequest): number {
    if (error instanceof ClientHttpError) return error.status;
    if (error instanceof OutcomeUnknownError) {
      if (this.unknownOutcomes.pass()) this.logger.error({ err: error, req });
      return 500;
    }
    if (error instanceof ServiceUnavailableError) return 503;
    if (isDatabaseUnavailable(error)) {
      this.databaseFaults.tell(error);
      return 503;
    }
    const status =
      error instanceof HttpException ? error.getStatus() : (error as { status?: unknown } | null)?.status;
    if (typeof status === 'number' && status < 500 && status in STATUS_MESSAGES) return status;
    this.logger.error({ err: error, req });
    return 500;
  }
}

function languageOf({ clientApplication }: ClientHttpRequest): Language {
  return clientApplication?.language ?? 'en';
}

/**
 * Returns the client API's answer to an invalid URL (reported by Nest) or a body that did not arrive completely.
 */
function unreadableEnvelope(error: unknown, language: Language): Envelope {
  const fault =
    error instanceof HttpException ? parameterError('path', 'escapes') : parameterError('body', 'incomplete');
  return parameterEnvelope(fault, language);
}

function parameterEnvelope({ reasons }: ParameterError, language: Language): Envelope {
  const errs = Object.fromEntries(
    Object.entries(reasons).map(([parameter, reason]) => [parameter, reasonText(reason, language)]),
  );
  const list = Object.entries(errs).map(([parameter, text]) => `${parameter} ${text}`);
  return { code: 400, message: `${STATUS_MESSAGES[400]![language]}: ${list.join('; ')}`, errs };
}

/**
 * Matches the `app_key` in a query or form, in JSON, and in a multipart body, where a few lines may precede the value.
 */
const APP_KEY =
  /app_key(?:=|"\s{0,9}:\s{0,9}"|"?\r?\n(?:[^\r\n]{1,200}\r?\n){0,3}\r?\n)(?<appKey>[a-z0-9]{20})(?![A-Za-z0-9])/;

/**
 * Extracts, if possible, the `app_key` of a request whose parameters could not be read. The key proves nothing; it only
 * selects the language of the refusal, and the application for which the refusal is counted.
 */
function appKeyOf({ url, unreadBody }: ClientHttpRequest): string | undefined {
  return (APP_KEY.exec(url) ?? (unreadBody && APP_KEY.exec(unreadBody.toString('latin1'))))?.groups?.appKey;
}
