import {
  applyDecorators,
  Controller,
  UseFilters,
  UseGuards,
  UseInterceptors,
  UsePipes,
} from '@nestjs/common';
import { ApiBearerAuth, ApiCookieAuth, ApiExtraModels, ApiTags } from '@nestjs/swagger';
import { AccessGuard } from '../access/access.guard.js';
import { AdminExceptionFilter } from '../errors/admin-exception.filter.js';
import { AdminErrorDto } from '../errors/problem.dto.js';
import { BODY_PIPE } from './body.pipe.js';
import { ContentRangeInterceptor } from './content-range.interceptor.js';
import { ReadQueueInterceptor } from './read-queue.interceptor.js';
import { UnreadBodyInterceptor } from './unread-body.interceptor.js';

export const ADMIN_API_PREFIX = '/api/admin/v1';

/** Declares a controller of the admin API. Every handler declares with `@Allow` who may call it. */
export function AdminApi(path: string, tag: string): ClassDecorator {
  return applyDecorators(
    Controller(`${ADMIN_API_PREFIX}/${path}`),
    ApiTags(`Admin: ${tag}`),
    ApiExtraModels(AdminErrorDto),
    ApiCookieAuth('session'),
    ApiBearerAuth('token'),
    UseGuards(AccessGuard),
    UsePipes(BODY_PIPE),
    UseInterceptors(UnreadBodyInterceptor, ContentRangeInterceptor, ReadQueueInterceptor),
    UseFilters(AdminExceptionFilter),
  );
}
