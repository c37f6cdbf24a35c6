import { type ArgumentsHost, Catch } from '@nestjs/common';
import { BaseExceptionFilter, type HttpAdapterHost } from '@nestjs/core';
import type { Request } from 'express';
import { CLIENT_API_PREFIX, type ClientExceptionFilter } from '@app/auth-signature';

/** Failures outside of any controller, above all unknown paths: an envelope under the client prefix, Nest's form elsewhere. */
@Catch()
export class UnroutedFilter extends BaseExceptionFilter {
  constructor(
    adapter: HttpAdapterHost['httpAdapter'],
    private readonly clientApi: ClientExceptionFilter,
  ) {
    super(adapter);
  }

  override catch(error: unknown, host: ArgumentsHost): void {
    const { path } = host.switchToHttp().getRequest<Request>();
    if (path === CLIENT_API_PREFIX || path.startsWith(`${CLIENT_API_PREFIX}/`))
      this.clientApi.catch(error, host);
    else super.catch(error, host);
  }
}
