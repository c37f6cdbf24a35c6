import { applyDecorators, Controller, UseFilters, UseGuards, UseInterceptors } from '@nestjs/common';
import { ApiHeader, ApiTags } from '@nestjs/swagger';
import { NoStoreInterceptor } from '../http/no-store.interceptor.js';
import { DujiaoExceptionFilter } from './dujiao-exception.filter.js';
import { KEY_HEADER, SIGNATURE_HEADER, TIME_HEADER } from './dujiao-signature.js';
import { DujiaoGuard } from './dujiao.guard.js';

export const DUJIAO_API_PREFIX = '/api/v1/upstream';

/** Declares the controller of dujiao-next's upstream protocol. */
export function DujiaoApi(): ClassDecorator {
  return applyDecorators(
    Controller(DUJIAO_API_PREFIX),
    ApiTags('Shops: dujiao-next'),
    ApiHeader({ name: KEY_HEADER, required: true, description: 'Id of the channel' }),
    ApiHeader({
      name: TIME_HEADER,
      required: true,
      description: 'Epoch seconds, at most 60 seconds before or after the time of the server',
      schema: { type: 'integer' },
    }),
    ApiHeader({
      name: SIGNATURE_HEADER,
      required: true,
      description:
        'HMAC-SHA256 of four lines with the key of the channel, in lowercase hex. The lines are the method, the path without the query, the timestamp, and the MD5 of the body in lowercase hex',
    }),
    UseGuards(DujiaoGuard),
    UseInterceptors(NoStoreInterceptor),
    UseFilters(DujiaoExceptionFilter),
  );
}
