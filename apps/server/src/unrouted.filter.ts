import { type ArgumentsHost, Catch } from '@nestjs/common';
import { BaseExceptionFilter, type HttpAdapterHost } from '@nestjs/core';
import type { Request, Response } from 'express';
import { ADMIN_API_PREFIX, type AdminExceptionFilter } from '@app/admin';
import { CLIENT_API_PREFIX, type ClientExceptionFilter } from '@app/auth-signature';
import {
  ACG_API_PREFIX,
  type AcgExceptionFilter,
  DUJIAO_API_PREFIX,
  type DujiaoExceptionFilter,
  FULFIL_API_PREFIX,
  type FulfilExceptionFilter,
} from '@app/orders';
import { isPaojiaoyunUrl } from '@app/paojiaoyun';
import { PAYMENTS_API_PREFIX } from '@app/payments';
import { PORTAL_API_PREFIX, type PortalExceptionFilter } from '@app/portal';

/**
 * Handles failures outside of controllers, mainly unknown paths. Under an API's prefix it uses the API's error format,
 * elsewhere Nest's.
 */
@Catch()
export class UnroutedFilter extends BaseExceptionFilter {
  constructor(
    adapter: HttpAdapterHost['httpAdapter'],
    private readonly clientApi: ClientExceptionFilter,
    private readonly adminApi: AdminExceptionFilter,
    private readonly fulfilApi: FulfilExceptionFilter,
    private readonly acgApi: AcgExceptionFilter,
    private readonly dujiaoApi: DujiaoExceptionFilter,
    private readonly portalApi: PortalExceptionFilter,
  ) {
    super(adapter);
  }

  override catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const { path } = http.getRequest<Request>();
    if (isUnder(CLIENT_API_PREFIX, path) || isPaojiaoyunUrl(path)) this.clientApi.catch(error, host);
    else if (isUnder(ADMIN_API_PREFIX, path)) this.adminApi.catch(error, host);
    else if (isUnder(FULFIL_API_PREFIX, path) || isUnder(PAYMENTS_API_PREFIX, path))
      this.fulfilApi.catch(error, host);
    else if (isUnder(ACG_API_PREFIX, path)) this.acgApi.catch(error, host);
    else if (isUnder(DUJIAO_API_PREFIX, path)) this.dujiaoApi.catch(error, host);
    else if (isUnder(PORTAL_API_PREFIX, path)) this.portalApi.catch(error, host);
    else {
      // Removes the headers of a file that could not be sent. Otherwise Nest logs that the content type is not JSON.
      const response = http.getResponse<Response>();
      for (const name of ['Content-Type', 'Content-Encoding']) response.removeHeader(name);
      // A path that is missing now may exist later, such as a file of the next version.
      response.setHeader('Cache-Control', 'no-store');
      super.catch(error, host);
    }
  }
}

function isUnder(prefix: string, path: string): boolean {
  return path === prefix || path.startsWith(`${prefix}/`);
}
